import { parseCookies, sessionToken } from "./cookies.js";
import { AuthError } from "./errors.js";
import type { Awaitable, JWT, Logger } from "./types.js";
import { isOfDevelopment, isUnverified, withoutDevelopment } from "./marks.js";

export interface JWTEncodeParams<Payload = JWT> {
  token?: Payload | undefined;
  /** Of several the first encrypts. */
  secret: string | readonly string[];
  /** The name of the cookie in which the token is kept. */
  salt: string;
  /** Seconds. Default: 30 days. */
  maxAge?: number;
}

export interface JWTDecodeParams {
  token?: string | undefined;
  /** Each of them may have encrypted. */
  secret: string | readonly string[];
  salt: string;
}

/** How tokens are sealed and opened, as `next-auth` has it for its setting `jwt`, which is the core's. */
export interface JWTOptions {
  secret: string | readonly string[];
  /** Seconds. */
  maxAge: number;
  encode: (params: JWTEncodeParams) => Awaitable<string>;
  decode: (params: JWTDecodeParams) => Awaitable<JWT | null>;
}

export interface GetTokenParams<Raw extends boolean = boolean> {
  req: Request | { headers: Headers | Record<string, string | string[] | undefined> };
  secret?: string | readonly string[];
  /** Default: the cookie's name. */
  salt?: string;
  secureCookie?: boolean;
  cookieName?: string;
  /** The text as it is, not checked. */
  raw?: Raw;
  decode?: (params: JWTDecodeParams) => Awaitable<JWT | null>;
  /**
   * Whether tokens of development mode are read. Default: false. Development mode signs in any user without proof, so set
   * it only where no request from another machine arrives.
   */
  allowDevelopmentTokens?: boolean;
  /** Taken for the sake of `next-auth`; a token that cannot be opened is none, and is not logged. */
  logger?: Partial<Logger>;
}

const MONTH = 30 * 24 * 60 * 60;
/** Seconds by which clocks may differ. */
const TOLERANCE = 15;
const encoder = new TextEncoder();
const decoder = new TextDecoder("utf-8", { fatal: true });

/** Ready for use, as importing a key costs as much as using it. */
interface Key {
  aes: CryptoKey;
  /** Of A256CBC-HS512 alone. */
  mac: CryptoKey | undefined;
  /** The thumbprint of RFC 7638. */
  kid: string;
}

/** A token that was issued here and whose time is over; all other errors say that it cannot be opened. */
export class ExpiredTokenError extends Error {
  override readonly name = "ExpiredTokenError";
}

const keys = new Map<string, Promise<Key>>();

/** Issues a token: JSON Web Encryption, `dir` with A256CBC-HS512. */
export async function encode<Payload = JWT>(params: JWTEncodeParams<Payload>): Promise<string> {
  const { token = {}, secret, salt, maxAge = MONTH } = params;
  const now = Math.floor(Date.now() / 1000);
  return seal({ ...token, iat: now, exp: now + maxAge, jti: crypto.randomUUID() }, secret, salt);
}

/** Encrypts claims as they are. */
export async function seal(claims: object, secret: string | readonly string[], salt: string): Promise<string> {
  const key = await keyOf(list(secret)[0] ?? "", salt, "A256CBC-HS512");
  const header = base64url(encoder.encode(JSON.stringify({ alg: "dir", enc: "A256CBC-HS512", kid: key.kid })));
  const iv = crypto.getRandomValues(new Uint8Array(16));
  const plain = encoder.encode(JSON.stringify(claims));
  const text = new Uint8Array(await crypto.subtle.encrypt({ name: "AES-CBC", iv }, key.aes, plain));
  const tag = new Uint8Array(await crypto.subtle.sign("HMAC", key.mac!, authenticated(header, iv, text)));
  return [header, "", base64url(iv), base64url(text), base64url(tag.slice(0, 32))].join(".");
}

/** The name of the key with which {@link encode} encrypts: what `kid` says in the token's header. */
export async function keyId(secret: string, salt: string): Promise<string> {
  return (await keyOf(secret, salt, "A256CBC-HS512")).kid;
}

