import { encode } from "@auth/core/jwt";
import { until } from "../testing/process.js";
import { Recorder } from "./record.js";
import { secret, site as url } from "./sides.js";
import { Visitor } from "./visitor.js";

/** The name under which a site of https keeps a cookie. */
const secured = (name) => name.replace(/^authjs\./, /^authjs\.csrf-token/.test(name) ? "__Host-authjs." : "__Secure-authjs.");
const COOKIE = secured("authjs.session-token");
const LARGEST = 3936;
const MARKER = "marker@example.com";

/**
 * Plays the scenes of a site to one side.
 *
 * @param late whether it hears of events after the answer
 * @param buildId what Next has in the address of a page's data
 */
export async function play(scenes, site, { at, issuer, link, late, buildId = "transcript" }) {
  const inside = at.replace("127.0.0.1", "localhost");
  const recorder = new Recorder(secret, { [url]: "{site}", [at]: "{inside}", [inside]: "{inside}", [inside.replace("http:", "https:")]: "{inside}", [issuer]: "{issuer}" });
  const record = new Map();
  const hears = site !== "bare";
  const marker = hears && late ? await marked(site, at, link) : undefined;
  for (const { title, on, act } of scenes) {
    if (!on.includes(site)) continue;
    const visitor = new Visitor(url, at);
    const step = async (name, method, path, { stranger, cookies, together, ...options } = {}) => {
      const key = `${title}: ${name}`;
      if (record.has(key)) throw new Error(`two steps are called ${key}`);
      const who = stranger || cookies ? new Visitor(url, at) : visitor;
      for (const [cookie, value] of Object.entries(cookies ?? {})) who.cookies.set(secured(cookie), value);
      const answer = await who.ask(method, path.replace("/_next/data/transcript/", `/_next/data/${buildId}/`), JSON.parse(JSON.stringify(options).replaceAll("{site}", url)));
      const lines = [...(await recorder.answer(answer)), await recorder.jar(who.cookies)];
      if (hears) lines.push(...(await heard(at, recorder, marker, together)));
      record.set(key, lines);
      return answer;
    };
    /** What leads to a step and is compared elsewhere. */
    step.silently = async (...request) => {
      const answer = await visitor.ask(...request);
      if (hears) await heard(at, recorder, marker);
      return answer;
    };
    const token = async () => JSON.parse((await visitor.ask("GET", "/api/auth/csrf")).text).csrfToken;
    const minted = async (token, { maxAge, secret: other = secret } = {}) => inParts(await encode({ token, secret: other, salt: COOKIE, maxAge }));
    await act({ step, token, minted, consent, mailed: () => mailed(link), visitor });
  }
  return record;
}

function inParts(token) {
  if (token.length <= LARGEST) return { [COOKIE]: token };
  return Object.fromEntries(token.match(new RegExp(`.{1,${LARGEST}}`, "g")).map((part, i) => [`${COOKIE}.${i}`, part]));
}

/**
 * Returns the callbacks and events that the application received meanwhile. Cardea sends events after the answer, one
 * after the other: once the application has an event that is caused now, it has all earlier ones.
 *
 * @param together whether the site itself and the core have events at the same time, so that they have no order
 */
async function heard(at, recorder, marker, together = false) {
  const all = await observed(at);
  if (marker) await marker.cause();
  const came = async () => {
    const events = (await observed(at)).filter(({ kind }) => kind === "event");
    all.push(...events.filter((each) => !ofMarker(each)));
    return events.some((each) => each.name === marker.event && ofMarker(each));
  };
  if (marker && !(await until(came))) throw new Error(`no event came: ${JSON.stringify(all)}`);
  const lines = [];
  for (const kind of ["configuration", "callback", "event"]) {
    const of = all.filter((each) => each.kind === kind);
    for (const each of of) lines.push(await recorder.heard(each));
    if (of.length > 1 && !(together && kind === "event")) lines.push(`${kind}s in order: ${of.map(({ name }) => name).join(" ")}`);
  }
  return lines;
}

const ofMarker = ({ params }) => JSON.stringify(params).includes(MARKER);

/** A visitor who causes an event of the core's: by signing out of a token, or by asking for a session in rows. */
async function marked(site, at, link) {
  const marker = new Visitor(url, at);
  const { csrfToken } = JSON.parse((await marker.ask("GET", "/api/auth/csrf")).text);
  if (site !== "rows") {
    const token = await encode({ token: { name: MARKER }, secret, salt: COOKIE });
    const cause = () => (marker.cookies.set(COOKIE, token), marker.ask("POST", "/api/auth/signout", { form: { csrfToken } }));
    return { event: "signOut", cause };
  }
  await marker.ask("POST", "/api/auth/signin/nodemailer", { form: { csrfToken, email: MARKER } });
  await marker.ask("GET", await mailed(link));
  const known = { event: "session", cause: () => marker.ask("GET", "/api/auth/session") };
  // Discards the events of this sign-in.
  await heard(at, { heard: () => "" }, known);
  return known;
}

const observed = async (at) => JSON.parse((await new Visitor(url, at).ask("GET", "/observed")).text);

/** @returns where the newest mail leads, which may be under way */
async function mailed(link) {
  let found;
  if (!(await until(async () => (found = await link()) && found !== read))) throw new Error("no mail came");
  read = found;
  const { pathname, search } = new URL(found);
  return pathname + search;
}
let read;

/** Says yes at the identity provider. @returns where the visitor is sent then */
async function consent(location) {
  const { text } = await new Visitor("http://nowhere", "http://nowhere").ask("GET", location);
  const back = new URL(/id="go" href="([^"]*)"/.exec(text)[1].replaceAll("&amp;", "&"));
  return back.pathname + back.search;
}
