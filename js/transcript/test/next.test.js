import assert from "node:assert/strict";
import { existsSync, writeFileSync } from "node:fs";
import { after, before, describe, test } from "node:test";
import { fileURLToPath } from "node:url";
import { withoutServer } from "../../testing/server.js";
import { differences, judge } from "../compare.js";

const here = (path) => fileURLToPath(new URL(path, import.meta.url));
const without =
  withoutServer || existsSync(here("../node_modules/next-auth")) || process.env.CARDEA_REQUIRE === "all" ? withoutServer : "next-auth is not there: npm ci in transcript";

describe("the same script, with next-auth and with ours", { skip: without }, () => {
  const records = { "next-auth": new Map(), cardea: new Map() };
  const listed = differences(here("../differences.txt"));
  const logs = [];

  before(async () => {
    const [{ play }, { identityProvider, startSide }, { scenes }] = await Promise.all([import("../record-sides.js"), import("../sides.js"), import("../scenes/index.js")]);
    const identity = await identityProvider();
    const sides = await Promise.all(
      ["bare", "decided"].flatMap((name) => ["next-auth", "cardea"].map(async (side) => ({ name, side, ...(await startSide(side, { name }, identity.url)) }))),
    );
    try {
      for (const { name, side, site } of sides) {
        const record = await play(scenes, name, { url: site, issuer: identity.url }, records["next-auth"]);
        for (const [step, lines] of record) records[side].set(step, lines);
      }
    } finally {
      for (const each of sides) logs.push(each.log());
      await Promise.all([identity, ...sides].map(({ stop }) => stop()));
    }
  });

  test("differs as listed, and not otherwise", () => {
    const { unlisted } = judge(records["next-auth"], records.cardea, listed);
    write(process.env.TRANSCRIPT_OUT);
    const equal = Array.from(records["next-auth"]).filter(([step, lines]) => lines.join("\n") === records.cardea.get(step)?.join("\n"));
    console.log(`${records["next-auth"].size} steps, ${equal.length} of them alike to the letter`);
    assert.equal(unlisted.join("\n\n"), "");
  });

  /** Both recordings, for reading. */
  function write(folder) {
    if (!folder) return;
    for (const [side, record] of Object.entries(records)) {
      writeFileSync(`${folder}/${side}.txt`, Array.from(record, ([step, lines]) => [`# ${step}`, ...lines, ""].join("\n")).join("\n"));
    }
    writeFileSync(`${folder}/unlisted.txt`, judge(records["next-auth"], records.cardea, listed).unlisted.join("\n\n"));
    writeFileSync(`${folder}/log.txt`, logs.join("\n----\n"));
  }

  test("what is listed is so", () => {
    const { idle } = judge(records["next-auth"], records.cardea, listed);
    assert.deepEqual(idle, []);
    assert.deepEqual(listed.filter(({ reason }) => !reason || reason === "?"), []);
  });
});
