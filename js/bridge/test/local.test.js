import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { after, before, beforeEach, describe, mock, test } from "node:test";
import { applied, AuthError, BridgeError, parseCookies, Site } from "../dist/index.js";
import { TokenHistory } from "../dist/history.js";
import { decode, encode, keyId } from "../dist/token.js";
import { fakeCore, listen, secret } from "../../testing/core.js";
import { nightly } from "../../testing/nightly.js";
import { until } from "../../testing/process.js";

const origin = "https://app.example";
const SESSION = "__Secure-authjs.session-token";
const CHANGE = "__Secure-cardea.authjs.session-token";
const CSRF = "__Host-authjs.csrf-token";
const silent = { error: () => {}, warn: () => {} };
const hour = 3600;

const seal = (claims = {}, more = {}) => encode({ token: { sub: "42", name: "Ada", picture: "p", ...claims }, secret, salt: SESSION, maxAge: hour, ...more });
const cookieOf = async (claims, more) => `${SESSION}=${await seal(claims, more)}`;
const open = (value) => decode({ token: value, secret, salt: SESSION });
/** What another process of the site knows of tokens: nothing. */
const forget = () => globalThis[Symbol.for("cardea.tokens")].clear();
const own = (cookies) => cookies.filter(({ name, value }) => name === SESSION && value);
const sha256 = async (text) => Buffer.from(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text))).toString("hex");

let core;
before(async () => (core = await fakeCore({ described: { cookies: { sessionToken: SESSION, csrfToken: CSRF } } })));
beforeEach(() => (core.calls.length = 0));
after(() => core.stop());

const at = (more = {}) => new Site({ core: `${core.url}/auth`, secret, trustHost: true, logger: silent, ...more }, "/auth", {});
const sessions = () => core.calls.filter(({ action }) => action === "session").length;
/** A site that has heard of its core, so that all calls from here on count. */
async function described(more) {
  const site = at(more);
  await site.describe({ origin });
  core.calls.length = 0;
  return site;
}

describe("a site that reads its own tokens", () => {
  test("asks the core for nothing, and tells it the user's id", async () => {
    const site = await described();
    const session = await site.read({ origin, cookie: await cookieOf() });
    assert.deepEqual(session.user, { id: "42", name: "Ada", image: "p" });
    assert.deepEqual((await site.keep({ origin, cookie: await cookieOf() })).cookies, []);
    assert.equal(core.calls.length, 0);
  });

  test("runs the callbacks as `next-auth` does, and the server sees what they returned, and the id", async () => {
    const calls = [];
    const site = await described({
      callbacks: {
        jwt: (params) => (calls.push(["jwt", structuredClone(params)]), { ...params.token, role: "admin" }),
        session: (params) => (calls.push(["session", structuredClone(params)]), { ...params.session, role: params.token.role, at: new Date(0), user: { name: "A." } }),
      },
      events: { session: (message) => void calls.push(["event", message]) },
    });
    const session = await site.read({ origin, cookie: await cookieOf() });
    assert.deepEqual(calls.map(([name]) => name), ["jwt", "session", "event"]);
    assert.deepEqual(Object.keys(calls[0][1]), ["token", "session"]);
    assert.equal(calls[0][1].session, undefined);
    assert.deepEqual(Object.keys(calls[1][1]), ["session", "token"]);
    assert.deepEqual(session, { user: { id: "42", name: "A." }, expires: session.expires, role: "admin", at: "1970-01-01T00:00:00.000Z" });
    assert.equal(core.calls.length, 0);
  });

  test("an event of a session that it read itself has what it knows of the request, and the message of Auth.js", async () => {
    const heard = [];
    const site = await described({ clientAddress: 1, events: { session: (...told) => void heard.push(told) } });
    const cookie = await cookieOf();
    const from = (headers) => site.visitor(new Headers({ host: "app.example", cookie, ...headers }), `${origin}/`);
    await site.read(from({ "x-forwarded-for": "198.51.100.1, 203.0.113.7", "user-agent": `a\tb\u0085${"x".repeat(600)}` }));
    await site.read(from({ "user-agent": " " }));
    assert.deepEqual(Object.keys(heard[0][0]), ["session", "token"]);
    assert.deepEqual(heard.map(([, { request }]) => request), [{ clientAddress: "203.0.113.7", userAgent: `a b ${"x".repeat(508)}` }, {}]);
    const url = `${origin}/auth/session`;
    await site.handle(new Request(url, { headers: { cookie, "user-agent": "Mozilla/5.0", "x-forwarded-for": "203.0.113.8" } }));
    assert.deepEqual(heard[2][1].request, { clientAddress: "203.0.113.8", userAgent: "Mozilla/5.0" });
  });

  test("a user whom the session callback leaves out stays out, and null means signed out", async () => {
    const shaped = async (session) => (await described({ callbacks: { session } })).read({ origin, cookie: await cookieOf() });
    assert.deepEqual(await shaped(() => ({ role: "guest" })), { role: "guest" });
    assert.equal(await shaped(() => null), null);
  });

  test("renews when it is due: by age, or as the jwt callback changed the claims, in whatever order", async () => {
    const renewed = async (jwt, age, more) => {
      const site = await described({ callbacks: { jwt }, ...more });
      const start = Date.now();
      mock.timers.enable({ apis: ["Date"], now: start - age * 1000 });
      const cookie = await cookieOf({ roles: { a: 1, b: [2] } });
      mock.timers.reset();
      return own((await site.keep({ origin, cookie })).cookies);
    };
    assert.equal((await renewed(undefined, 0)).length, 0);
    // A second before the limit is too near: the test itself takes time.
    assert.equal((await renewed(undefined, 590)).length, 0);
    const [old] = await renewed(undefined, 601);
    const { iat, exp, sub, jti } = await open(old.value);
    assert.deepEqual([exp - iat, sub, typeof jti], [hour, "42", "string"]);
    assert.deepEqual({ ...old.options, expires: 0 }, { path: "/", httpOnly: true, secure: true, sameSite: "lax", expires: 0 });
    assert.equal((await renewed(({ token: { roles, ...token } }) => ({ roles: { b: roles.b, a: 1 }, ...token, iat: 1, jti: "x" }), 0)).length, 0);
    const [changed] = await renewed(({ token }) => Object.assign(token, { roles: { ...token.roles, c: new Date(0) } }), 0);
    assert.equal((await open(changed.value)).roles.c, "1970-01-01T00:00:00.000Z");
    assert.equal((await renewed(({ token }) => ({ ...token, same: undefined }), 0)).length, 0);
  });

  test("reading alone renews nothing, and does not say that it did", async () => {
    const site = await described({ callbacks: { jwt: ({ token }) => ({ ...token, seen: Math.random() }) } });
    const cookie = await cookieOf();
    const { exp } = await open(cookie.slice(SESSION.length + 1));
    const kept = await site.check({ origin, cookie }, false);
    assert.deepEqual([kept.cookies, kept.session.expires], [[], new Date(exp * 1000).toISOString()]);
  });

  test("one request costs one read, however often it asks", async () => {
    let runs = 0;
    const site = await described({ callbacks: { jwt: ({ token }) => ({ ...token, runs: ++runs }) } });
    const visitor = site.visitor(new Headers({ "x-forwarded-host": "app.example", "x-forwarded-proto": "https", cookie: await cookieOf() }));
    const [a, b, c] = await Promise.all([site.read(visitor), site.read({ ...visitor }), site.keep(visitor)]);
    assert.equal(runs, 1);
    assert.deepEqual(a, b);
    assert.equal((await open(own(c.cookies)[0].value)).runs, 1);
    assert.equal(c.session.expires, own(c.cookies)[0].options.expires);
    await site.read({ ...visitor, cookie: applied(visitor.cookie, c.cookies) });
    assert.equal(runs, 2);
  });

  test("what the jwt callback answers null to is over, and its cookie is cleared, chunks too", async () => {
    const site = await described({ callbacks: { jwt: () => null } });
    const visitor = { origin, cookie: `${await cookieOf()}; ${SESSION}.1=left` };
    assert.equal(await site.read(visitor), null);
    const { session, cookies, unknown } = await site.keep(visitor);
    assert.deepEqual([session, unknown, cookies.map(({ name, options }) => [name, options.maxAge])], [null, undefined, [[SESSION, 0], [`${SESSION}.1`, 0]]]);
  });

  test("a token whose time is over is cleared without a call", async () => {
    const site = await described();
    const { session, cookies } = await site.keep({ origin, cookie: await cookieOf({}, { maxAge: -60 }) });
    assert.deepEqual([session, cookies[0].options.maxAge, core.calls.length], [null, 0, 0]);
  });

  for (const [what, callbacks] of [
    ["the jwt callback throws", { jwt: () => { throw new Error("no database"); } }],
    ["the jwt callback returns nothing", { jwt: () => undefined }],
    ["the session callback throws", { session: async () => { throw new Error("no database"); } }],
    ["the session callback returns nothing", { session: () => undefined }],
    ["the session callback returns something else than a session", { session: () => "Ada" }],
    ["the session holds what JSON cannot", { session: ({ session }) => ({ ...session, big: 1n }) }],
  ]) {
    test(`where ${what} it is unknown who is signed in, and the cookie stays`, async () => {
      const errors = [];
      const site = await described({ callbacks, logger: { ...silent, error: (error) => errors.push(error) } });
      const { session, cookies, unknown } = await site.keep({ origin, cookie: await cookieOf() });
      assert.deepEqual([session, cookies], [null, []]);
      assert.match(unknown, /^[0-9a-f]{16}$/);
      assert.equal(errors[0].type, "JWTSessionError");
      assert.equal(errors[0].id, unknown);
      assert.equal(core.calls.length, 0);
      await assert.rejects(site.update({ origin, cookie: await cookieOf() }, {}), AuthError);
    });
  }

  test("an event that throws, and a token that cannot be written, are logged and end nothing", async () => {
    const errors = [];
    const logger = { ...silent, error: (error) => errors.push(error.message) };
    const event = await described({ logger, events: { session: () => { throw new Error("full"); } } });
    assert.equal((await event.read({ origin, cookie: await cookieOf() })).user.id, "42");
    const big = await described({ logger, callbacks: { jwt: ({ token }) => ({ ...token, big: 1n }) } });
    const { session, cookies } = await big.keep({ origin, cookie: await cookieOf() });
    assert.deepEqual([session.user.id, cookies, errors.length], ["42", [], 2]);
  });
});

