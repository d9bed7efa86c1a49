import { encode } from "@auth/core/jwt";
import { Recorder } from "./record.js";
import { secret } from "./sides.js";
import { Visitor } from "./visitor.js";

const COOKIE = "authjs.session-token";
const LARGEST = 3936;

/** Plays the scenes of a site to one side. @param before what the other side heard, which this one may hear a little later */
export async function play(scenes, site, { url, issuer }, before = new Map()) {
  const recorder = new Recorder(secret, { [url]: "{site}", [issuer]: "{issuer}" });
  const record = new Map();
  for (const { title, on, act } of scenes) {
    if (on !== site) continue;
    const visitor = new Visitor(url);
    const hears = site !== "bare";
    const step = async (name, method, path, { stranger, cookies, ...options } = {}) => {
      const key = `${title}: ${name}`;
      if (record.has(key)) throw new Error(`two steps are called ${key}`);
      const who = stranger || cookies ? new Visitor(url) : visitor;
      for (const [cookie, value] of Object.entries(cookies ?? {})) who.cookies.set(cookie, value);
      const answer = await who.ask(method, path, JSON.parse(JSON.stringify(options).replaceAll("{site}", url)));
      const lines = await recorder.answer(answer);
      if (hears) lines.push(...(await heard(url, recorder, before.get(key))));
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

/** What the application was told meanwhile. Ours is told of events after the answer. */
async function heard(url, recorder, before = []) {
  const wanted = before.filter((line) => line.startsWith("event ")).length;
  const all = [];
  for (let i = 0; i < 40; i++) {
    all.push(...JSON.parse((await new Visitor(url).ask("GET", "/observed")).text));
    if (all.filter(({ kind }) => kind === "event").length >= wanted) break;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  const lines = [];
  for (const kind of ["callback", "event"]) for (const each of all) if (each.kind === kind) lines.push(await recorder.heard(each));
  return lines;
}

/** Says yes at the identity provider. @returns where the visitor is sent then */
async function consent(location) {
  const { text } = await new Visitor("http://nowhere").ask("GET", location);
  const back = new URL(/id="go" href="([^"]*)"/.exec(text)[1].replaceAll("&amp;", "&"));
  return back.pathname + back.search;
}
