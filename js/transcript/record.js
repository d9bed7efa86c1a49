import { createHash } from "node:crypto";
import { decode } from "../bridge/dist/token.js";

/** Of the connection, or of the host's own. */
const UNHEARD = /^(date|connection|keep-alive|transfer-encoding|content-length|x-powered-by|etag)$/;
const SESSION_COOKIE = "__Secure-authjs.session-token";
const SALTS = (name) => [name, "encodedState"];
/** Auth.js has neither the cookie of an update or a sign-out, nor the claim with its time (docs/differences.md). */
const CHANGE_COOKIE = "__Secure-cardea.authjs.session-token=";
const isChange = (name, value) => name === "cardea" && Object.keys(value ?? {}).join() === "changed";
/** Of a row: as each side makes them. */
const SESSION = /^([0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}|[0-9a-f]{64})$/;
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
/** Of a passkey's ceremony: challenge, handle of the user, id of the passkey. */
const RANDOM_KEYS = /^(challenge|userID|id|providerAccountId|credentialID)$/;
const RANDOM = /^[\w+/-]{16,}={0,2}$/;
const JWE = /^eyJ[\w-]+\.[\w-]*\.[\w-]+\.[\w-]+\.[\w-]+$/;

/**
 * Writes an answer as lines of text, without what differs between runs. It replaces an encrypted token by its content, a
 * time by its distance from now, and a random value by its format.
 */
export class Recorder {
  /** @param places addresses that differ between runs, with their names */
  constructor(secret, places) {
    this.secret = secret;
    this.places = places;
  }