describe("the core is asked", () => {
  test("for a token of an unverified address", async () => {
    const site = await described();
    const cookie = await cookieOf({ cardea: { unverified: true } });
    assert.equal((await site.read({ origin, cookie })).user.name, "Ada");
    assert.equal(sessions(), 1);
    await site.update({ origin, cookie }, { name: "x" });
    assert.equal(sessions(), 2);
  });

  test("for a token of development mode, because only a core in development mode accepts it", async () => {
    const site = await described();
    const cookie = await cookieOf({ cardea: { development: true } });
    await site.read({ origin, cookie });
    assert.equal(sessions(), 1);
    const alone = new Site({ core: "http://127.0.0.1:9/auth", secret, logger: silent }, "/auth", {});
    const { session, cookies, unknown } = await alone.keep({ origin, cookie });
    assert.deepEqual([session, cookies], [null, []]);
    assert.ok(unknown);
  });

  test("for what cannot be opened here, which it may know: another secret, a row's token, a gap in the chunks", async () => {
    const site = await described();
    const other = await cookieOf({}, { secret: "a secret that only the core has, of 32 characters" });
    for (const cookie of [other, `${SESSION}=0b7f0c2e-row`, `${SESSION}.0=a; ${SESSION}.2=c`]) await site.keep({ origin, cookie });
    assert.equal(sessions(), 3);
  });

  test("where it keeps sessions in rows or in a way that this version does not know, has its own codec, or callbacks that this site lacks", async () => {
    const cookie = await cookieOf();
    const warnings = [];
    for (const [more, config = {}] of [
      [{ strategy: "database" }],
      [{ strategy: "of-a-newer-core" }],
      [{ keys: [] }],
      [{ keys: undefined }],
      [{ callbacks: { jwt: "core" } }, { callbacks: { jwt: ({ token }) => token } }],
      [{ callbacks: { session: "core" } }],
      [{ callbacks: { jwt: "site" } }],
    ]) {
      const other = await fakeCore({ described: more });
      const site = new Site({ core: `${other.url}/auth`, secret, logger: { ...silent, warn: (code) => warnings.push(code) }, ...config }, "/auth", {});
      assert.equal((await site.read({ origin, cookie })).user.id, "42");
      assert.equal(other.calls.filter(({ action }) => action === "session").length, 1, JSON.stringify(more));
      await other.stop();
    }
    assert.equal(warnings.length, 3);
    assert.match(warnings[0], /^callbacks-elsewhere: the `jwt` callback/);
  });

  test("with `remote`, each time", async () => {
    const site = await described({ session: "remote" });
    for (let i = 1; i < 3; i++) {
      assert.equal((await site.read({ origin, cookie: await cookieOf() })).user.id, "42");
      assert.equal(sessions(), i);
    }
  });

  test("the older name `local-then-remote` is `local`, and reported", async () => {
    const warnings = [];
    const other = await fakeCore();
    const site = new Site({ core: `${other.url}/auth`, secret, session: "local-then-remote", localFor: 5, logger: { ...silent, warn: (code) => warnings.push(code) } }, "/auth", {});
    assert.equal((await site.read({ origin, cookie: await cookieOf() })).user.id, "42");
    assert.equal(other.calls.filter(({ action }) => action === "session").length, 0);
    assert.match(warnings.join(), /^session-mode: /);
    await other.stop();
  });
});

