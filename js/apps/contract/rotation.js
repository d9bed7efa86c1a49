import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { SETTINGS, secret as old } from "../parts.js";
import { until } from "../../testing/process.js";
import { Visitor } from "../../transcript/visitor.js";
import { posted, settings, signIn, signedIn, user } from "./application.js";

const newer = "c41d7e0a93b65f288e1fd07a24b9c635";
const USERS = 3;
const inTheEnd = { core: [newer, old], site: [newer, old] };

/** Which side moves first, and what each lists while both secrets count. */
export const orders = {
  "the core first": { first: "core", core: [old, newer], site: [newer, old] },
  "the site first": { first: "site", core: [newer, old], site: [old, newer] },
};

/** Replaces the secret of both sides while users work. No request of theirs fails, and none is signed out. */
export async function replacesSecrets(its, { first, ...both }) {
  const users = await Promise.all(Array.from({ length: USERS }, (_, i) => signedIn(`user${i}`)));
  let port = 3000;
  const work = load(users, () => `http://127.0.0.1:${port}`);
  const move = {
    async core(secrets) {
      const before = its.core.log.length;
      writeFileSync(`${its.folder}${SETTINGS}`, settings(its.auto, { secrets }));
      its.core.reload();
      assert.ok(await until(() => its.core.log.slice(before).join("").includes("the configuration was reloaded")), its.core.log.slice(before).join(""));
    },
    /** As a rolling deployment does: the new process answers before the old one goes. */
    async site([newest, other = ""]) {
      const next = port === 3000 ? 3001 : 3000;
      const before = its.app;
      its.app = await its.begin({ port: next, env: other ? { AUTH_SECRET_1: newest, AUTH_SECRET: other } : { AUTH_SECRET: newest } });
      its.hooks.application.port = port = next;
      await work.more();
      await before.stop();
    },
  };
  try {
    await work.more();
    for (const lists of [both, inTheEnd, { core: [newer], site: [newer] }]) {
      for (const side of first === "core" ? ["core", "site"] : ["site", "core"]) {
        await move[side](lists[side]);
        await work.more();
      }
    }
  } finally {
    await work.end();
    its.hooks.application.port = 3000;
  }
  assert.deepEqual(work.failures, []);
}

/** Users who read and change their sessions, and guests who sign in and out, until the end. */
function load(users, where) {
  const failures = [];
  const rounds = users.map(() => 0);
  let isOver = false;

  async function round(who, number) {
    const name = `user${number} in round ${rounds[number]}`;
    const changed = await withToken(() => update(who, name));
    if (changed.status !== 200) failures.push(`an update: ${changed.status} ${changed.text}`);
    const found = (await user(who))?.name;
    if (found !== name) failures.push(`after an update: ${name} is ${found ?? "signed out"}`);
    const page = await who.ask("GET", "/members");
    if (page.status !== 200) failures.push(`a page: ${page.status}`);
    const guest = new Visitor(who.site, who.at);
    const answer = await withToken(() => signIn(guest, `guest${number}`));
    if ((await user(guest))?.name !== `guest${number}`) failures.push(`a sign-in: ${answer.status} to ${answer.headers.get("location")}`);
    await withToken(() => posted(guest, "signout", {}));
    if (await user(guest)) failures.push("a sign-out");
  }

  async function work(who, number) {
    for (; !isOver; rounds[number]++) {
      who.at = where();
      await round(who, number).catch((error) => failures.push(error.message));
    }
  }

  const all = users.map(work);
  return {
    failures,
    /** Waits until each user has worked a whole round under what is in force now. */
    async more() {
      const before = [...rounds];
      assert.ok(await until(() => rounds.every((count, i) => count >= before[i] + 2), 300_000), "the users came to a halt");
    },
    end: () => ((isOver = true), Promise.all(all)),
  };
}

async function update(who, name) {
  const { csrfToken } = JSON.parse((await who.ask("GET", "/api/auth/csrf")).text);
  return who.ask("POST", "/api/auth/session", { json: { csrfToken, data: { user: { name } } }, headers: { origin: who.site } });
}

/** A token against forged requests depends on the whole list, as in Auth.js: one from before a change is asked for again. */
async function withToken(post) {
  const answer = await post();
  const isOld = answer.status === 400 || /error=MissingCSRF/.test(answer.headers.get("location"));
  return isOld ? post() : answer;
}
