import assert from "node:assert/strict";
import { after, afterEach, before, beforeEach, describe, mock, test } from "node:test";
import { applied, hookReceiver, hooksOf, Site } from "../dist/index.js";
import { listen, secret } from "../../testing/core.js";
import { serve, withoutServer } from "../../testing/server.js";

const origin = "https://app.example";
const configuration = (hooks) => `
secret: ${secret}
bridge: true
url: ${origin}
store: memory
session: { strategy: revocable }
providers:
  - { id: staff, type: credentials }
hooks: { url: "${hooks}" }
`;

describe("a site that reads revocable sessions of the server", { skip: withoutServer }, () => {
  let app, server, config, calls;

  before(async () => {
    config = {
      secret,
      logger: { error() {}, warn() {} },
      fetch: (input, init) => (calls.push(new URL(input).pathname), fetch(input, init)),
      authorize: { staff: ({ username }) => ({ id: username, name: username }) },
      callbacks: { jwt: ({ token, storedUser }) => ({ ...token, stored: storedUser !== undefined }) },
    };
    app = await listen((request) => hookReceiver(hooksOf(config), { secret, path: "/hooks" })(request));
    server = await serve(configuration(`${app.url}/hooks`));
    config.core = server.url;
  });
  beforeEach(() => (calls = []));
  afterEach(() => {
    mock.timers.reset();
    mock.restoreAll();
  });
  after(async () => {
    await server?.stop();
    await app?.stop();
  });

  /** A process of the site, which has read no session yet. */
  const another = () => {
    delete globalThis[Symbol.for("cardea.confirmations")];
    return new Site(config, "/auth", {});
  };
  const visitor = (cookie) => ({ origin, cookie, headers: {}, request: {} });
  const checks = () => calls.filter((path) => path.endsWith("/session-check")).length;

  async function signedIn(site, name) {
    const { cookies } = await site.signIn(visitor(), { provider: "staff", redirectTo: "/", fields: { username: name, password: "x" } });
    return applied("", cookies);
  }

  test("a session that another process ended is over when the answer of the core is four seconds old", async () => {
    const [site, other] = [another(), another()];
    const [phone, laptop] = [await signedIn(site, "ada"), await signedIn(site, "ada")];
    mock.timers.enable({ apis: ["Date"], now: Date.now() });
    mock.method(performance, "now", () => 0);
    for (let i = 0; i < 20; i++) assert.equal((await site.read(visitor(phone))).user.name, "ada");
    assert.equal(checks(), 1);

    assert.deepEqual((await other.openSessions(visitor(laptop))).map(({ current, provider }) => [current, provider]).sort(), [[false, "staff"], [true, "staff"]]);
    assert.deepEqual(await other.endSessions(visitor(laptop), "others"), { ended: 1, cookies: [] });
    assert.equal(await other.read(visitor(phone)), null, "in the process that ended it immediately");
    mock.timers.tick(4_000);
    const kept = await site.keep(visitor(phone));
    assert.deepEqual([kept.session, kept.unknown, kept.cookies], [null, undefined, []]);
    assert.equal((await site.read(visitor(laptop))).user.name, "ada");
  });

  test("a sign-out in one browser leaves the others signed in, and a copy of its cookie signs no user in", async () => {
    const site = another();
    const [phone, laptop] = [await signedIn(site, "bob"), await signedIn(site, "bob")];
    assert.ok(await site.read(visitor(phone)));
    await site.signOut(visitor(phone), "/");
    assert.equal(await site.read(visitor(phone)), null);
    assert.equal((await site.read(visitor(laptop))).user.name, "bob");
    const { ended, cookies } = await site.endSessions(visitor(laptop), "all");
    assert.equal(ended, 1);
    assert.equal(await site.read(visitor(applied(laptop, cookies))), null);
  });

  test("an update is kept in the same session", async () => {
    const site = another();
    const cookie = await signedIn(site, "eve");
    const [{ id }] = await site.openSessions(visitor(cookie));
    const { cookies } = await site.update(visitor(cookie), {});
    assert.ok(cookies.length > 0);
    assert.deepEqual((await site.openSessions(visitor(applied(cookie, cookies)))).map((each) => each.id), [id]);
  });
});