describe("while the core does not answer", () => {
  test("signed-in users stay signed in, an old session is not renewed before the core was heard", async () => {
    const site = new Site({ core: "http://127.0.0.1:9/auth", secret: ["other", secret], logger: silent }, "/auth", {});
    const { session, cookies, unknown } = await site.keep({ origin, cookie: await cookieOf({ iat: 1 }) });
    assert.deepEqual([session.user.id, cookies, unknown], ["42", [], undefined]);
    const named = new Site({ core: "http://127.0.0.1:9/auth", secret, sessionCookie: "sid", logger: silent }, "/auth", {});
    const value = await encode({ token: { sub: "7" }, secret, salt: "sid" });
    assert.equal((await named.read({ origin, cookie: `sid=${value}` })).user.id, "7");
    assert.equal(await named.read({ origin, cookie: await cookieOf() }), null);
  });

  test("what only the core could read is unknown, and no cookie is cleared", async () => {
    const site = new Site({ core: "http://127.0.0.1:9/auth", secret, logger: silent }, "/auth", {});
    for (const cookie of [await cookieOf({ cardea: { unverified: true } }), `${SESSION}=0b7f0c2e-row`]) {
      const kept = await site.keep({ origin, cookie });
      assert.deepEqual([kept.session, kept.cookies], [null, []]);
      assert.ok(kept.unknown);
    }
  });

  test("a host that the core rejects makes the session unknown, and doesn't count as an outage for others", async (t) => {
    const picky = (url, init) =>
      init.headers.get("x-forwarded-host") === "forged.example" ? Response.json({ error: "the host is not accepted" }, { status: 400 }) : fetch(url, init);
    const banning = await fakeCore({ described: { callbacks: { jwt: "core" } } });
    t.after(() => banning.stop());
    const errors = [];
    const site = at({ core: `${banning.url}/auth`, fetch: async (...args) => picky(...args), logger: { ...silent, error: (error) => errors.push(error) } });
    const cookie = await cookieOf();
    for (let i = 0; i < 2; i++) {
      const kept = await site.keep({ origin: "https://forged.example", cookie });
      assert.deepEqual([kept.session, kept.cookies, kept.unknown], [null, [], errors[0]?.id]);
    }
    const headers = { cookie, "x-forwarded-host": "forged.example", "x-forwarded-proto": "https" };
    const shown = await site.handle(new Request(`${origin}/auth/session`, { headers }));
    assert.deepEqual([shown.status, shown.headers.getSetCookie(), errors.length], [503, [], 1]);
    assert.equal((await site.read({ origin, cookie })).user.id, "42");
    assert.equal(banning.calls.filter(({ action }) => action === "session").length, 1);
  });

  /** Reads a session five times beside a core that is frozen. @returns the milliseconds of each */
  async function besideFrozenCore() {
    let reached = 0;
    const frozen = await listen(() => (reached++, new Promise(() => {})));
    const told = [];
    const site = new Site({ core: `${frozen.url}/auth`, secret, timeout: { read: 1_500 }, logger: silent, onCoreError: (error) => told.push(error) }, "/auth", {});
    const spent = [];
    for (let i = 0; i < 5; i++) {
      const start = performance.now();
      assert.equal((await site.read({ origin, cookie: await cookieOf() })).user.id, "42");
      spent.push(performance.now() - start);
    }
    assert.equal(reached, 1);
    assert.deepEqual(told, []);
    await frozen.stop();
    return spent;
  }

  test("only the first visitor of a fresh process asks a frozen core, and waits for it", async () => {
    const [first] = await besideFrozenCore();
    assert.ok(first >= 1_400, `${first} ms`);
  });

  nightly("no visitor but the first waits for a frozen core", async () => {
    const [, ...others] = await besideFrozenCore();
    assert.ok(others.every((time) => time < 1_400), others.join());
  });

  test("a core that is heard later is used from then on", async () => {
    let up = false;
    const fetching = (url, init) => (up ? fetch(url, init) : Promise.reject(new TypeError("down")));
    const site = at({ fetch: fetching, callbacks: { jwt: ({ token }) => ({ ...token, seen: Math.random() }) } });
    assert.deepEqual((await site.keep({ origin, cookie: await cookieOf() })).cookies, []);
    up = true;
    let cookies;
    await until(async () => ({ cookies } = await site.keep({ origin, cookie: await cookieOf() })) && cookies.length > 0);
    assert.equal(own(cookies).length, 1);
  });
});

describe("a refresh token that is used once", () => {
  /** A provider that gives a new one for each that it has not seen, and a callback that is due each time. */
  function rotating() {
    const used = new Set();
    const refresh = (token) => {
      const isGood = !used.has(token);
      used.add(token);
      return isGood ? `${token}+` : undefined;
    };
    const state = { isDue: true, used };
    state.jwt = async ({ token }) => {
      if (!state.isDue || token.error) return token;
      await state.waits;
      const next = refresh(token.refresh);
      return next ? { ...token, refresh: next } : { ...token, error: "RefreshTokenError" };
    };
    state.session = ({ session, token }) => ({ ...session, refresh: token.refresh, error: token.error });
    return state;
  }
  const site = async (state) => described({ callbacks: { jwt: state.jwt, session: state.session } });
  /** Waits until so many requests have hashed their token, after which each looks for a run of the callback. */
  function allHave(t, requests) {
    let hashed = 0;
    const { digest } = crypto.subtle;
    t.mock.method(crypto.subtle, "digest", (...args) => digest.apply(crypto.subtle, args).finally(() => hashed++));
    return until(() => hashed >= requests);
  }

  test("stays good where requests come in parallel: the callback runs once, and each answer has its result", async (t) => {
    const state = rotating();
    const here = await site(state);
    const cookie = await cookieOf({ refresh: "a" });
    state.waits = allHave(t, 8);
    const all = await Promise.all(Array.from({ length: 8 }, (_, i) => here.check({ origin, cookie }, i % 2 ? "renewals" : true)));
    assert.deepEqual([Array.from(state.used), new Set(all.map(({ session }) => session.refresh))], [["a"], new Set(["a+"])]);
    for (const { cookies } of all) assert.equal((await open(own(cookies)[0].value)).refresh, "a+");
  });

  test("stays good where the configuration is made for each request, if the callback is not", async (t) => {
    const state = rotating();
    const site = await described();
    const cookie = await cookieOf({ refresh: "a" });
    state.waits = allHave(t, 4);
    const made = () => ({ ...site.config, callbacks: { jwt: state.jwt, session: state.session } });
    const all = await Promise.all(Array.from({ length: 4 }, () => new Site(made(), "/auth", {}, made).read({ origin, cookie })));
    assert.deepEqual([Array.from(state.used), new Set(all.map(({ refresh }) => refresh))], [["a"], new Set(["a+"])]);
  });

  test("a callback that is made for a request runs for no other: it may know another tenant", async () => {
    const site = await described();
    const cookie = await cookieOf();
    let [go, runs] = [undefined, 0];
    const waits = new Promise((resolve) => (go = resolve));
    const jwt = (tenant) => async ({ token }) => (runs++, await waits, { ...token, name: tenant });
    const made = (tenant) => ({ ...site.config, callbacks: { jwt: jwt(tenant) } });
    const all = ["north", "south"].map((tenant) => new Site(made(tenant), "/auth", {}, made).read({ origin, cookie }));
    await until(() => runs === 2);
    go();
    assert.deepEqual((await Promise.all(all)).map(({ user }) => user.name), ["north", "south"]);
  });

  test("stays good where an answer cannot set a cookie: the next that can has the result", async () => {
    const state = rotating();
    const here = await site(state);
    const visitor = { origin, cookie: await cookieOf({ refresh: "a" }) };
    assert.equal((await here.read(visitor)).refresh, "a+");
    state.isDue = false;
    assert.equal((await here.read(visitor)).refresh, "a+");
    const { session, cookies } = await here.check(visitor, "renewals");
    assert.deepEqual([session.refresh, session.error, (await open(own(cookies)[0].value)).refresh], ["a+", undefined, "a+"]);
    assert.deepEqual((await here.keep({ origin, cookie: applied("", cookies) })).cookies, []);
  });

  test("is not handed on to a token that was signed out", async () => {
    const state = rotating();
    const here = await site(state);
    const visitor = { origin, cookie: await cookieOf({ refresh: "a" }) };
    await here.read(visitor);
    state.isDue = false;
    assert.equal((await here.read(visitor)).refresh, "a+");
    await here.signOut(visitor, "/");
    assert.equal((await here.read(visitor)).refresh, "a");
  });

  test("stays good through the route of the session, and where the core was never heard", async () => {
    const state = rotating();
    const here = await site(state);
    const cookie = await cookieOf({ refresh: "a" });
    const away = at({ core: "http://127.0.0.1:9/auth", callbacks: { jwt: state.jwt, session: state.session } });
    assert.equal((await away.read({ origin, cookie })).refresh, "a+");
    const answer = await here.handle(new Request(`${origin}/auth/session`, { headers: { cookie } }));
    assert.equal((await answer.json()).refresh, "a++");
    const [line] = answer.headers.getSetCookie();
    assert.equal((await here.read({ origin, cookie: line.split(";")[0] })).refresh, "a+++");
  });

  test("is shared as a copy: what a session callback does to its token, no other request sees", async (t) => {
    let [runs, waits] = [0];
    const jwt = async ({ token }) => (runs++, await waits, token);
    const session = ({ session: given, token }) => ({ ...given, count: (token.count = (token.count ?? 0) + 1) });
    const here = await described({ callbacks: { jwt, session } });
    const cookie = await cookieOf();
    waits = allHave(t, 3);
    const all = await Promise.all(Array.from({ length: 3 }, () => here.read({ origin, cookie })));
    assert.deepEqual([runs, all.map(({ count }) => count)], [1, [1, 1, 1]]);
  });

  test("stays good where a slower callback ends later: its answer sets no cookie, and the next has the newest token", async () => {
    let [go, begun] = [];
    const waits = new Promise((resolve) => (go = resolve));
    const begins = new Promise((resolve) => (begun = resolve));
    const slow = await described({ callbacks: { jwt: async ({ token }) => (begun(), await waits, { ...token, refresh: "slow" }) } });
    const fast = await described({ callbacks: { jwt: ({ token }) => ({ ...token, refresh: "fast" }) } });
    const visitor = { origin, cookie: await cookieOf({ refresh: "a" }) };
    const late = slow.keep(visitor);
    await begins;
    const [first] = own((await fast.keep(visitor)).cookies);
    go();
    assert.deepEqual((await late).cookies, []);
    const [next] = own((await fast.keep(visitor)).cookies);
    assert.deepEqual([(await open(first.value)).refresh, (await open(next.value)).refresh], ["fast", "fast"]);
  });

  test("is remembered for 20,000 tokens at most", () => {
    forget();
    const history = new TokenHistory();
    for (let i = 0; i <= 20_000; i++) history.ended(`${i}`);
    assert.deepEqual(["0", "1", "20000"].map((hash) => history.isEnded(hash)), [false, true, true]);
    forget();
  });

  test("a token whose time is over is not brought back by what was remembered of it", async () => {
    const state = rotating();
    const here = await site(state);
    const visitor = { origin, cookie: await cookieOf({ refresh: "a" }) };
    await here.keep(visitor);
    mock.timers.enable({ apis: ["Date"], now: Date.now() + 2 * hour * 1000 });
    assert.equal((await here.keep(visitor)).session, null);
    mock.timers.reset();
  });

  test("a callback that does not end is waited for by its own request, and not by later ones", async () => {
    let [go, begun] = [];
    const waits = [new Promise((resolve) => (go = resolve))];
    const begins = new Promise((resolve) => (begun = resolve));
    const here = await described({ callbacks: { jwt: async ({ token }) => (begun(), await waits.pop(), token) } });
    const visitor = { origin, cookie: await cookieOf() };
    const first = here.read(visitor);
    await begins;
    mock.timers.enable({ apis: ["Date"], now: Date.now() + 11_000 });
    assert.equal((await here.read(visitor)).user.id, "42");
    mock.timers.reset();
    go();
    assert.equal((await first).user.id, "42");
  });
});

