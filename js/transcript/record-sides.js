import { randomUUID } from "node:crypto";
import { encode } from "@auth/core/jwt";
import { Recorder } from "./record.js";
import { secret } from "./sides.js";
import { Visitor } from "./visitor.js";

const COOKIE = "authjs.session-token";
const LARGEST = 3936;

/** Plays the scenes of a site to one side. */
export async function play(scenes, site, { url, issuer }) {
  const recorder = new Recorder(secret, { [url]: "{site}", [issuer]: "{issuer}" });
  const record = new Map();
  for (const { title, on, act } of scenes) {
    if (!on.includes(site)) continue;
    const visitor = new Visitor(url);
    const hears = site !== "bare";
    const step = async (name, method, path, { stranger, cookies, ...options } = {}) => {
      const key = `${title}: ${name}`;
      if (record.has(key)) throw new Error(`two steps are called ${key}`);
      const who = stranger || cookies ? new Visitor(url) : visitor;
      for (const [cookie, value] of Object.entries(cookies ?? {})) who.cookies.set(cookie, value);
      const answer = await who.ask(method, path, JSON.parse(JSON.stringify(options).replaceAll("{site}", url)));
      const lines = await recorder.answer(answer);
      if (hears) lines.push(...(await heard(url, recorder)));
      record.set(key, lines);
      return answer;
    };
    const token = async () => JSON.parse((await visitor.ask("GET", "/api/auth/csrf")).text).csrfToken;
    const minted = async (token, { maxAge, secret: other = secret } = {}) => inParts(await encode({ token, secret: other, salt: COOKIE, maxAge }));
    await act({ step, token, minted, consent, visitor });
  }
  return record;
}

function inParts(token) {
  if (token.length <= LARGEST) return { [COOKIE]: token };
  return Object.fromEntries(token.match(new RegExp(`.{1,${LARGEST}}`, "g")).map((part, i) => [`${COOKIE}.${i}`, part]));
}

/**
 * What the application was told meanwhile. Ours is told of events after the answer, one after the other: when it knows of an
 * event that is caused now, it knows of all before.
 */
async function heard(url, recorder) {
  const all = await observed(url);
  const name = `marker ${randomUUID()}`;
  const marker = new Visitor(url);
  marker.cookies.set(COOKIE, await encode({ token: { name }, secret, salt: COOKIE }));
  await marker.ask("GET", "/api/auth/session");
  for (let known = false; !known; ) {
    const later = (await observed(url)).filter(({ kind }) => kind === "event");
    known = later.some(({ params }) => params.token?.name === name);
    all.push(...later.filter(({ params }) => params.token?.name !== name));
    if (!known) await new Promise((resolve) => setTimeout(resolve, 5));
  }
  const lines = [];
  for (const kind of ["configuration", "callback", "event"]) for (const each of all) if (each.kind === kind) lines.push(await recorder.heard(each));
  return lines;
}

const observed = async (url) => JSON.parse((await new Visitor(url).ask("GET", "/observed")).text);

/** Says yes at the identity provider. @returns where the visitor is sent then */
async function consent(location) {
  const { text } = await new Visitor("http://nowhere").ask("GET", location);
  const back = new URL(/id="go" href="([^"]*)"/.exec(text)[1].replaceAll("&amp;", "&"));
  return back.pathname + back.search;
}
