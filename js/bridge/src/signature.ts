/** What a signature vouches for: where a browser came from, what this server does, what it asks. */
export type Mode = "forward" | "act" | "read";

/** The parts of a call that its signature covers, as they are sent. */
export interface Signed {
  method: string;
  /** Path and query. */
  target: string;
  body?: Uint8Array | string | undefined;
  cookie?: string | undefined;
  /** The asserted public origin, such as `https://app.example`. */
  origin?: string | undefined;
  /** The client's address, as `X-Forwarded-For`. */
  address?: string | undefined;
  /** The body's, as `Content-Type`. */
  contentType?: string | undefined;
}

/** Seconds by which the clocks of core and site may differ. */
const TOLERANCE = 300;

const encoder = new TextEncoder();
const keys = new Map<string, Promise<CryptoKey>>();

/** The value of the header `X-Cardea-Bridge`. */
export async function sign(mode: Mode, call: Signed, secret: string, seconds: number): Promise<string> {
  const lines = [
    "v2",
    mode,
    String(seconds),
    call.method,
    call.target,
    await digest(call.body ?? ""),
    call.cookie ?? "",
    call.origin ?? "://",
    call.address ?? "",
    call.contentType ?? "",
  ];
  const text = encoder.encode(lines.join("\n") + "\n");
  const signature = await crypto.subtle.sign("HMAC", await key(secret, "Cardea bridge"), text);
  return `v2.${mode}.${seconds}.${base64url(new Uint8Array(signature))}`;
}

/**
 * Whether a call of a hook is Cardea's.
 *
 * It does not tell whether the call came before: `hookReceiver` does, and other receivers remember each signature that
 * they accepted for ten minutes.
 *
 * @param header the value of `X-Cardea-Signature`
 * @param hook such as `callbacks/signIn`
 * @param body as it came, not parsed
 * @param secrets each of which may have signed
 * @param eventId the value of `X-Cardea-Event-Id`; empty for a call that is not an event
 */
export async function verifyHook(
  header: string | null | undefined,
  hook: string,
  body: Uint8Array | string,
  secrets: string | readonly string[],
  eventId: string = "",
  now: number = Date.now() / 1000,
): Promise<boolean> {
  return (await hookSecret(header, hook, body, secrets, eventId, now)) !== undefined;
}

/** As {@link verifyHook}: which of the secrets signed the call, if any did. */
export async function hookSecret(
  header: string | null | undefined,
  hook: string,
  body: Uint8Array | string,
  secrets: string | readonly string[],
  eventId: string = "",
  now: number = Date.now() / 1000,
): Promise<string | undefined> {
  const match = /^(v2\.([0-9]{1,12})\.[A-Za-z0-9]{16,64}\.)([A-Za-z0-9_-]{43})$/.exec(header ?? "");
  if (!match || Math.abs(now - Number(match[2])) > TOLERANCE) return undefined;
  const text = encoder.encode(`${match[1]}${hook}.${eventId}.${await digest(body)}`);
  const signature = bytes(match[3]!);
  for (const secret of list(secrets)) {
    // Compares in constant time.
    if (await crypto.subtle.verify("HMAC", await key(secret, "Cardea hooks"), signature, text)) return secret;
  }
  return undefined;
}

/** What was signed and accepted, by two spans of time in which each of them could come again. */
let [recent, earlier, begun] = [new Set<string>(), new Set<string>(), 0];

/** Whether a signature that was verified is the first of its call in this process, in whatever way its bytes are written. */
export function isFirst(header: string, now: number = Date.now() / 1000): boolean {
  if (now - begun > 2 * TOLERANCE) [recent, earlier, begun] = [new Set(), recent, now];
  const call = header.slice(0, header.lastIndexOf("."));
  if (recent.has(call) || earlier.has(call)) return false;
  recent.add(call);
  return true;
}

/**
 * The value of `X-Cardea-Answer-Signature`: proves to the core that the answer to its `describe` comes from who has the
 * secret.
 *
 * @param nonce of the question
 * @param body as it is sent
 * @param secret the one that signed the question
 */
export async function signDescription(nonce: string, body: string, secret: string): Promise<string> {
  const text = encoder.encode(`v1.describe.${nonce}.${await digest(body)}`);
  const signature = await crypto.subtle.sign("HMAC", await key(secret, "Cardea hooks answer"), text);
  return `v1.${base64url(new Uint8Array(signature))}`;
}

export function list(secrets: string | readonly string[]): readonly string[] {
  return typeof secrets === "string" ? [secrets] : secrets;
}

/** Derived once for each secret and purpose. */
function key(secret: string, info: string): Promise<CryptoKey> {
  const name = `${info}\n${secret}`;
  let derived = keys.get(name);
  if (!derived) keys.set(name, (derived = derive(secret, info)));
  return derived;
}

async function derive(secret: string, info: string): Promise<CryptoKey> {
  if (!secret) throw new TypeError("an empty secret makes no key; set AUTH_SECRET");
  const from = await crypto.subtle.importKey("raw", encoder.encode(secret), "HKDF", false, ["deriveKey"]);
  const how = { name: "HKDF", hash: "SHA-256", salt: new Uint8Array(), info: encoder.encode(info) };
  return crypto.subtle.deriveKey(how, from, { name: "HMAC", hash: "SHA-256", length: 256 }, false, ["sign", "verify"]);
}

async function digest(body: Uint8Array | string): Promise<string> {
  const data = typeof body === "string" ? encoder.encode(body) : body;
  const hash = new Uint8Array(await crypto.subtle.digest("SHA-256", data as Uint8Array<ArrayBuffer>));
  return Array.from(hash, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

function base64url(data: Uint8Array): string {
  return btoa(String.fromCharCode(...data)).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

function bytes(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (char) => char.charCodeAt(0));
}