describe("an answer that arrives after an update or a sign-out, whichever process made it", () => {
  const jwt = ({ token, trigger, session }) => (trigger === "update" ? { ...token, ...session } : { ...token, seen: Math.random() });
  const here = () => described({ callbacks: { jwt } });

  test("does not undo the update: the change cookie wins, and the next answer repairs the session's", async () => {
    const site = await here();
    const cookie = await cookieOf();
    const prefetch = await site.check({ origin, cookie }, "renewals");
    const updated = await site.update({ origin, cookie }, { name: "Countess" });
    assert.deepEqual(updated.cookies.map(({ name, options }) => [name, options.maxAge]), [[SESSION, undefined], [CHANGE, 600]]);
    assert.deepEqual(updated.cookies[1].options, { path: "/", httpOnly: true, secure: true, sameSite: "lax", maxAge: 600 });
    const late = applied(applied(cookie, updated.cookies), prefetch.cookies);
    for (const process of ["this", "another"]) {
      if (process === "another") forget();
      assert.equal((await site.read({ origin, cookie: late })).user.name, "Countess", process);
      const repaired = await site.check({ origin, cookie: late }, "renewals");
      assert.equal((await open(own(repaired.cookies)[0].value)).name, "Countess", process);
      const again = await site.update({ origin, cookie: late }, { role: "x" });
      assert.equal((await open(own(again.cookies)[0].value)).name, "Countess", process);
    }
  });

  test("does not undo the sign-out: its session is over, and the next navigation deletes the cookie", async () => {
    const site = await here();
    const cookie = await cookieOf();
    const prefetch = await site.check({ origin, cookie }, "renewals");
    const { cookies } = await site.signOut({ origin, cookie }, "/");
    const late = applied(applied(cookie, cookies), prefetch.cookies);
    forget();
    const ahead = await site.check({ origin, cookie: late }, "renewals");
    assert.deepEqual([ahead.session, ahead.cookies], [null, []]);
    const { session, cookies: cleared } = await site.check({ origin, cookie: late }, true);
    assert.deepEqual([session, cleared.map(({ name, options }) => [name, options.maxAge])], [null, [[SESSION, 0]]]);
    const left = cookies.find(({ name }) => name === CHANGE).value;
    assert.notEqual((await site.read({ origin, cookie: `${SESSION}=${left}` }))?.user?.id, "42");
    assert.equal((await site.read({ origin, cookie: `${CHANGE}=${left}` })), null);
  });

  test("does not undo the sign-out when the change cookie expires: answers that may not delete the session's set it again", async () => {
    const site = await here();
    const cookie = await cookieOf();
    const prefetch = await site.check({ origin, cookie }, "renewals");
    const start = Date.now();
    let late = applied(applied(cookie, (await site.signOut({ origin, cookie }, "/")).cookies), prefetch.cookies);
    const soon = await site.check({ origin, cookie: late }, "renewals");
    assert.deepEqual([soon.session, soon.cookies], [null, []], "a sign-in of the same user may be under way");
    for (const minutes of [9, 18]) {
      mock.timers.enable({ apis: ["Date"], now: start + minutes * 60_000 });
      const { session, cookies } = await site.check({ origin, cookie: late }, "renewals");
      mock.timers.reset();
      assert.deepEqual([session, cookies.map(({ name, options }) => [name, options.maxAge])], [null, [[CHANGE, 600]]], `${minutes}`);
      late = applied(late, cookies);
    }
    const signedIn = await site.signIn({ origin, cookie: late }, { provider: "staff", redirectTo: "/", fields: { username: "Ada", password: "right" } });
    assert.ok(!parseCookies(applied(late, signedIn.cookies)).has(CHANGE));
  });

  test("does not undo a sign-out that is the first request of its process", async () => {
    const cookie = await cookieOf();
    const prefetch = await (await here()).check({ origin, cookie }, "renewals");
    const first = at({ callbacks: { jwt }, fetch: (...args) => fetch(...args) });
    const out = applied(cookie, (await first.signOut({ origin, cookie }, "/")).cookies);
    forget();
    assert.equal(await first.read({ origin, cookie: applied(out, prefetch.cookies) }), null);
  });

  test("says nothing of what came later: a renewal, a further update, a sign-in, another user", async () => {
    const site = await here();
    const cookie = await cookieOf();
    const first = applied(cookie, (await site.update({ origin, cookie }, { name: "Countess" })).cookies);
    const renewed = applied(first, (await site.check({ origin, cookie: first }, "renewals")).cookies);
    assert.notEqual(parseCookies(renewed).get(SESSION), parseCookies(first).get(SESSION));
    forget();
    assert.deepEqual((await open(own((await site.check({ origin, cookie: renewed }, true)).cookies)[0].value)).cardea, (await open(parseCookies(first).get(CHANGE))).cardea);
    const second = applied(first, (await site.update({ origin, cookie: first }, { name: "Lady" })).cookies);
    assert.equal((await site.read({ origin, cookie: second })).user.name, "Lady");
    const signedIn = await site.signIn({ origin, cookie: second }, { provider: "staff", redirectTo: "/", fields: { username: "Ada", password: "right" } });
    assert.equal((await site.read({ origin, cookie: applied(second, signedIn.cookies) })).user.name, "Ada");
    assert.ok(!parseCookies(applied(second, signedIn.cookies)).has(CHANGE));
    const other = await site.read({ origin, cookie: applied(second, [{ name: SESSION, value: await seal({ sub: "43", name: "Eve" }), options: {} }]) });
    assert.equal(other.user.name, "Eve");
    mock.timers.enable({ apis: ["Date"], now: Date.now() + 6_000 });
    const elsewhere = await seal({ name: "Ada" });
    assert.equal((await site.read({ origin, cookie: applied(second, [{ name: SESSION, value: elsewhere, options: {} }]) })).user.name, "Ada");
    mock.timers.reset();
  });

  for (const [what, claimsOf] of [["keeps all claims", (token) => token], ["returns only its own", ({ sub, name, seen }) => ({ sub, name, seen })]]) {
    test(`does not undo what a renewal changed after the update, where the jwt callback ${what}`, async () => {
      const site = await described({ callbacks: { jwt: (params) => claimsOf(params.trigger ? jwt(params) : { ...params.token, seen: 1 }) } });
      const cookie = await cookieOf();
      const updated = applied(cookie, (await site.update({ origin, cookie }, { name: "Countess" })).cookies);
      const renewed = applied(updated, (await site.check({ origin, cookie: updated }, "renewals")).cookies);
      forget();
      const another = await described({ callbacks: { session: ({ session, token }) => ({ ...session, seen: token.seen }) } });
      const { user, seen } = await another.read({ origin, cookie: renewed });
      assert.deepEqual([user.name, seen], ["Countess", 1]);
    });
  }

  test("does not undo the second of two updates in one millisecond", async (t) => {
    const site = await here();
    const cookie = await cookieOf();
    t.mock.timers.enable({ apis: ["Date"], now: Date.now() });
    const first = applied(cookie, (await site.update({ origin, cookie }, { name: "Countess" })).cookies);
    const prefetch = await site.check({ origin, cookie: first }, "renewals");
    const second = applied(first, (await site.update({ origin, cookie: first }, { name: "Lady" })).cookies);
    forget();
    assert.equal((await site.read({ origin, cookie: applied(second, prefetch.cookies) })).user.name, "Lady");
  });

  test("does not bring back the user before, where another has signed in, by an action or in the browser", async () => {
    const leaving = async (url, init) => {
      if (!String(url).endsWith("/callback/acme")) return fetch(url, init);
      return new Response(null, { status: 302, headers: { location: "/", "set-cookie": `${SESSION}=${await seal()}; Path=/` } });
    };
    const site = await described({ callbacks: { jwt }, fetch: (...args) => leaving(...args) });
    const fields = { username: "Ada", password: "right" };
    const ways = {
      action: async (cookie) => (await site.signIn({ origin, cookie }, { provider: "staff", redirectTo: "/", fields })).cookies,
      browser: async (cookie) => {
        const answer = await site.handle(new Request(`${origin}/auth/callback/acme`, { headers: { cookie } }));
        return answer.headers.getSetCookie().map((line) => ({ name: line.split("=")[0], value: decodeURIComponent(line.split(/[=;]/)[1]), options: {} }));
      },
    };
    for (const [way, signIn] of Object.entries(ways)) {
      const eve = await cookieOf({ sub: "43", name: "Eve" });
      const prefetch = await site.check({ origin, cookie: eve }, "renewals");
      const signedIn = applied(eve, await signIn(eve));
      forget();
      assert.equal((await site.read({ origin, cookie: signedIn })).user.id, "42", way);
      assert.equal(await site.read({ origin, cookie: applied(signedIn, prefetch.cookies) }), null, way);
      // The note outlives a further sign-in of the same user, and ends with that of the user whom it is of.
      const again = applied(signedIn, await signIn(signedIn));
      assert.equal(await site.read({ origin, cookie: applied(again, prefetch.cookies) }), null, way);
    }
  });

  test("does not undo a sign-in of the same user by a secret that this process lacks yet", async () => {
    const newer = "a-newer-secret-of-32-characters-!";
    const renewing = async (url, init) => {
      if (!String(url).endsWith("/callback/acme")) return fetch(url, init);
      return new Response(null, { status: 302, headers: { location: "/", "set-cookie": `${SESSION}=${await seal({}, { secret: newer })}; Path=/` } });
    };
    const site = await described({ fetch: (...args) => renewing(...args) });
    const cookie = await cookieOf();
    const answer = await site.handle(new Request(`${origin}/auth/callback/acme`, { headers: { cookie } }));
    const set = answer.headers.getSetCookie().map((line) => ({ name: line.split("=")[0], value: decodeURIComponent(line.split(/[=;]/)[1]), options: {} }));
    assert.deepEqual(set.map(({ name }) => name), [SESSION, CHANGE]);
    const another = await described({ secret: [newer, secret] });
    assert.equal((await another.read({ origin, cookie: applied(cookie, set) })).user.id, "42");
  });

  test("does not undo a sign-out of which the clock is behind that of the update", async () => {
    const site = await here();
    const cookie = await cookieOf();
    mock.timers.enable({ apis: ["Date"], now: Date.now() + 3_000 });
    const updated = applied(cookie, (await site.update({ origin, cookie }, { name: "Countess" })).cookies);
    mock.timers.reset();
    const overtaken = applied(updated, [{ name: SESSION, value: cookie.slice(SESSION.length + 1), options: {} }]);
    const out = applied(overtaken, (await site.signOut({ origin, cookie: overtaken }, "/")).cookies);
    forget();
    const late = applied(out, [{ name: SESSION, value: parseCookies(updated).get(SESSION), options: {} }]);
    assert.equal(await site.read({ origin, cookie: late }), null);
  });

  test("an update to a token that takes two cookies leaves no change cookie, and deletes that of before", async () => {
    const site = await here();
    const cookie = await cookieOf();
    const short = applied(cookie, (await site.update({ origin, cookie }, { name: "Countess" })).cookies);
    const { cookies } = await site.update({ origin, cookie: short }, { name: "x".repeat(4_000) });
    assert.deepEqual(cookies.flatMap(({ name, options }) => (name === CHANGE ? [options.maxAge] : [])), [0]);
  });

  test("a change that was not sealed with the site's secret says nothing", async () => {
    const site = await here();
    const forged = await encode({ token: { sub: "42", name: "root", cardea: { changed: Date.now() } }, secret: "guess", salt: SESSION });
    assert.equal((await site.read({ origin, cookie: `${await cookieOf()}; ${CHANGE}=${forged}` })).user.name, "Ada");
  });

  test("a session that is over is not deleted by an answer that may arrive after a sign-in", async () => {
    const site = await described({ callbacks: { jwt: () => null } });
    const visitor = { origin, cookie: await cookieOf() };
    assert.deepEqual((await site.check(visitor, "renewals")).cookies, []);
    assert.equal((await site.check({ ...visitor }, true)).cookies[0].options.maxAge, 0);
  });

  test("a database session that is over, and what is left of its chunks, are not deleted by such an answer either", async (t) => {
    const rows = await fakeCore({ described: { strategy: "database" } });
    t.after(() => rows.stop());
    const site = at({ core: `${rows.url}/auth` });
    for (const [cookie, all] of [[`${SESSION}=row`, [0]], [`${SESSION}.0=left; ${SESSION}.2=over`, [0, 0]]]) {
      for (const [prolongs, ages] of [["renewals", []], [true, all]]) {
        const { session, cookies } = await site.check({ origin, cookie }, prolongs);
        assert.deepEqual([session, cookies.map(({ options }) => options.maxAge)], [null, ages], `${cookie} ${prolongs}`);
      }
    }
  });

  test("a token of which only the core knows is renewed on navigations only, a database session on each", async () => {
    const remote = await described({ session: "remote" });
    const visitor = { origin, cookie: await cookieOf() };
    assert.deepEqual((await remote.check(visitor, "renewals")).cookies, []);
    const rows = await fakeCore({ described: { strategy: "database" } });
    const site = at({ core: `${rows.url}/auth` });
    assert.equal(own((await site.check(visitor, "renewals")).cookies).length, 1);
    await rows.stop();
    const newer = await fakeCore({ described: { strategy: "of-a-newer-core" } });
    assert.deepEqual((await at({ core: `${newer.url}/auth` }).check(visitor, "renewals")).cookies, []);
    await newer.stop();
  });
});