  async answer({ status, headers, cookies, text }) {
    const lines = [`status ${status}`];
    for (const [name, value] of headers) {
      if (UNHEARD.test(name)) continue;
      // The framework names its own headers there, before or after those of the wrapper.
      for (const each of name === "vary" ? value.split(/,\s*/) : [value]) lines.push(`${name}: ${await this.text(each)}`);
    }
    const type = headers.get("content-type") ?? "";
    lines.push(...(await this.#cookies(cookies)));
    if (type.includes("json")) lines.push(...(await this.#json(text)));
    else if (type.includes("html")) lines.push(...(await this.#page(text)));
    else if (text) lines.push(`body ${JSON.stringify(await this.text(text))}`);
    return lines;
  }

  /** Whether the browser is signed in after an answer, so that no answer loses a session that another one keeps. */
  async jar(cookies) {
    const parts = Array.from(cookies).filter(([name]) => name === SESSION_COOKIE || name.startsWith(`${SESSION_COOKIE}.`));
    const number = ([name]) => Number(name.slice(SESSION_COOKIE.length + 1));
    const value = parts.sort((a, b) => number(a) - number(b)).map(([, text]) => text).join("");
    if (!value) return "the browser has no session";
    if (SESSION.test(value)) return "the browser has the id of a session";
    const claims = await decode({ token: value, secret: this.secret, salt: SESSION_COOKIE }).catch(() => null);
    return claims ? "the browser has a session" : "the browser has an invalid session cookie";
  }

  /** The parameters of a callback or an event. */
  async heard({ kind, name, params }) {
    return `${kind} ${name} ${JSON.stringify(await this.value(params))}`;
  }

  async #cookies(lines) {
    const all = lines.filter((line) => !line.startsWith(CHANGE_COOKIE)).map((line) => {
      const [pair, ...attributes] = line.split("; ");
      const at = pair.indexOf("=");
      return { name: pair.slice(0, at), value: decodeURIComponent(pair.slice(at + 1)), attributes };
    });
    const parts = (name) => all.filter((each) => each.name.startsWith(`${name}.`) && each.value).map(({ value }) => value);
    const told = [];
    for (const { name, value, attributes } of all) {
      const [, whole, part] = /^(.*)\.(\d+)$/.exec(name) ?? [];
      const shown = !whole || !value ? await this.#cookie(name, value) : part === "0" ? await this.#cookie(whole, parts(whole).join("")) : "<more of it>";
      const ways = attributes.map((each) => (/^expires=/i.test(each) ? `Expires=${away(Date.parse(each.slice(8)))}` : each));
      told.push(`set-cookie: ${[`${name}=${shown}`, ...ways].join("; ")}`);
    }
    if (all.length > 1) told.push(`cookies in order: ${all.map(({ name }) => name).join(" ")}`);
    return told;
  }

  async #cookie(name, value) {
    const [token, hash, more] = value.split("|");
    if (name.endsWith("csrf-token") && hash && more === undefined) {
      const right = createHash("sha256").update(token + this.secret).digest("hex") === hash;
      return right && /^[0-9a-f]{64}$/.test(token) ? "<token|its hash>" : "<a hash that is wrong>";
    }
    return name.endsWith("session-token") && SESSION.test(value) ? "<random>" : this.text(value, name);
  }

  async #json(text) {
    try {
      return this.#leaves("body", await this.value(JSON.parse(text)));
    } catch {
      return [`body ${JSON.stringify(await this.text(text))}`];
    }
  }

  #leaves(path, value) {
    if (value === null || typeof value !== "object" || Object.keys(value).length === 0) return [`${path} ${JSON.stringify(value)}`];
    return Object.entries(value).flatMap(([key, each]) => this.#leaves(`${path}.${key}`, each));
  }

  /** What one can do on a page, not how it looks. */
  async #page(html) {
    const attributes = (tag) => Object.fromEntries(Array.from(tag.matchAll(/([\w-]+)="([^"]*)"/g), ([, name, value]) => [name, value.replaceAll("&amp;", "&")]));
    const lines = [];
    for (const [, title] of html.matchAll(/<title[^>]*>([^<]*)</g)) lines.push(`page "${title}"`);
    for (const [, told] of html.matchAll(/<output>([^<]*)<\/output>/g)) lines.push(...(await this.#json(told.replaceAll("&quot;", '"'))));
    for (const [, tag, inner] of html.matchAll(/<form\b([^>]*)>(.*?)<\/form>/gs)) {
      const { action, method = "get" } = attributes(tag);
      const fields = [];
      for (const [, field] of inner.matchAll(/<input\b([^>]*)>/g)) {
        const { name, type = "text", value } = attributes(field);
        if (name) fields.push(`${await this.text(name)}:${type}${value === undefined ? "" : `=${await this.text(value)}`}`);
      }
      lines.push(`form ${method.toLowerCase()} ${await this.text(action ?? "")} ${fields.join(" ")}`.trim());
    }
    return lines;
  }

  /** The same for everything in a value, keys in order of the alphabet. */
  async value(value, key) {
    if (Array.isArray(value)) return Promise.all(value.map((each) => this.value(each)));
    if (value && typeof value === "object") {
      const parts = Object.keys(value).filter((name) => name.startsWith(`${SESSION_COOKIE}.`));
      if (parts.length) return this.value({ ...without(value, parts), [SESSION_COOKIE]: parts.map((name) => value[name]).join("") });
      const all = [];
      for (const name of Object.keys(value).sort()) if (!isChange(name, value[name])) all.push([name, await this.value(value[name], name)]);
      return Object.fromEntries(all);
    }
    if (key === "name" && /^[a-zA-Z_$]{1,2}$/.test(value)) return "<minified>";
    if (RANDOM_KEYS.test(key) && RANDOM.test(value) && !UUID.test(value)) return "<random>";
    if (key === "sessionToken" && SESSION.test(value)) return "<random>";
    if (typeof value === "number" && /^(iat|exp|nbf|expires_at)$/.test(key)) return away(value * 1000);
    return typeof value === "string" ? this.text(value, key) : value;
  }

  async text(text, name) {
    if (JWE.test(text)) return this.#token(text, name);
    for (const [place, its] of Object.entries(this.places)) {
      text = text.replaceAll(place, its).replaceAll(encodeURIComponent(place), its);
    }
    return text
      .replace(/eyJ[\w-]+\.eyJ[\w-]+\.[\w-]+/g, "<signed token>")
      .replace(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z/g, (time) => away(Date.parse(time)))
      .replace(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, "<uuid>")
      .replace(/[0-9a-f]{64}/g, "<64 hex>")
      .replace(/^[0-9a-f]{16}$/, "<16 hex>")
      .replace(/(.)\1{99,}/g, (run, sign) => `<${run.length} times ${sign}>`)
      .replace(/\$ACTION_ID_[0-9a-f]+/g, "$ACTION_ID")
      .replace(/'sha256-[^']*'/g, "'sha256-<hash>'")
      .replace(/\b(state|nonce|code_challenge|code_verifier)=[\w.-]{20,}/g, "$1=<random>");
  }

  async #token(token, name) {
    for (const salt of SALTS(name)) {
      const claims = await decode({ token, secret: this.secret, salt }).catch(() => null);
      if (!claims) continue;
      const value = await this.value(claims);
      return JSON.stringify(typeof value.value === "string" && /^[\w-]{40,}$/.test(value.value) ? { ...value, value: "<random>" } : value);
    }
    return "<a token of another secret>";
  }
}

function without(object, names) {
  return Object.fromEntries(Object.entries(object).filter(([name]) => !names.includes(name)));
}

/** How far away, in minutes: long enough for slow machines. */
function away(time) {
  const minutes = Math.round((time - Date.now()) / 60_000);
  if (!Number.isFinite(minutes)) return "<never>";
  return minutes === 0 ? "<now>" : minutes % 1440 === 0 ? `<${minutes / 1440} days>` : `<${minutes} minutes>`;
}
