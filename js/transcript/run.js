import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { withoutServer } from "../testing/server.js";
import { differences, judge } from "./compare.js";

const here = (path) => fileURLToPath(new URL(path, import.meta.url));
const SIDES = ["reference", "cardea"];

/** Why nothing is played, or false; where everything is required, something is. */
export const withoutReference =
  withoutServer || existsSync(here("node_modules/next-auth")) || process.env.CARDEA_REQUIRE === "all" ? withoutServer : "next-auth is not there: npm ci in transcript";

/**
 * Plays the scenes of some sites to both sides.
 *
 * @param host the program that is the site's server
 * @param place what the list calls it
 */
export async function compare(place, { sites, host }) {
  const [{ play }, { identityProvider, inbox, startSide }, { scenes }] = await Promise.all([import("./record-sides.js"), import("./sides.js"), import("./scenes/index.js")]);
  const records = Object.fromEntries(SIDES.map((side) => [side, new Map()]));
  const logs = [];
  const [identity, post] = await Promise.all([identityProvider(), inbox()]);
  const around = { issuer: identity.url, mail: post.mail };
  const starts = await Promise.allSettled(sites.flatMap((name) => SIDES.map((side) => startSide(side, name, host, around))));
  const started = starts.flatMap(({ value }) => value ?? []);
  try {
    for (const { reason } of starts) if (reason) throw reason;
    for (const { name, side, at } of started) {
      for (const [step, lines] of await play(scenes, name, { at, issuer: identity.url, link: post.link, late: side === "cardea", buildId: host.buildId })) records[side].set(step, lines);
    }
  } finally {
    for (const each of started) logs.push(each.log());
    await Promise.all([identity, post, ...started].map(({ stop }) => stop()));
  }
  const titles = scenes.filter(({ on }) => sites.some((site) => on.includes(site))).map(({ title }) => title);
  const listed = differences(here("differences.txt"));
  const judged = judge(records.reference, records.cardea, listed, titles, place);
  if (process.env.TRANSCRIPT_OUT) write(`${process.env.TRANSCRIPT_OUT}/${place}`, records, judged, logs);
  const alike = Array.from(records.reference).filter(([step, lines]) => lines.join("\n") === records.cardea.get(step)?.join("\n"));
  const stale = listed.flatMap(({ steps }) => steps).filter((step) => !step.includes("*") && !scenes.some(({ title }) => step.startsWith(`${title}: `)));
  const forgiving = listed.filter(({ steps, theirs }) => steps.includes("*") && theirs.some((line) => line.startsWith("set-cookie: ")));
  return { ...judged, forgiving, steps: records.reference.size, alike: alike.length, unexplained: listed.filter(({ reason }) => !reason || reason === "?"), stale };
}

function write(folder, records, { unlisted }, logs) {
  mkdirSync(folder, { recursive: true });
  for (const [side, record] of Object.entries(records)) {
    writeFileSync(`${folder}/${side}.txt`, Array.from(record, ([step, lines]) => [`# ${step}`, ...lines, ""].join("\n")).join("\n"));
  }
  writeFileSync(`${folder}/unlisted.txt`, unlisted.join("\n\n"));
  writeFileSync(`${folder}/log.txt`, logs.join("\n"));
}