describe("an update", () => {
  const jwt = (params) => (params.trigger === "update" ? { ...params.token, ...params.session } : params.token);
  const session = ({ session: given, token }) => ({ ...given, role: token.role });

  test("runs the jwt callback with the data, and writes a new token, without a call", async () => {
    const calls = [];
    const site = await described({ callbacks: { jwt: (params) => (calls.push(structuredClone(params)), jwt(params)), session } });
    const { session: after, cookies } = await site.update({ origin, cookie: await cookieOf() }, { role: "admin", at: new Date(0), none: undefined });
    assert.deepEqual([calls[0].trigger, calls[0].session], ["update", { role: "admin", at: "1970-01-01T00:00:00.000Z" }]);
    assert.deepEqual([after.role, after.user.id, after.expires], ["admin", undefined, own(cookies)[0].options.expires]);
    assert.equal((await open(own(cookies)[0].value)).role, "admin");
    assert.equal(core.calls.length, 0);
  });

  test("wins over the renewal of the old token that is under way, and over those that come after it", async () => {
    let go;
    const waits = new Promise((resolve) => (go = resolve));
    const site = await described({
      callbacks: { jwt: async (params) => (params.trigger ? jwt(params) : (await waits, { ...params.token, seen: Math.random() })) },
    });
    const first = await cookieOf();
    const renewing = site.keep({ origin, cookie: first });
    const changed = await site.update({ origin, cookie: first }, { name: "Countess" });
    go();
    const late = await renewing;
    assert.deepEqual(late.isOvertaken?.() ? [] : late.cookies, []);
    assert.deepEqual((await site.keep({ origin, cookie: first })).cookies, []);
    const next = await site.keep({ origin, cookie: applied("", changed.cookies) });
    assert.equal((await open(own(next.cookies)[0].value)).name, "Countess");
    const second = await cookieOf();
    await site.update({ origin, cookie: second }, { name: "Countess" });
    assert.deepEqual((await site.keep({ origin, cookie: second })).cookies, []);
  });

  test("wins over a renewal whose answer has not left yet, and over renewals of that one", async () => {
    const site = await described({ callbacks: { jwt: (params) => ({ ...jwt(params), seen: Math.random() }) } });
    const cookie = await cookieOf();
    const renewed = await site.keep({ origin, cookie });
    assert.equal(renewed.isOvertaken(), false);
    const newer = applied("", renewed.cookies);
    await site.update({ origin, cookie: newer }, { name: "Countess" });
    assert.equal(renewed.isOvertaken(), true);
    assert.deepEqual((await site.keep({ origin, cookie })).cookies, []);
  });

  test("a token that cannot be written is an error, not a lost change", async () => {
    const site = await described({ callbacks: { jwt: ({ token, trigger }) => (trigger ? { ...token, big: 1n } : token) } });
    await assert.rejects(site.update({ origin, cookie: await cookieOf() }, {}), { type: "JWTSessionError" });
  });
});

