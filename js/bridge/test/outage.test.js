import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { Bridge, mayProlong, Site } from "../dist/index.js";
import { Recent } from "../dist/recent.js";
import { encode } from "../dist/token.js";
import { fakeCore, listen, secret } from "../../testing/core.js";
import { nightly } from "../../testing/nightly.js";
import { until } from "../../testing/process.js";

const origin = "https://app.example";
const SESSION = "__Secure-authjs.session-token";
/** Long beside a pause of a busy machine. */
const READ = 1_500;
const silent = { error: () => {}, warn: () => {} };

const cookie = async () => `${SESSION}=${await encode({ token: { sub: "42", name: "Ada" }, secret, salt: SESSION })}`;
const timed = async (run) => {
  const start = performance.now();
  await run();
  return performance.now() - start;
};

describe("a core that is frozen", () => {
  let core, reached, frozen;
  const site = (more) => new Site({ session: "remote", core: `${core.url}/auth`, secret, timeout: { read: READ }, logger: silent, ...more }, "/auth", {});

  before(async () => {
    const behind = await fakeCore();
    core = await listen((request) => {
      reached++;
      if (frozen) return new Promise(() => {});
      return fetch(behind.url + new URL(request.url).pathname, { headers: request.headers, redirect: "manual" });
    });
    const { stop } = core;
    core.stop = () => Promise.all([stop(), behind.stop()]);
  });
  after(() => core.stop());

  /** Reads while the core freezes and in the three seconds after that. @returns the milliseconds of the first, and of the others */
  async function whileItFreezes(t) {
    frozen = false;
    reached = 0;
    const visitor = { origin, cookie: await cookie() };
    assert.equal((await site().keep(visitor)).session.user.id, "42");
    frozen = true;
    // The three seconds are not over before this test says so.
    t.mock.timers.enable({ apis: ["Date"], now: Date.now() });
    const first = await timed(async () => assert.ok((await site().keep(visitor)).unknown));
    reached = 0;
    // Another configuration, other base path, other copy of the bridge: the same core.
    const copy = await import("../dist/index.js?copy");
    const ways = [
      () => site().read(visitor),
      () => site({ basePath: "/api/auth" }).keep(visitor),
      () => new copy.Bridge({ url: `${core.url}/auth`, secret }).session(visitor).catch(() => {}),
      async () => assert.equal((await site().handle(new Request("http://localhost/auth/signin"))).status, 503),
      async () => assert.equal((await site().signOut(visitor, "/")).cookies[0].options.maxAge, 0),
    ];
    const others = [];
    for (const way of ways) others.push(await timed(way));
    assert.equal(reached, 0);
    frozen = false;
    t.mock.timers.setTime(Date.now() + 3_001);
    assert.equal((await site().read(visitor)).user.id, "42");
    return { first, others };
  }

  test("costs one read timeout, then is not asked for three seconds, in all of the process, and is used again after that", async (t) => {
    const { first } = await whileItFreezes(t);
    assert.ok(first >= READ - 20, `${first} ms`);
  });

  nightly("costs no more time than one read timeout", async (t) => {
    const { first, others } = await whileItFreezes(t);
    assert.ok(first < 2 * READ, `${first} ms`);
    assert.ok(others.every((time) => time < READ / 2), others.join());
  });

  test("is asked by one probe for all calls after the three seconds", async (t) => {
    frozen = false;
    const visitor = { origin, cookie: await cookie() };
    await site().read(visitor);
    frozen = true;
    await site().read(visitor);
    t.mock.timers.enable({ apis: ["Date"], now: Date.now() + 3_001 });
    reached = 0;
    const all = await Promise.all(Array.from({ length: 20 }, () => site().keep(visitor)));
    assert.ok(all.every(({ unknown }) => unknown));
    assert.equal(reached, 1);
    frozen = false;
    t.mock.timers.setTime(Date.now() + 3_001);
    assert.equal((await site().read(visitor)).user.id, "42");
  });

  test("a slow act does not stop the reads of others", async () => {
    frozen = true;
    const bridge = new Bridge({ url: `${core.url}/auth`, secret, timeout: { act: 50 } });
    await assert.rejects(bridge.act("signout", { origin }, { form: {} }), /didn't respond in time/);
    frozen = false;
    assert.equal((await site().read({ origin, cookie: await cookie() })).user.id, "42");
  });

  test("without cookies nothing is called and nothing is waited for", async () => {
    const slow = await listen(() => (reached++, new Promise(() => {})));
    reached = 0;
    const own = new Site({ core: slow.url, secret, timeout: { read: 60_000 }, logger: silent }, "/auth", {});
    for (const none of [undefined, null, "", ";"]) {
      const spent = await timed(async () => assert.deepEqual(await own.keep({ origin, cookie: none }), { session: null, cookies: [] }));
      assert.ok(spent < 30_000, `${spent} ms`);
    }
    assert.equal(reached, 0);
    await slow.stop();
  });

  test("a process that has not heard of it sends visitors to the built-in sign-in page, and later to that of the application", async () => {
    const behind = await fakeCore({ pages: { signIn: "/login" } });
    let hangs = true;
    const gate = await listen((request) => (hangs ? new Promise(() => {}) : fetch(behind.url + new URL(request.url).pathname, { headers: request.headers })));
    // A separate function makes this a process that knows nothing.
    const fresh = new Site({ core: gate.url, secret, timeout: { read: 60_000 }, fetch: (...args) => fetch(...args), logger: silent }, "/auth", {});
    const spent = await timed(async () => assert.equal(await fresh.page("signIn", { origin }), `${origin}/auth/signin`));
    assert.ok(spent < 30_000, `${spent} ms`);
    hangs = false;
    const open = new Site({ core: gate.url, secret, fetch: (...args) => fetch(...args), logger: silent }, "/auth", {});
    assert.ok(await until(async () => (await open.page("signIn", { origin })) === `${origin}/login`));
    await Promise.all([gate.stop(), behind.stop()]);
  });
});

test("a connection that breaks under a renewal is a read afterwards, and no second renewal", async () => {
  const core = await fakeCore();
  const modes = [];
  const breaking = (url, init) => {
    const mode = init.headers.get("x-cardea-bridge").split(".")[1];
    modes.push(mode);
    return mode === "act" ? Promise.reject(new TypeError("fetch failed")) : fetch(url, init);
  };
  const bridge = new Bridge({ url: `${core.url}/auth`, secret, fetch: breaking });
  const { session, cookies } = await bridge.keep({ origin, cookie: await cookie() });
  assert.equal(session.user.id, "42");
  assert.deepEqual(cookies, []);
  assert.deepEqual(modes, ["act", "read"]);
  await core.stop();
});

test("what only reads has the timeout of reads, also where a client asks by HEAD", async (t) => {
  const core = await fakeCore();
  t.after(() => core.stop());
  const site = new Site({ core: `${core.url}/auth`, secret, trustHost: true, timeout: { read: 20_000, act: 60_000 }, logger: silent }, "/auth", {});
  await site.describe({ origin: "http://localhost" });
  const { mock } = t.mock.method(AbortSignal, "timeout");
  for (const path of ["signin", "signout", "providers", "csrf", "error", "verify-request"]) {
    for (const method of ["GET", "HEAD"]) {
      mock.resetCalls();
      await site.handle(new Request(`http://localhost/auth/${path}`, { method }));
      assert.deepEqual(mock.calls.map(({ arguments: [time] }) => time), [20_000], `${method} ${path}`);
    }
  }
});

test("a frozen core holds the sign-in page no longer than a read, and says nothing of the visitor", async (t) => {
  let isFrozen = false;
  let reached = 0;
  const behind = await fakeCore();
  const core = await listen((request) => {
    reached++;
    if (isFrozen) return new Promise(() => {});
    return fetch(behind.url + new URL(request.url).pathname, { headers: request.headers, redirect: "manual" });
  });
  t.after(() => Promise.all([core.stop(), behind.stop()]));
  const site = new Site({ core: `${core.url}/auth`, secret, trustHost: true, timeout: { read: READ, act: 60_000 }, logger: silent }, "/auth", {});
  const signIn = () => site.handle(new Request("http://localhost/auth/signin", { headers: { accept: "text/html" } }));
  assert.equal((await signIn()).status, 200);
  isFrozen = true;
  t.mock.timers.enable({ apis: ["Date"], now: Date.now() });
  const first = await signIn();
  assert.deepEqual([first.status, /If you are signed in, you stay/.test(await first.text())], [503, true]);
  reached = 0;
  assert.equal((await signIn()).status, 503);
  assert.equal(reached, 0);
});

describe("an outage in the log of a site that reads its own tokens", () => {
  test("begins with one line and ends with one, and the next has its own reference", async (t) => {
    const core = await fakeCore();
    t.after(() => core.stop());
    let isDown = false;
    const lines = [];
    const logger = { error: (error) => lines.push(["error", error.id]), warn: (text) => lines.push(["warn", text]) };
    const calls = (...args) => (isDown ? Promise.reject(new TypeError("fetch failed")) : fetch(...args));
    const site = new Site({ core: `${core.url}/auth`, secret, trustHost: true, fetch: calls, logger }, "/auth", {});
    const signIn = () => site.handle(new Request("http://localhost/auth/signin"));
    const references = [];
    const cookie = `authjs.session-token=${await encode({ token: { sub: "42" }, secret, salt: "authjs.session-token" })}`;
    for (let outage = 0; outage < 2; outage++) {
      assert.equal((await signIn()).status, 200);
      isDown = true;
      for (let i = 0; i < 3; i++) references.push((await signIn()).headers.get("cardea-error-id"));
      isDown = false;
      // Pages of signed-in users do not need the core, and find out that it answers again.
      t.mock.timers.enable({ apis: ["Date"], now: Date.now() + (outage + 1) * 5_000 });
      assert.equal((await site.read({ origin: "http://localhost", cookie })).user.id, "42");
      t.mock.timers.reset();
      assert.ok(await until(() => lines.length === 2 * outage + 2));
    }
    const [first, second] = [references[0], references[3]];
    assert.notEqual(first, second);
    assert.deepEqual(references, [first, first, first, second, second, second]);
    assert.deepEqual(lines.map(([level]) => level), ["error", "warn", "error", "warn"]);
    assert.deepEqual([lines[0][1], lines[2][1]], [first, second]);
    for (const [i, id] of [[1, first], [3, second]]) assert.match(lines[i][1], new RegExp(`^core-answers: .* ${id}$`));
  });

  test("ends with the description, where the core failed before it gave one", async (t) => {
    const core = await fakeCore();
    t.after(() => core.stop());
    let fails = true;
    const lines = [];
    const logger = { error: (error) => lines.push(error.id), warn: (text) => lines.push(text) };
    const calls = async (...args) => (fails ? Response.json({ error: "the store is away" }, { status: 503 }) : fetch(...args));
    const site = new Site({ core: `${core.url}/auth`, secret, fetch: calls, logger }, "/auth", {});
    const visitor = { origin, cookie: await cookie() };
    assert.equal((await site.read(visitor)).user.id, "42");
    fails = false;
    assert.equal((await site.read(visitor)).user.id, "42");
    assert.ok(await until(() => lines.length === 2));
    assert.match(lines[1], new RegExp(`^core-answers: .* ${lines[0]}$`));
  });
});

describe("while the core does not answer, a user", () => {
  const SESSION = "authjs.session-token";
  const here = "http://localhost";
  /** A site that has heard of its core, which is away from now on. */
  async function alone(t, described = {}, more = {}) {
    const core = await fakeCore({ described });
    t.after(() => core.stop());
    const state = { isDown: false, log: [] };
    const logger = { error: (error) => state.log.push(String(error.message)), warn: (text) => state.log.push(text) };
    const calls = (...args) => (state.isDown ? Promise.reject(new TypeError("fetch failed")) : fetch(...args));
    state.site = new Site({ core: `${core.url}/auth`, secret, trustHost: true, fetch: calls, logger, ...more }, "/auth", {});
    await state.site.describe({ origin: here });
    state.isDown = true;
    return state;
  }
  const token = () => encode({ token: { sub: "42", name: "Ada" }, secret, salt: SESSION });
  const post = (site, path, body, cookie, headers = {}) =>
    site.handle(new Request(`${here}${path}`, { method: "POST", body, headers: { cookie, "content-type": "application/x-www-form-urlencoded", ...headers } }));
  const names = (answer) => answer.headers.getSetCookie().map((line) => [line.split("=")[0], /Max-Age=0/.test(line)]);

  test("can sign out by an action: the cookie is deleted, and the event is published", async (t) => {
    const heard = [];
    const { site, log } = await alone(t, {}, { events: { signOut: ({ token: claims }) => void heard.push(claims.sub) } });
    const { redirect, cookies } = await site.signOut({ origin: here, cookie: `${SESSION}=${await token()}` }, "/bye");
    assert.equal(redirect, `${here}/bye`);
    assert.deepEqual(cookies.map(({ name, options }) => [name, options.maxAge]), [[SESSION, 0], [`cardea.${SESSION}`, 600]]);
    assert.deepEqual([heard, log.length], [["42"], 1]);
  });

  test("can sign out in the browser, and change the session, with the token of this site", async (t) => {
    const { site } = await alone(t, {}, { callbacks: { jwt: ({ token: claims, session }) => ({ ...claims, ...session }) } });
    const asked = await site.handle(new Request(`${here}/auth/csrf`));
    const { csrfToken } = await asked.json();
    const [csrf] = asked.headers.getSetCookie();
    assert.match(csrf, /^csrf=[0-9a-f]{64}%7C[0-9a-f]{64}; Path=\/; HttpOnly; SameSite=Lax$/);
    const cookie = `${SESSION}=${await token()}; ${csrf.split(";")[0]}`;
    const again = await site.handle(new Request(`${here}/auth/csrf`, { headers: { cookie } }));
    assert.deepEqual([(await again.json()).csrfToken, again.headers.getSetCookie()], [csrfToken, []]);
    const updated = await post(site, "/auth/session", JSON.stringify({ csrfToken, data: { name: "Countess" } }), cookie, { "content-type": "application/json" });
    assert.equal((await updated.json()).user.name, "Countess");
    const out = await post(site, "/auth/signout", new URLSearchParams({ csrfToken, callbackUrl: "/bye" }).toString(), cookie);
    assert.deepEqual([out.status, out.headers.get("location"), names(out)], [302, `${here}/bye`, [[SESSION, true], [`cardea.${SESSION}`, false]]]);
    const script = await post(site, "/auth/signout", new URLSearchParams({ csrfToken, callbackUrl: "https://elsewhere.example/" }).toString(), cookie, { "x-auth-return-redirect": "1" });
    assert.deepEqual([script.status, await script.json()], [200, { url: here }]);
  });

  test("is signed out by no other site, and not without the token", async (t) => {
    const { site } = await alone(t);
    const asked = await site.handle(new Request(`${here}/auth/csrf`));
    const { csrfToken } = await asked.json();
    const cookie = `${SESSION}=${await token()}; ${asked.headers.getSetCookie()[0].split(";")[0]}`;
    const body = `csrfToken=${csrfToken}`;
    for (const [form, headers] of [["csrfToken=guess"], ["", {}], [body, { "sec-fetch-site": "cross-site" }], [body, { origin: "https://elsewhere.example" }]]) {
      const answer = await post(site, "/auth/signout", form, cookie, headers);
      assert.deepEqual([answer.status, answer.headers.getSetCookie()], [503, []]);
    }
    const unknown = new Site({ core: "http://127.0.0.1:9/auth", secret, trustHost: true, logger: silent }, "/auth", {});
    assert.equal((await post(unknown, "/auth/signout", body, cookie)).status, 503);
  });

  test("is not signed out in the browser where the core does not check the token of posts", async (t) => {
    const { site: checked } = await alone(t);
    const asked = await checked.handle(new Request(`${here}/auth/csrf`));
    const { csrfToken } = await asked.json();
    const cookie = `${SESSION}=${await token()}; ${asked.headers.getSetCookie()[0].split(";")[0]}`;
    const { site } = await alone(t, { csrfChecked: false });
    for (const answer of [await site.handle(new Request(`${here}/auth/csrf`)), await post(site, "/auth/signout", `csrfToken=${csrfToken}`, cookie)]) {
      assert.deepEqual([answer.status, answer.headers.getSetCookie()], [503, []]);
    }
  });

  test("with a database session is signed out of the browser, and the log says that the session remains", async (t) => {
    const { site, log } = await alone(t, { strategy: "database" });
    const { cookies } = await site.signOut({ origin: here, cookie: `${SESSION}=row` }, "/");
    assert.deepEqual(cookies.map(({ name, options }) => [name, options.maxAge]), [[SESSION, 0]]);
    assert.match(log[1], /^session-remains: /);
  });
});

describe("the core's description", () => {
  test("is asked for again after five minutes, while the old one serves, and kept where that fails", async (t) => {
    t.mock.timers.enable({ apis: ["Date"], now: Date.now() });
    const core = await fakeCore();
    let fails = false;
    const own = (url, init) => (fails ? Promise.reject(new TypeError("down")) : fetch(url, init));
    const bridge = new Bridge({ url: `${core.url}/auth`, secret, fetch: own });
    const first = await bridge.describe({ origin });
    t.mock.timers.tick(299_000);
    assert.equal(await bridge.describe({ origin }), first);
    t.mock.timers.tick(2_000);
    fails = true;
    assert.equal(await bridge.describe({ origin }), first);
    await new Promise((resolve) => setImmediate(resolve));
    assert.equal(await bridge.describe({ origin }), first);
    fails = false;
    t.mock.timers.tick(301_000);
    assert.equal(await bridge.describe({ origin }), first);
    assert.ok(await until(async () => (await bridge.describe({ origin })) !== first));
    await core.stop();
  });

  test("of the sites that are asked for least recently it goes first", () => {
    const recent = new Recent(2);
    for (const key of ["a", "b"]) recent.set(key, key);
    recent.get("a");
    recent.set("c", "c");
    assert.deepEqual(["a", "b", "c"].map((key) => recent.get(key)), ["a", undefined, "c"]);
  });

  test("pages that differ from the core's are reported once, with what to set", async () => {
    const core = await fakeCore({ pages: { signIn: "/login", error: "/oops" } });
    const warnings = [];
    const config = { core: `${core.url}/auth`, secret, pages: { signIn: "/login", error: "/error" }, logger: { warn: (code) => warnings.push(code) } };
    for (let i = 0; i < 2; i++) await new Site(config, "/auth", {}).read({ origin, cookie: await cookie() });
    assert.equal(warnings.length, 1);
    assert.match(warnings[0], /^pages-differ: `pages\.error` is \/error .* \/oops in the core.*; set \/error in the core$/);
    await core.stop();
  });

  test("handlers at another path than `basePath` report it once, with the line to set", async () => {
    const core = await fakeCore();
    const warnings = [];
    const site = new Site({ core: `${core.url}/auth`, secret, trustHost: true, logger: { warn: (code) => warnings.push(code) } }, "/api/auth", {});
    const byProviders = ["/auth/callback/acme?code=1", "/auth/logout?state=1", "/auth/backchannel-logout/acme", "/auth/frontchannel-logout/acme", "/auth/initiate?iss=https%3A%2F%2Fid.acme.example"];
    for (const path of ["/auth/session", "/auth/session", ...byProviders, "/api/auth/session"]) await site.handle(new Request(origin + path));
    assert.equal(warnings.length, 1);
    assert.match(warnings[0], /^base-path-differs: a request for \/auth\/session .*set `basePath: "\/auth"`/);
    await core.stop();
  });
});

describe("while secrets are rotated", () => {
  const old = "an-older-secret-of-32-characters";
  test("a call that the core refuses for its signature is signed by the next secret, and further calls by that one", async () => {
    const core = await fakeCore();
    const bridge = new Bridge({ url: `${core.url}/auth`, secret: [old, secret] });
    let calls = 0;
    const counting = new Bridge({ url: `${core.url}/auth`, secret: [old, secret], fetch: (url, init) => (calls++, fetch(url, init)) });
    const visitor = { origin, cookie: await cookie() };
    assert.equal((await bridge.session(visitor)).user.id, "42");
    assert.equal((await counting.session(visitor)).user.id, "42");
    assert.equal(calls, 2);
    const { cookies } = await counting.act("callback/staff", { origin }, { form: { username: "Ada", password: "right", callbackUrl: "/" } });
    assert.ok(cookies.length > 0);
    assert.equal(calls, 3);
    await core.stop();
  });
  test("no other refusal is sent twice", async () => {
    let calls = 0;
    const off = await listen(() => (calls++, Response.json({ error: "the bridge is off; set bridge" }, { status: 401 })));
    await assert.rejects(new Bridge({ url: `${off.url}/auth`, secret: [old, secret] }).session({ origin }), /the bridge is off/);
    assert.equal(calls, 1);
    await off.stop();
  });
});

test("a path with a slash at its end is the same route, for browsers and for hooks", async () => {
  const core = await fakeCore();
  const { hookSignature } = await import("../../testing/hooks.js");
  const site = new Site({ core: `${core.url}/auth`, secret, trustHost: true, callbacks: { jwt: ({ token }) => token } }, "/auth", {});
  assert.deepEqual(await (await site.handle(new Request(`${origin}/auth/csrf/`))).json(), { csrfToken: "a" });
  const body = '{"token":{"sub":"1"}}';
  const headers = { "x-cardea-signature": await hookSignature("callbacks/jwt", body, secret) };
  const hook = await site.handle(new Request(`${origin}/auth/hooks/callbacks/jwt/`, { method: "POST", body, headers }));
  assert.deepEqual(await hook.json(), { result: { sub: "1" } });
  await core.stop();
});

test("a way back that the core did not check leads to this site only", async () => {
  const bare = await listen(() => Response.json({ cookies: [], core: { basePath: "/auth", cookies: { sessionToken: SESSION }, pages: {} }, body: {} }));
  const site = new Site({ core: `${bare.url}/auth`, secret }, "/auth", {});
  for (const [to, expected] of [["/in", `${origin}/in`], ["https://evil.example/", origin], ["javascript:alert(1)", origin]]) {
    assert.equal((await site.signOut({ origin }, to)).redirect, expected);
    assert.equal((await site.signOut({ origin }, to, { federated: true })).redirect, expected);
  }
  await bare.stop();
});

test("an answer that stops in the middle is the core's failure", async () => {
  const broken = async () => new Response(new ReadableStream({ pull: (to) => to.error(new TypeError("terminated")) }), { headers: { "content-type": "text/html" } });
  const site = new Site({ core: "http://127.0.0.1:9/auth", secret, trustHost: true, fetch: broken, logger: silent }, "/auth", {});
  assert.equal((await site.handle(new Request(`${origin}/auth/signin`))).status, 503);
});

test("a session is prolonged by what reads; what may overtake a sign-in deletes none", () => {
  const asks = (init, path = "/") => mayProlong(new Request(origin + path, init), true);
  assert.equal(asks({}), true);
  assert.equal(asks({ method: "DELETE" }), false);
  assert.equal(asks({}, "/_next/static/a.js"), false);
  assert.equal(asks({}, "/_next/data/x/a.json"), true);
  assert.equal(asks({ headers: { "x-nextjs-data": "1" } }), "renewals");
  assert.equal(asks({ headers: { "sec-fetch-dest": "empty" } }), "renewals");
  assert.equal(asks({ headers: { "sec-purpose": "prefetch;anonymous-client-ip" } }), "renewals");
});
