import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { applied, hookReceiver, hooksOf, Site } from "../dist/index.js";
import { listen, secret as old } from "../../testing/core.js";
import { until } from "../../testing/process.js";
import { serve, withoutServer } from "../../testing/server.js";

const newer = "c41d7e0a93b65f288e1fd07a24b9c635";
const origin = "https://app.example";
const AT_ONCE = 4;
const silent = { error() {}, warn() {}, debug() {} };

/** A configuration of the core whose file is written again. */
const core = (hooks, secrets) => `
secret: [${secrets.join(", ")}]
bridge: true
url: ${origin}
session: { strategy: jwt, updateAge: 0 }
providers:
  - { id: staff, type: credentials }
hooks: { url: "${hooks}" }
`;

/** What each side lists, step by step, from the old secret alone to the new one alone. */
const orders = [];
for (const first of ["core", "site"]) {
  for (const coreHas of [[old, newer], [newer, old]]) {
    for (const siteHas of [[old, newer], [newer, old]]) orders.push({ first, coreHas, siteHas });
  }
}
const named = (secrets) => secrets.map((each) => (each === old ? "old" : "new")).join(", ");

describe("secrets are replaced while users work", { skip: withoutServer }, () => {
  let app, server, secrets, calls;

  before(async () => {
    // As a new deployment of the site, with the same address.
    app = await listen((request) => hookReceiver(hooksOf(config()), { secret: secrets, path: "/hooks" })(request));
    secrets = [old];
    server = await serve(core(`${app.url}/hooks`, [old]));
  });

  after(async () => {
    await server?.stop();
    await app?.stop();
  });

  const config = () => ({
    core: server?.url ?? "http://127.0.0.1:1",
    secret: secrets,
    logger: silent,
    fetch: calls,
    authorize: { staff: ({ username, password }) => (password === "right" ? { id: username, name: username } : null) },
    callbacks: { jwt: ({ token, trigger, session }) => (trigger === "update" ? { ...token, name: session.name } : token) },
  });
  const site = () => new Site(config(), "/auth", {});
  const visitor = (cookie) => ({ origin, cookie, headers: {}, request: {} });

  async function signedIn(name) {
    const fields = { username: name, password: "right" };
    const { cookies } = await site().signIn(visitor(), { provider: "staff", redirectTo: "/", fields });
    return applied("", cookies);
  }

  /** Users who sign in, are recognized, prolong, change their sessions and sign out, until the end. */
  function load(staying) {
    const failures = [];
    let ended = false;
    const rounds = staying.map(() => 0);
    const check = (what, user, name) => user?.name === name || failures.push(`${what}: ${name} is ${user?.name ?? "signed out"} at ${named(secrets)}`);
    async function one(user, number) {
      let { cookie, name } = user;
      for (let round = 0; !ended; round++, rounds[number]++) {
        try {
          check("read", (await site().read(visitor(cookie)))?.user, name);
          check("the core reads", (await site().bridge.session(visitor(cookie)))?.user, name);
          const kept = await site().keep(visitor(cookie));
          check("keep", kept.session?.user, name);
          cookie = applied(cookie, kept.cookies);
          const changed = await site().update(visitor(cookie), { name: `${number}-${round}` });
          name = `${number}-${round}`;
          check("update", changed.session?.user, name);
          cookie = applied(cookie, changed.cookies);
          const other = await signedIn(`guest${number}`);
          check("sign in", (await site().read(visitor(other)))?.user, `guest${number}`);
          await site().signOut(visitor(other), "/");
        } catch (error) {
          failures.push(`${error.message} at ${named(secrets)}`);
        }
      }
      return { cookie, name };
    }
    const all = staying.map(one);
    return {
      failures,
      /** Until each user has worked under what is in force now. */
      async more() {
        const before = [...rounds];
        assert.ok(await until(() => rounds.every((count, i) => count >= before[i] + 2)), failures.join());
      },
      async end() {
        ended = true;
        return Promise.all(all);
      },
    };
  }

  const move = {
    core: (list) => server.reload(core(`${app.url}/hooks`, list)),
    site: async (list) => void (secrets = list),
  };

  for (const { first, coreHas, siteHas } of orders) {
    test(`the ${first} first, the core by (${named(coreHas)}), the site by (${named(siteHas)})`, async () => {
      secrets = [old];
      await move.core([old]);
      // Sites share what they know of a core by this function.
      calls = (...args) => fetch(...args);
      const users = await Promise.all(Array.from({ length: AT_ONCE }, async (_, i) => ({ name: `user${i}`, cookie: await signedIn(`user${i}`) })));
      const work = load(users);
      const has = { core: coreHas, site: siteHas };
      const second = first === "core" ? "site" : "core";
      try {
        await work.more();
        // Before the old one goes, sessions are prolonged by the new one: whichever side prolongs has it first by then.
        for (const lists of [has, { core: [newer, old], site: [newer, old] }, { core: [newer], site: [newer] }]) {
          for (const side of [first, second]) {
            await move[side](lists[side]);
            await work.more();
          }
        }
      } finally {
        await work.end();
      }
      assert.deepEqual(work.failures, []);
    });
  }
});