describe("a sign-out", () => {
  for (const session of ["local", "remote"]) {
    test(`wins over a renewal that is in flight, ${session}`, async () => {
      const site = await described({ session, callbacks: { jwt: ({ token }) => ({ ...token, seen: Math.random() }) } });
      const visitor = { origin, cookie: await cookieOf() };
      const renewed = await site.keep(visitor);
      assert.equal(own(renewed.cookies).length, 1);
      await site.signOut(visitor, "/");
      assert.equal(renewed.isOvertaken(), true);
      const later = await site.keep(visitor);
      assert.ok(later.cookies.length === 0 || later.isOvertaken());
    });
  }

  test("of a cookie that isn't a token takes no place in what the process remembers", async () => {
    const site = await described();
    forget();
    const remembered = globalThis[Symbol.for("cardea.tokens")];
    for (let i = 0; i < 3; i++) await site.signOut({ origin, cookie: `${SESSION}=text-${i}` }, "/");
    assert.equal(remembered.size, 0);
    await site.signOut({ origin, cookie: await cookieOf() }, "/");
    assert.equal(remembered.size, 1);
  });

  test("is seen where a browser's own post is passed on", async () => {
    const other = await fakeCore({ updateAge: 0 });
    const leaving = async (url, init) => {
      const answer = await fetch(url, init);
      if (!String(url).endsWith("/signout")) return answer;
      return new Response("{}", { headers: { "set-cookie": `${SESSION}=; Max-Age=0; Path=/` } });
    };
    const site = new Site({ core: `${other.url}/auth`, secret, trustHost: true, fetch: leaving, logger: silent }, "/auth", {});
    const cookie = await cookieOf();
    const renewed = await site.keep({ origin, cookie });
    assert.equal(renewed.isOvertaken(), false);
    await site.handle(new Request(`${origin}/auth/signout`, { method: "POST", body: "csrfToken=x", headers: { cookie, host: "app.example" } }));
    assert.equal(renewed.isOvertaken(), true);
    await other.stop();
  });
});

