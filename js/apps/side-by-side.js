// The application of the kind of next-auth's official example, on next-auth and on Cardea, with all callbacks on: what a
// page takes while the core is well, while it hangs, and while it is away.
//   node apps/side-by-side.js [--rounds 5]     CARDEA_APPS_BUILT=1: both are built already
// Ends with 1 where a row is more than 10 % behind next-auth, where a core that hangs costs more than one read timeout, or
// where a signed-in user is shown as signed out.
import { parseArgs } from "node:util";
import { buildOfficial, identity, onCardea, onNextAuth, signedIn } from "./official.js";
import { ask, atOnce, connections, median, oneByOne } from "./load.js";

const { rounds: given } = parseArgs({ options: { rounds: { type: "string", default: "5" } } }).values;
const rounds = Number(given);
const ROWS = { "protected page": "/middleware-example", "server page": "/server-example", session: "/auth/session", API: "/api/protected" };
const TOLERANCE = 1.1;
const READ_TIMEOUT = 5000;
const NAME = "wilhelmina";
const one = connections(1);
const ten = connections(10);

const folders = buildOfficial();
const idp = await identity();
const sides = { "next-auth": await onNextAuth(folders["next-auth"], idp), Cardea: await onCardea(folders.cardea, idp) };
const cardea = sides.Cardea;
const faults = [];
try {
  const cookies = {};
  for (const [name, { site }] of Object.entries(sides)) {
    const visitor = await signedIn(site, NAME);
    cookies[name] = Array.from(visitor.cookies, (pair) => pair.join("=")).join("; ");
    for (const path of Object.values(ROWS)) {
      const { status, text } = await ask(one, site + path, cookies[name]);
      if (status !== 200 || !text.includes(NAME)) throw new Error(`${name}: ${path} does not know its visitor: ${status} ${text.slice(0, 200)}`);
      await atOnce(ten, site + path, cookies[name], 10, 1500);
    }
  }
  const well = await measured(cookies);
  const away = cookies.Cardea;
  const frozen = await hanging(away);
  const dead = await stopped(away);
  print(well, frozen, dead);
} finally {
  for (const side of Object.values(sides)) await side.stop();
  await idp.stop();
  for (const agent of [one, ten]) agent.destroy();
}
for (const fault of faults) console.error(fault);
process.exitCode = faults.length ? 1 : 0;

/** Both sides by turns, so that what else the machine does meets both. */
async function measured(cookies) {
  const results = Object.fromEntries(Object.keys(sides).map((name) => [name, Object.fromEntries(Object.keys(ROWS).map((row) => [row, { times: [], rates: [] }]))]));
  for (let round = 0; round < rounds; round++) {
    for (const [row, path] of Object.entries(ROWS)) {
      const order = Object.entries(sides);
      for (const [name, { site }] of round % 2 ? order.reverse() : order) {
        const result = results[name][row];
        result.times.push(median(await oneByOne(one, site + path, cookies[name], 40)));
        result.rates.push(await atOnce(ten, site + path, cookies[name], 10, 2000));
      }
    }
  }
  const told = {};
  for (const row of Object.keys(ROWS)) {
    told[row] = Object.fromEntries(Object.keys(sides).map((name) => [name, { time: median(results[name][row].times), rate: median(results[name][row].rates) }]));
    const { "next-auth": theirs, Cardea: ours } = told[row];
    if (ours.time > theirs.time * TOLERANCE) faults.push(`${row}: ${ms(ours.time)} beside ${ms(theirs.time)} of next-auth`);
    if (ours.rate * TOLERANCE < theirs.rate) faults.push(`${row}: ${Math.round(ours.rate)} requests/s beside ${Math.round(theirs.rate)} of next-auth`);
  }
  return told;
}

/** While the core answers nothing: the slowest of each row, in a process that did not know it yet, and who is shown. */
async function hanging(cookie) {
  cardea.core.pause();
  const told = {};
  let waits = 0;
  try {
    for (const [row, path] of Object.entries(ROWS)) {
      const answers = [];
      for (let i = 0; i < 10; i++) answers.push(await ask(one, cardea.site + path, cookie));
      told[row] = { slowest: Math.max(...answers.map(({ took }) => took)), shown: shown(row, answers, "while the core hangs") };
      waits += answers.filter(({ took }) => took > READ_TIMEOUT / 2).length;
    }
    // What is the core's: the first asks it, the others know that it hangs.
    const signIns = [];
    for (let i = 0; i < 3; i++) signIns.push(await ask(one, `${cardea.site}/auth/providers`));
    told["the core's own route"] = { slowest: Math.max(...signIns.map(({ took }) => took)), statuses: signIns.map(({ status }) => status) };
    waits += signIns.filter(({ took }) => took > READ_TIMEOUT / 2).length;
    const slowest = Math.max(...Object.values(told).map((each) => each.slowest));
    if (slowest > 1.2 * READ_TIMEOUT) faults.push(`a core that hangs: an answer took ${ms(slowest)}`);
    if (waits > 1) faults.push(`a core that hangs: ${waits} answers waited for it`);
  } finally {
    cardea.core.go();
  }
  return told;
}

/** While the core is away, in a site that knows it and in one that was started meanwhile. */
async function stopped(cookie) {
  await cardea.core.stop();
  const told = {};
  for (const when of ["away", "away, site started anew"]) {
    if (when !== "away") await cardea.restartSite();
    for (const [row, path] of Object.entries(ROWS)) {
      const answers = [];
      for (let i = 0; i < 20; i++) answers.push(await ask(one, cardea.site + path, cookie));
      (told[row] ??= {})[when] = { time: median(answers.map(({ took }) => took)), shown: shown(row, answers, `while the core is ${when}`) };
    }
  }
  await cardea.restartCore();
  return told;
}

/** What a signed-in visitor sees. */
function shown(row, answers, when) {
  const lost = answers.find(({ status, text }) => status !== 200 || !text.includes(NAME));
  if (lost) faults.push(`${row}: not shown as signed in ${when}: ${lost.status} ${lost.headers.location ?? ""}`.trimEnd());
  return lost ? `${lost.status}, SIGNED OUT` : "signed in";
}

function ms(time) {
  return `${time < 100 ? time.toFixed(1) : Math.round(time)} ms`;
}

function print(well, frozen, dead) {
  const head = ["", "next-auth", "", "Cardea", "", "core hangs: slowest", "", "core away: median", "", "and site started anew", ""];
  const lines = Object.keys(ROWS).map((row) => {
    const { "next-auth": theirs, Cardea: ours } = well[row];
    const [here, anew] = Object.values(dead[row]);
    return [row, ms(theirs.time), `${Math.round(theirs.rate)}/s`, ms(ours.time), `${Math.round(ours.rate)}/s`, ms(frozen[row].slowest), frozen[row].shown, ms(here.time), here.shown, ms(anew.time), anew.shown];
  });
  const all = [head, ...lines];
  const widths = head.map((_, i) => Math.max(...all.map((line) => line[i].length)));
  console.log(`${rounds} rounds by turns: median of 40 requests one by one, and requests a second of 10 at once, for 2 s\n`);
  for (const line of all) console.log(line.map((text, i) => (i ? text.padStart(widths[i]) : text.padEnd(widths[i]))).join("  ").trimEnd());
  const own = frozen["the core's own route"];
  console.log(`\ncore hangs, /auth/providers three times: ${own.statuses.join(" ")}, slowest ${ms(own.slowest)}`);
}