/** The claims of a token; null without a token. @throws ExpiredTokenError where its time is over */
export async function decode<Payload = JWT>({ token, secret, salt }: JWTDecodeParams): Promise<Payload | null> {
  if (!token) return null;
  const parts = token.split(".");
  const [header = "", encrypted, iv = "", text = "", tag = ""] = parts;
  if (parts.length !== 5 || encrypted !== "") throw new Error("this is not a session token");
  const { alg, enc, kid, zip, crit } = JSON.parse(decoder.decode(bytes(header))) as Record<string, unknown>;
  if (alg !== "dir" || zip !== undefined || crit !== undefined) throw new Error("the token is encrypted in another way");
  if (enc !== "A256CBC-HS512" && enc !== "A256GCM") throw new Error("the token is encrypted in another way");
  const key = await fitting(list(secret), salt, enc, kid);
  const open = enc === "A256GCM" ? openGcm : openCbc;
  const claims: unknown = JSON.parse(decoder.decode(await open(key, header, bytes(iv), bytes(text), bytes(tag))));
  if (typeof claims !== "object" || claims === null || Array.isArray(claims)) throw new Error("the token holds no claims");
  return inTime(claims as JWT) as Payload;
}

/** The token of a request, from its cookies or its `Authorization` header. */
export async function getToken<Raw extends boolean = false>(
  params: GetTokenParams<Raw>,
): Promise<Raw extends true ? string | null : JWT | null>;
export async function getToken(params: GetTokenParams): Promise<string | JWT | null> {
  const { req, secret, secureCookie = false, raw = false } = params;
  if (!req) throw new Error("`req` is missing");
  const { cookieName = secureCookie ? "__Secure-authjs.session-token" : "authjs.session-token" } = params;
  const headers = headersOf(req.headers);
  const token = sessionToken(parseCookies(headers.get("cookie")), cookieName) ?? bearer(headers.get("authorization"));
  if (!token) return null;
  if (raw) return token;
  if (!secret || secret.length === 0) throw missingSecret();
  try {
    const claims = await (params.decode ?? decode)({ token, secret, salt: params.salt ?? cookieName });
    if (!claims || isUnverified(claims)) return null;
    if (isOfDevelopment(claims)) return params.allowDevelopmentTokens === true ? withoutDevelopment(claims) : null;
    return claims;
  } catch {
    return null;
  }
}

function missingSecret(): AuthError {
  const error = new AuthError("`secret` is missing; give it, or set AUTH_SECRET");
  error.type = error.name = "MissingSecret";
  return error;
}

function bearer(header: string | null): string | null {
  const [scheme, token] = (header ?? "").split(" ");
  if (scheme !== "Bearer" || !token) return null;
  try {
    return decodeURIComponent(token);
  } catch {
    return null;
  }
}

function headersOf(headers: Headers | Record<string, string | string[] | undefined>): Headers {
  if (headers instanceof Headers) return headers;
  const all = new Headers();
  for (const [name, value] of Object.entries(headers)) {
    if (value !== undefined) all.set(name, Array.isArray(value) ? value.join("; ") : value);
  }
  return all;
}

/** The key that is named; the first where none is. */
async function fitting(secrets: readonly string[], salt: string, enc: string, kid: unknown): Promise<Key> {
  for (const secret of secrets) {
    const key = await keyOf(secret, salt, enc);
    if (kid === undefined || kid === key.kid) return key;
  }
  throw new Error("none of the secrets fits the token");
}

async function openCbc(
  key: Key,
  header: string,
  iv: Uint8Array<ArrayBuffer>,
  text: Uint8Array<ArrayBuffer>,
  tag: Uint8Array<ArrayBuffer>,
): Promise<ArrayBuffer> {
  const whole = await crypto.subtle.sign("HMAC", key.mac!, authenticated(header, iv, text));
  if (!same(new Uint8Array(whole).slice(0, 32), tag)) throw new Error("the token was changed");
  return crypto.subtle.decrypt({ name: "AES-CBC", iv }, key.aes, text);
}