describe("the route of the session", () => {
  const ask = (site, cookie, init = {}) => site.handle(new Request(`${origin}/auth/session`, { ...init, headers: { host: "app.example", ...(cookie ? { cookie } : {}), ...init.headers } }));
  const token = "a".repeat(64);
  const csrf = async (joined = secret) => `${CSRF}=${token}%7C${await sha256(token + joined)}`;
  const post = async (site, cookie, body, headers = { "content-type": "application/json" }) => ask(site, cookie, { method: "POST", body, headers });
  const json = (data, csrfToken = token) => JSON.stringify({ csrfToken, data });

  test("shows browsers what the session callback makes, and renews it each time", async () => {
    const site = await described({ callbacks: { session: ({ session, token: claims }) => ({ ...session, role: claims.role }) } });
    const answer = await ask(site, await cookieOf({ role: "admin" }));
    const body = await answer.json();
    assert.deepEqual(body, { user: { name: "Ada", image: "p" }, expires: body.expires, role: "admin" });
    assert.equal(answer.headers.getSetCookie().length, 1);
    assert.match(answer.headers.getSetCookie()[0], /^__Secure-authjs\.session-token=ey[^;]*; Path=\/; Expires=[^;]*; HttpOnly; Secure; SameSite=Lax$/);
    assert.equal(answer.headers.get("cache-control"), "private, no-cache, no-store");
    assert.equal(core.calls.length, 0);
    // No route of the reference takes HEAD; the core says so.
    await ask(site, await cookieOf(), { method: "HEAD" });
    assert.equal(core.calls.length, 1);
  });

  test("is null for a visitor without a session, and where a callback throws, whose cookie stays", async () => {
    const site = await described();
    for (const cookie of [undefined, "theme=dark"]) assert.equal(await (await ask(site, cookie)).text(), "null");
    assert.equal(core.calls.length, 0);
    await ask(site, `${SESSION}.1=left`);
    assert.equal(core.calls.length, 1);
    core.calls.length = 0;
    const broken = await described({ callbacks: { jwt: () => { throw new Error("x"); } } });
    const answer = await ask(broken, await cookieOf());
    assert.deepEqual([answer.status, await answer.text(), answer.headers.getSetCookie()], [200, "null", []]);
    assert.equal(core.calls.length, 0);
  });

  test("is null without any cookie while the core does not answer", async () => {
    const down = new Site({ core: "http://127.0.0.1:9/auth", secret, trustHost: true, logger: silent }, "/auth", {});
    assert.equal(await (await ask(down)).text(), "null");
    assert.equal((await ask(down, "sid=1")).status, 503);
    assert.equal((await (await ask(down, await cookieOf())).json()).user.name, "Ada");
  });

  test("is not renewed once an update was seen", async () => {
    const site = await described();
    const cookie = await cookieOf();
    await site.update({ origin, cookie }, {});
    assert.deepEqual((await ask(site, cookie)).headers.getSetCookie(), []);
  });

  test("takes an update with its token, as JSON and as a form", async () => {
    const site = await described({ callbacks: { jwt: ({ token: claims, session, trigger }) => (trigger ? { ...claims, name: session?.name ?? session } : claims) } });
    const cookie = `${await cookieOf()}; ${await csrf()}`;
    const answer = await post(site, cookie, json({ name: "Countess" }));
    assert.equal((await answer.json()).user.name, "Countess");
    assert.deepEqual(answer.headers.getSetCookie().map((line) => line.split("=")[0]), [SESSION, CHANGE]);
    const form = await post(site, cookie, `csrfToken=${token}&data=Lady`, { "content-type": "application/x-www-form-urlencoded" });
    assert.equal((await form.json()).user.name, "Lady");
    assert.equal(core.calls.length, 0);
  });

  test("leaves every post to the core that does not prove where it is from", async () => {
    const site = await described();
    const session = await cookieOf();
    const type = { "content-type": "application/json" };
    const refused = [
      [`${session}; ${await csrf()}`, json({}, "b".repeat(64)), type],
      [`${session}; ${await csrf()}`, json({}, null), type],
      [`${session}; ${await csrf()}`, "{}", type],
      [`${session}; ${await csrf()}`, "{", type],
      [`${session}; ${await csrf()}`, json({}), { "content-type": "text/plain" }],
      [session, json({}), type],
      [`${session}; ${await csrf("another secret")}`, json({}), type],
      [`${session}; ${await csrf()}`, json({}), { ...type, "sec-fetch-site": "cross-site" }],
      [`${session}; ${await csrf()}`, json({}), { ...type, origin: "https://evil.example" }],
      [`${session}; ${await csrf()}`, json({}), { ...type, origin: "null" }],
    ];
    for (const [cookie, body, headers] of refused) {
      core.calls.length = 0;
      await post(site, cookie, body, headers);
      assert.deepEqual(core.calls.map(({ mode, body: passed }) => [mode, passed]), [["forward", body]], body);
    }
    for (const headers of [{ ...type, "sec-fetch-site": "same-origin" }, { ...type, origin }]) {
      core.calls.length = 0;
      await post(site, `${session}; ${await csrf()}`, json({}), headers);
      assert.equal(core.calls.length, 0);
    }
  });

  test("takes tokens of before a rotation of secrets, and of a process at another step of it", async () => {
    const site = await described({ secret: [secret, "older", "oldest"] });
    for (const joined of [`${secret},older,oldest`, "older", "older,oldest", secret, `older,${secret},oldest`]) {
      core.calls.length = 0;
      await post(site, `${await cookieOf()}; ${await csrf(joined)}`, json({}));
      assert.equal(core.calls.length, 0, joined);
    }
  });

  test("leaves posts to a core that does not check them", async () => {
    const other = await fakeCore({ described: { csrfChecked: false, cookies: { sessionToken: SESSION, csrfToken: CSRF } } });
    const site = new Site({ core: `${other.url}/auth`, secret, trustHost: true, logger: silent }, "/auth", {});
    await post(site, `${await cookieOf()}; ${await csrf()}`, json({}));
    assert.equal(other.calls.at(-1).action, "session");
    await other.stop();
  });
});

describe("while secrets are replaced", () => {
  const newer = "a-newer-secret-of-32-characters-!";
  test("a session is renewed by the newest secret that the core has too", async () => {
    for (const [cores, expected] of [[[secret], secret], [[newer, secret], newer], [[secret, newer], newer], [["other"], undefined]]) {
      const keys = await Promise.all(cores.map((each) => keyId(each, SESSION)));
      const other = await fakeCore({ updateAge: 0, described: { keys } });
      const site = new Site({ core: `${other.url}/auth`, secret: [newer, secret], logger: silent }, "/auth", {});
      const { session, cookies } = await site.keep({ origin, cookie: await cookieOf() });
      assert.equal(session.user.id, "42");
      assert.equal(own(cookies).length, expected ? 1 : 0);
      if (expected) assert.equal((await decode({ token: own(cookies)[0].value, secret: expected, salt: SESSION })).sub, "42");
      await other.stop();
    }
  });
});

describe("what a middleware read", () => {
  const jwt = ({ token }) => ({ ...token, runs: (token.runs ?? 0) + 1 });
  const handedOn = async (site, visitor, kept) => ({ ...visitor, cookie: applied(visitor.cookie, kept.cookies), reading: await site.readingHeader(kept) });

  test("serves the rest of the request: the callbacks run once", async () => {
    let runs = 0;
    const site = await described({ callbacks: { jwt: (params) => (runs++, jwt(params)) } });
    const visitor = { origin, cookie: await cookieOf() };
    for (const prolongs of [true, "renewals", false]) {
      runs = 0;
      const kept = await site.check(visitor, prolongs);
      const rest = await handedOn(site, visitor, kept);
      assert.ok(rest.reading);
      assert.deepEqual(await site.read(rest), kept.session);
      assert.deepEqual((await site.check(rest, prolongs)).cookies, []);
      assert.equal(runs, 1);
    }
    assert.equal(core.calls.length, 0);
  });

  test("counts for its own session only, for a short time, and cannot be made by a visitor", async () => {
    const site = await described({ callbacks: { jwt } });
    const visitor = { origin, cookie: await cookieOf({ name: "Mallory" }) };
    const { reading } = await handedOn(site, visitor, await site.check(visitor, false));
    const other = await cookieOf();
    assert.equal((await site.read({ origin, cookie: other, reading })).user.name, "Ada");
    const forged = await encode({ token: { of: "x", session: { user: { name: "root" } }, isSettled: true }, secret: "guess", salt: "cardea.reading" });
    for (const bad of [forged, "x", reading.slice(0, -2), visitor.cookie.slice(SESSION.length + 1)]) assert.equal((await site.read({ origin, cookie: other, reading: bad })).user.name, "Ada");
    let runs = 0;
    const counting = await described({ callbacks: { jwt: (params) => (runs++, jwt(params)) } });
    const { reading: own } = await handedOn(counting, visitor, await counting.check(visitor, false));
    assert.equal((await counting.read({ ...visitor, reading: own })).user.name, "Mallory");
    assert.equal(runs, 1);
    mock.timers.enable({ apis: ["Date"], now: Date.now() + 50_000 });
    await counting.read({ ...visitor, reading: own });
    mock.timers.reset();
    assert.equal(runs, 2);
  });

  test("serves no configuration with other callbacks, whatever a bundler calls their variables", async () => {
    const small = await described({ callbacks: { session: ({ session }) => session } });
    const visitor = { origin, cookie: await cookieOf({ role: "admin" }) };
    const rest = await handedOn(small, visitor, await small.check(visitor, false));
    const whole = await described({ callbacks: { session: ({ session, token }) => ({ ...session, role: token.role }) } });
    assert.equal((await whole.read(rest)).role, "admin");
    let runs = 0;
    const first = await described({ callbacks: { jwt: (params) => (runs++, params.token) } });
    const second = await described({ callbacks: { jwt: (params) => (runs++, params.token) } });
    await second.read(await handedOn(first, visitor, await first.check(visitor, false)));
    assert.equal(runs, 1);
    const calls = [];
    const renamed = [(a) => (calls.push(a), a.token), (b) => (calls.push(b), b.token)];
    const [x, y] = await Promise.all(renamed.map((fn) => described({ callbacks: { jwt: fn } })));
    const handed = await handedOn(x, visitor, await x.check(visitor, false));
    calls.length = 0;
    assert.equal((await y.read(handed)).user.id, "42");
    assert.equal(calls.length, 0);
  });

  test("serves the same callbacks, although a bundle reaches what they import by a module", async () => {
    let runs = 0;
    const [c, k] = [{ push: () => runs++ }, ({ token }) => token];
    const m = { f: c, g: k };
    const visitor = { origin, cookie: await cookieOf() };
    // As Turbopack writes the same function in the bundle of the middleware, and in that of the pages.
    const bundled = [(a) => (c.push({ kind: a.token }), k(a)), (e) => (m.f.push({ kind: e.token }), (0, m.g)(e))];
    const [inMiddleware, inPages] = await Promise.all(bundled.map((fn) => described({ callbacks: { jwt: fn } })));
    const handed = await handedOn(inMiddleware, visitor, await inMiddleware.check(visitor, false));
    assert.equal((await inPages.read(handed)).user.id, "42");
    assert.equal(runs, 1);
    const [__TURBOPACK__lib$5b$middleware$5d$__, __TURBOPACK__lib$5b$app$2d$route$5d$__] = [c, c];
    const inDevelopment = [({ token }) => (__TURBOPACK__lib$5b$middleware$5d$__["push"](token), token), ({ token }) => (__TURBOPACK__lib$5b$app$2d$route$5d$__["push"](token), token)];
    const [first, second] = await Promise.all(inDevelopment.map((fn) => described({ callbacks: { jwt: fn } })));
    await second.read(await handedOn(first, visitor, await first.check(visitor, false)));
    assert.equal(runs, 2);
    const others = await described({ callbacks: { jwt: (e) => (m.f.push({ sort: e.token }), (0, m.g)(e)) } });
    await others.read(handed);
    assert.equal(runs, 3);
  });

  test("is not handed on where a second read is as cheap, nor where it is long", async () => {
    const bare = await described();
    assert.equal(await bare.readingHeader(await bare.keep({ origin, cookie: await cookieOf() })), undefined);
    const long = await described({ callbacks: { session: ({ session }) => ({ ...session, text: "x".repeat(10_000) }) } });
    assert.equal(await long.readingHeader(await long.keep({ origin, cookie: await cookieOf() })), undefined);
    const remote = await described({ session: "remote" });
    const visitor = { origin, cookie: await cookieOf() };
    const rest = await handedOn(remote, visitor, await remote.keep(visitor));
    core.calls.length = 0;
    assert.equal((await remote.read(rest)).user.id, "42");
    assert.equal(core.calls.length, 0);
  });
});

describe("recorded requests of Auth.js", () => {
  // The same file as in the tests in Java.
  const file = new URL("../../../libraries/core/src/test/resources/vectors/http-session-jwt.json", import.meta.url);
  const { cases } = JSON.parse(readFileSync(file, "utf8"));
  const revived = (value) => JSON.parse(JSON.stringify(value), (_, each) => (each?.$undefined ? undefined : each));
  const NAME = "authjs.session-token";
  /** The owner's decision: what a callback throws ends no session. */
  const KEPT = ["jwt session jwt callback throws", "jwt session session callback throws", "jwt session jwt callback undefined"];
  /** A cookie of another name, and one that chunks have replaced, do not belong to the session. */
  const READ = ["other cookie sharing prefix", "stale unchunked + chunks"];
  // One token serves several requests, and some of them change it.
  beforeEach(forget);
  const played = cases.filter(({ request, config }) => /\/auth\/session$/.test(request.url) && request.url.startsWith("http://localhost") && !config.jwt?.encode);

  for (const { name, now, config, request, response, calls } of played) {
    test(`callbacks, their order, arguments and the answer: ${name}`, async () => {
      mock.timers.enable({ apis: ["Date"], now: Date.parse(now) });
      const heard = [];
      const secrets = [config.secret ?? "secret"].flat();
      const maxAge = config.session?.maxAge ?? 30 * 24 * hour;
      const keys = await Promise.all(secrets.map((each) => keyId(each, NAME)));
      const options = { path: "/", httpOnly: true, sameSite: "lax" };
      const about = { keys, maxAge, tokenMaxAge: config.jwt?.maxAge ?? maxAge, cookies: { sessionToken: NAME, csrfToken: "authjs.csrf-token" }, cookieOptions: { sessionToken: options } };
      const other = await fakeCore({ described: about });
      const recorded = (which) => {
        const found = calls.find((call) => call.name === which);
        if (!found) return undefined;
        return (...args) => {
          heard.push([which, args]);
          if (found.threw) throw new Error(found.threw.message);
          return revived({ value: found.returned }).value;
        };
      };
      const jwt = recorded("callback.jwt");
      const session = recorded("callback.session");
      const event = recorded("event.session");
      const callbacks = { ...(jwt ? { jwt } : {}), ...(session ? { session } : {}) };
      const site = new Site({ core: `${other.url}/auth`, secret: secrets, trustHost: true, logger: silent, callbacks, events: event ? { session: event } : {} }, "/auth", {});
      // The bridge's own secret is that of the small core here.
      site.bridge.describe = async () => ({ core: { basePath: "/auth", strategy: "jwt", pages: {}, updateAge: 86_400, callbacks: {}, csrfChecked: true, ...about }, providers: {} });
      site.bridge.described = () => ({ core: { basePath: "/auth", strategy: "jwt", pages: {}, updateAge: 86_400, callbacks: {}, csrfChecked: true, ...about }, providers: {} });
      let passedOn = false;
      site.bridge.forward = async () => ((passedOn = true), new Response("null"));
      // The recorder posted forms as such.
      const type = request.body && !request.headers["content-type"] ? { "content-type": "application/x-www-form-urlencoded" } : {};
      const answer = await site.handle(
        new Request(request.url, { method: request.method, headers: { ...request.headers, ...type }, ...(request.body ? { body: request.body } : {}) }),
      );
      mock.timers.reset();
      await other.stop();
      if (passedOn) {
        // What cannot be opened is the core's to clear away.
        assert.equal(heard.length, 0);
        assert.equal(response.body, "null");
        return;
      }
      const wanted = calls.filter((call) => ["callback.jwt", "callback.session", "event.session"].includes(call.name));
      assert.deepEqual(heard.map(([which]) => which), wanted.map((call) => call.name));
      heard.forEach(([which, args], i) => {
        const given = wanted[i].args.map(revived);
        // An event has its id beside it.
        assert.deepEqual(revived(args.slice(0, given.length)), revived(given), which);
        if (!which.startsWith("event")) assert.deepEqual(Object.keys(args[0]), Object.keys(wanted[i].args[0]), which);
      });
      assert.equal(answer.status, response.status);
      if (READ.includes(name)) return assert.notEqual(await answer.text(), "null");
      assert.equal(await answer.text(), response.body);
      if (KEPT.includes(name)) return assert.deepEqual(answer.headers.getSetCookie(), []);
      const shape = (line) => line.replace(/=ey[^;]*/, "=<token>");
      const lines = response.setCookie.filter((line) => line.startsWith(NAME)).map(shape);
      const set = answer.headers.getSetCookie();
      assert.deepEqual(set.filter((line) => line.startsWith(NAME)).map(shape), lines);
      // Beside what Auth.js sets, an update leaves the change cookie.
      const isUpdate = request.method === "POST" && lines.length > 0;
      assert.deepEqual(set.filter((line) => !line.startsWith(NAME)).map((line) => line.split("=")[0]), isUpdate ? [`cardea.${NAME}`] : []);
    });
  }
});