async function openGcm(
  key: Key,
  header: string,
  iv: Uint8Array<ArrayBuffer>,
  text: Uint8Array<ArrayBuffer>,
  tag: Uint8Array<ArrayBuffer>,
): Promise<ArrayBuffer> {
  if (tag.length !== 16) throw new Error("the token was changed");
  const how = { name: "AES-GCM", iv, additionalData: encoder.encode(header) };
  return crypto.subtle.decrypt(how, key.aes, joined(text, tag));
}

function inTime(claims: JWT): JWT {
  const now = Math.floor(Date.now() / 1000);
  for (const name of ["exp", "nbf", "iat"]) {
    if (claims[name] !== undefined && typeof claims[name] !== "number") throw new Error(`the token's ${name} is not a time`);
  }
  if (claims.exp === undefined || claims.exp <= now - TOLERANCE) throw new ExpiredTokenError("the token has expired");
  if (((claims["nbf"] as number | undefined) ?? 0) > now + TOLERANCE) throw new Error("the token is not valid yet");
  return claims;
}

/** RFC 7518, 5.2.2.1: header, IV, text, and the header's length in bits as 64 bits. */
function authenticated(header: string, iv: Uint8Array, text: Uint8Array): Uint8Array<ArrayBuffer> {
  const length = new Uint8Array(8);
  new DataView(length.buffer).setUint32(4, header.length * 8);
  return joined(encoder.encode(header), iv, text, length);
}

/** Derived once for each secret, salt and algorithm. */
function keyOf(secret: string, salt: string, enc: string): Promise<Key> {
  const name = [enc, salt, secret].join("\n");
  let key = keys.get(name);
  if (!key) {
    if (keys.size >= 100) keys.clear();
    keys.set(name, (key = derive(secret, salt, enc)));
  }
  return key;
}

async function derive(secret: string, salt: string, enc: string): Promise<Key> {
  if (!secret) throw new TypeError("an empty secret makes no key; set AUTH_SECRET");
  const info = encoder.encode(`Auth.js Generated Encryption Key (${salt})`);
  const length = enc === "A256GCM" ? 32 : 64;
  const from = await crypto.subtle.importKey("raw", encoder.encode(secret), "HKDF", false, ["deriveBits"]);
  const how = { name: "HKDF", hash: "SHA-256", salt: encoder.encode(salt), info };
  const key = new Uint8Array(await crypto.subtle.deriveBits(how, from, length * 8));
  const jwk = encoder.encode(JSON.stringify({ k: base64url(key), kty: "oct" }));
  const kid = await crypto.subtle.digest(length === 64 ? "SHA-512" : "SHA-256", jwk);
  return { ...(await imported(key, enc)), kid: base64url(new Uint8Array(kid)) };
}

/** RFC 7518, 5.2.2.1: the first half authenticates, the second encrypts. */
async function imported(key: Uint8Array<ArrayBuffer>, enc: string): Promise<Pick<Key, "aes" | "mac">> {
  if (enc === "A256GCM") return { aes: await crypto.subtle.importKey("raw", key, "AES-GCM", false, ["decrypt"]), mac: undefined };
  const mac = await crypto.subtle.importKey("raw", key.slice(0, 32), { name: "HMAC", hash: "SHA-512" }, false, ["sign"]);
  return { aes: await crypto.subtle.importKey("raw", key.slice(32), "AES-CBC", false, ["encrypt", "decrypt"]), mac };
}

function same(a: Uint8Array, b: Uint8Array): boolean {
  let differs = a.length ^ b.length;
  for (let i = 0; i < a.length; i++) differs |= a[i]! ^ (b[i] ?? 0);
  return differs === 0;
}

function joined(...parts: Uint8Array[]): Uint8Array<ArrayBuffer> {
  const all = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}

function list(secret: string | readonly string[]): readonly string[] {
  return typeof secret === "string" ? [secret] : secret;
}

function base64url(data: Uint8Array): string {
  let text = "";
  for (const byte of data) text += String.fromCharCode(byte);
  return btoa(text).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

function bytes(text: string): Uint8Array<ArrayBuffer> {
  if (!/^[A-Za-z0-9_-]*$/.test(text)) throw new Error("this is not a session token");
  return Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (char) => char.charCodeAt(0));
}
