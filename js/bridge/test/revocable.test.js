import assert from "node:assert/strict";
import { after, afterEach, before, beforeEach, describe, mock, test } from "node:test";
import { ConfigurationError, parseCookies, Site } from "../dist/index.js";
import { Confirmations } from "../dist/confirmations.js";
import { decode, encode, seal } from "../dist/token.js";
import { fakeCore, secret } from "../../testing/core.js";
import { freePort } from "../../testing/process.js";

const origin = "https://app.example";
const SESSION = "__Secure-authjs.session-token";
const silent = { error: () => {}, warn: () => {} };
const hour = 3600;
const day = 24 * hour;
const A = "a".repeat(64);
const B = "b".repeat(64);
const description = { cookies: { sessionToken: SESSION, csrfToken: "csrf" }, strategy: "revocable", confirmAge: 4, absoluteAge: 90 * day };

const now = () => Math.floor(Date.now() / 1000);
const claimsOf = (sid = A, more = {}) => ({ sub: "42", name: "Ada", cardea: { v: 1, sid, at: now() }, ...more });
const cookieFor = async (claims = claimsOf(), maxAge = hour) => `${SESSION}=${await encode({ token: claims, secret, salt: SESSION, maxAge })}`;
/** Of a token that is older than `updateAge`. */
const dueCookie = async (claims = claimsOf()) => `${SESSION}=${await seal({ ...claims, iat: now() - 601, exp: now() + hour }, secret, SESSION)}`;
const opened = (header) => decode({ token: parseCookies(header).get(SESSION), secret, salt: SESSION });

let core;
/** What the monotonic clock says. Both clocks stand still until a test moves them. */
let elapsed;
before(async () => (core = await fakeCore({ described: description })));
after(() => core.stop());
beforeEach(() => {
  elapsed = 0;
  mock.method(performance, "now", () => elapsed);
  mock.timers.enable({ apis: ["Date"], now: Date.now() });
  Object.assign(core, { sessions: [A, B], ended: new Set(), user: { id: "42", role: "editor" }, down: false, held: undefined, says: undefined, described: description });
});
afterEach(() => {
  mock.timers.reset();
  mock.restoreAll();
});

/** In a process that knows of no session, and has heard of its core. */
async function siteWith(more = {}) {
  for (const name of ["cardea.confirmations", "cardea.tokens"]) delete globalThis[Symbol.for(name)];
  const site = new Site({ core: `${core.url}/auth`, secret, trustHost: true, logger: silent, ...more }, "/auth", {});
  await site.describe({ origin }, 0);
  core.calls.length = 0;
  return site;
}
const calls = (action) => core.calls.filter((call) => call.action === action);
const checks = () => calls("session-check").length;

describe("a site that reads revocable sessions", () => {
  test("accepts one that ended elsewhere for as long as an answer of the core counts, and no longer", async () => {
    const site = await siteWith();
    const cookie = await cookieFor();
    assert.equal((await site.read({ origin, cookie })).user.name, "Ada");
    core.ended.add(A);
    mock.timers.tick(3_900);
    assert.equal((await site.read({ origin, cookie })).user.name, "Ada");
    assert.equal(checks(), 1);
    mock.timers.tick(100);
    const kept = await site.keep({ origin, cookie });
    assert.equal(kept.session, null);
    assert.equal(kept.unknown, undefined);
    assert.deepEqual(kept.cookies, [], "a late answer would delete the cookie of a newer session");
  });

  test("remembers as long that a session has ended", async () => {
    const site = await siteWith();
    const cookie = await cookieFor();
    core.ended.add(A);
    for (let i = 0; i < 10; i++) assert.equal(await site.read({ origin, cookie }), null);
    assert.equal(checks(), 1);
  });

  test("counts an answer from the moment at which it asked", async () => {
    const site = await siteWith();
    const cookie = await cookieFor();
    core.held = async () => mock.timers.tick(3_000);
    await site.read({ origin, cookie });
    core.held = undefined;
    core.ended.add(A);
    mock.timers.tick(1_000);
    assert.equal(await site.read({ origin, cookie }), null);
  });

  test("does not accept a session by an answer that comes too late, as when the process was stopped", async () => {
    const site = await siteWith();
    const cookie = await cookieFor();
    core.held = async () => (elapsed += 5_001);
    assert.ok((await site.keep({ origin, cookie })).unknown);
    core.held = undefined;
    core.ended.add(A);
    assert.equal(await site.read({ origin, cookie }), null);
  });

  test("goes by the clock that moved more: one stops while the machine sleeps, one may be set back", async () => {
    const start = Date.now();
    const site = await siteWith();
    const cookie = await cookieFor();
    await site.read({ origin, cookie });
    elapsed += 4_000;
    await site.read({ origin, cookie });
    assert.equal(checks(), 2, "the monotonic clock moved");
    mock.timers.setTime(start + 4_000);
    await site.read({ origin, cookie });
    assert.equal(checks(), 3, "the wall clock moved");
    mock.timers.setTime(start);
    elapsed += 3_999;
    await site.read({ origin, cookie });
    assert.equal(checks(), 3);
  });

  test("asks the core at most 16 times for 1,000 pages of a user in a minute", async () => {
    const site = await siteWith();
    const cookie = await cookieFor();
    for (let i = 0; i < 1_000; i++) {
      assert.ok((await site.keep({ origin, cookie })).session);
      mock.timers.tick(60);
    }
    assert.ok(checks() <= 16, `${checks()} calls`);
    assert.equal(core.calls.length, checks());
  });

  test("asks once for all pages that come meanwhile", async () => {
    const site = await siteWith();
    const cookie = await cookieFor();
    const all = await Promise.all(Array.from({ length: 50 }, () => site.read({ origin, cookie })));
    assert.ok(all.every((session) => session.user.name === "Ada"));
    assert.equal(checks(), 1);
  });

  test("asks each time where an answer does not count, as where nothing outlives a request", async () => {
    core.described = { ...description, confirmAge: 0 };
    const site = await siteWith();
    const cookie = await cookieFor();
    for (let i = 1; i <= 3; i++) {
      await site.read({ origin, cookie });
      assert.equal(checks(), i);
    }
    core.described = description;
    for (let i = 1; i <= 3; i++) {
      const fresh = await siteWith();
      await fresh.read({ origin, cookie });
      assert.equal(checks(), 1);
    }
  });

  test("does not accept what signed out in this process, whatever was asked before", async () => {
    const site = await siteWith();
    const cookie = await cookieFor();
    await site.read({ origin, cookie });
    await site.signOut({ origin, cookie }, "/");
    core.ended.add(A);
    assert.equal(await site.read({ origin, cookie }), null);

    for (const end of ["forget", "forgetAllOf"]) {
      const confirmations = new Confirmations(end);
      const ask = (answer) => confirmations.confirm({ id: B, sub: "42" }, 4, answer);
      let release;
      const early = ask(() => new Promise((go) => (release = go)));
      confirmations[end](end === "forget" ? B : "42");
      const late = ask(async () => null);
      release({});
      assert.ok(await early);
      assert.equal(await late, null, "it does not wait for what was asked before");
      assert.equal(await ask(async () => null), null, "nor is that kept");
    }
  });

  test("does not take another session of which the core speaks for its own", async () => {
    const site = await siteWith();
    core.says = B;
    assert.equal(await site.read({ origin, cookie: await cookieFor() }), null);
  });

  test("says neither signed in nor out where the core cannot tell", async () => {
    const site = await siteWith();
    const cookie = await cookieFor();
    core.down = true;
    const kept = await site.keep({ origin, cookie });
    assert.equal(kept.session, null);
    assert.ok(kept.unknown);
    assert.deepEqual(kept.cookies, []);
    core.down = false;
    assert.equal((await site.keep({ origin, cookie })).session.user.name, "Ada", "and goes on where it can");
  });

  test("does not accept a session before it has heard of its core", async () => {
    for (const name of ["cardea.confirmations", "cardea.circuits"]) delete globalThis[Symbol.for(name)];
    const site = new Site({ core: `http://127.0.0.1:${await freePort()}/auth`, secret, trustHost: true, logger: silent }, "/auth", {});
    for (const claims of [claimsOf(), claimsOf(A, { cardea: { v: 2, sid: A, at: now() } })]) {
      const kept = await site.keep({ origin, cookie: await cookieFor(claims) });
      assert.equal(kept.session, null);
      assert.ok(kept.unknown);
    }
  });

  test("takes a token with a malformed session for none, and does not ask", async () => {
    const site = await siteWith();
    const wrong = [7, "x", { v: 2, sid: A, at: 1 }, { v: 1, sid: "a", at: 1 }, { v: 1, sid: A }, { v: 1, sid: A, at: "1" }, { v: 1, sid: [A], at: 1 }, { sid: A, at: 1 }, { v: 1, sid: A.toUpperCase(), at: 1 }, { v: 1, sid: A, at: -1 }, { v: 1, sid: A, at: 1e12 }];
    for (const cardea of wrong) {
      const kept = await site.keep({ origin, cookie: await cookieFor(claimsOf(A, { cardea })) });
      assert.deepEqual([kept.session, kept.unknown, kept.cookies], [null, undefined, []], JSON.stringify(cardea));
    }
    assert.equal(core.calls.length, 0);
  });

  test("asks the core about a token without a session, which it may adopt", async () => {
    const site = await siteWith();
    for (const cardea of [undefined, { v: 1, at: now() }]) {
      core.calls.length = 0;
      const kept = await site.keep({ origin, cookie: await cookieFor(claimsOf(A, { cardea })) });
      assert.equal(kept.session.user.name, "Ada");
      assert.deepEqual(calls("session").map(({ mode }) => mode), ["act"]);
    }
  });

  test("does not end a session past its absolute age only because the token was issued again", async () => {
    const at = (age) => cookieFor(claimsOf(A, { cardea: { v: 1, sid: A, at: now() - age } }));
    const site = await siteWith();
    assert.ok(await site.read({ origin, cookie: await at(90 * day) }), "clocks may differ");
    assert.equal(await site.read({ origin, cookie: await at(90 * day + 16) }), null);
  });
});

describe("with revocable sessions the core writes, and the site does not", () => {
  test("a token that is due is renewed by the core where an answer can carry it", async () => {
    const site = await siteWith();
    const cookie = await dueCookie();
    for (const prolongs of [false, "renewals"]) {
      assert.deepEqual((await site.check({ origin, cookie }, prolongs)).cookies, []);
    }
    assert.equal(calls("session").length, 0);
    const kept = await site.keep({ origin, cookie });
    assert.equal(kept.session.user.name, "Ada");
    assert.ok(kept.cookies.some(({ name, value }) => name === SESSION && value));
    assert.deepEqual(calls("session").map(({ mode, method }) => [mode, method]), [["act", "GET"]]);
  });

  test("a session that cannot be renewed goes on", async () => {
    const site = await siteWith();
    const cookie = await dueCookie();
    await site.read({ origin, cookie });
    core.down = true;
    const kept = await site.keep({ origin, cookie });
    assert.equal(kept.session.user.name, "Ada");
    assert.deepEqual([kept.unknown, kept.cookies], [undefined, []]);
  });

  test("an update is made by the core", async () => {
    const site = await siteWith();
    const { session } = await site.update({ origin, cookie: await cookieFor() }, { name: "Grace" });
    assert.equal(session.user.name, "Grace");
    assert.deepEqual(calls("session").map(({ mode, method }) => [mode, method]), [["act", "POST"]]);
  });

  test("the route `session` answers itself until a cookie is due", async () => {
    const site = await siteWith();
    const ask = async (cookie) => site.handle(new Request(`${origin}/auth/session`, { headers: { cookie, host: "app.example" } }));
    const first = await ask(await cookieFor());
    assert.equal((await first.json()).user.name, "Ada");
    assert.deepEqual(first.headers.getSetCookie(), []);
    assert.deepEqual(core.calls.map(({ action }) => action), ["session-check"]);
    core.calls.length = 0;
    const due = await ask(await dueCookie());
    assert.equal(due.headers.getSetCookie().length, 1);
    assert.deepEqual(calls("session").map(({ mode }) => mode), ["forward"]);
    core.ended.add(B);
    assert.equal(await (await ask(await cookieFor(claimsOf(B)))).json(), null);
    assert.equal(calls("session").length, 2, "the core deletes the cookie of a session that has ended");
  });

  test("the `jwt` callback sees the stored user where the core was asked, and no session", async () => {
    const seen = [];
    const site = await siteWith({ callbacks: { jwt: (params) => (seen.push(structuredClone(params)), { ...params.token, cardea: { v: 1, sid: B, at: 1 } }) } });
    const cookie = await cookieFor(claimsOf(A, { cardea: { v: 1, sid: A, at: now(), changed: 5 } }));
    await site.read({ origin, cookie });
    await site.read({ origin, cookie });
    assert.deepEqual(seen.map(({ storedUser }) => storedUser), [{ id: "42", role: "editor" }, undefined]);
    assert.deepEqual(seen.map(({ token }) => token.cardea), [{ changed: 5 }, { changed: 5 }]);
    assert.ok(seen.every((params) => !("user" in params) && !("trigger" in params)));
  });

  test("what the `jwt` callback changed reaches the core, and the session stays what it was", async () => {
    let runs = 0;
    const jwt = ({ token }) => (token.refresh === 1 ? { ...token, refresh: ++runs + 1 } : token);
    const site = await siteWith({ callbacks: { jwt } });
    const cookie = await cookieFor(claimsOf(A, { refresh: 1 }));
    assert.deepEqual((await site.check({ origin, cookie }, false)).cookies, []);
    const { cookies } = await site.keep({ origin, cookie });
    const renewed = await opened(calls("session")[0].headers.cookie);
    assert.equal(renewed.refresh, 2);
    assert.equal(renewed.cardea.sid, A);
    assert.ok(renewed.iat + 600 < now(), "so the core takes it for one that is due");
    assert.ok(cookies.some(({ name, value }) => name === SESSION && value));
    await site.handle(new Request(`${origin}/auth/session`, { headers: { cookie, host: "app.example" } }));
    assert.equal((await opened(calls("session")[1].headers.cookie)).refresh, 2);
    assert.equal(runs, 1, "a refresh token is used once");
  });

  test("a reading that a middleware hands on counts as long as the answer of the core", async () => {
    const site = await siteWith();
    const cookie = await cookieFor();
    const reading = await site.readingHeader(await site.check({ origin, cookie }, true));
    core.ended.add(A);
    delete globalThis[Symbol.for("cardea.confirmations")];
    const page = await siteWith();
    mock.timers.tick(3_900);
    assert.equal((await page.check({ origin, cookie, reading }, false)).session.user.name, "Ada");
    assert.equal(checks(), 0);
    mock.timers.tick(100);
    assert.equal((await page.check({ origin, cookie, reading }, false)).session, null);
  });
});

describe("users end their sessions", () => {
  test("the site lists them, and ends one, all others, or all", async () => {
    const site = await siteWith();
    const visitor = { origin, cookie: await cookieFor() };
    assert.deepEqual((await site.openSessions(visitor)).map(({ id, current }) => [id, current]), [[A, true], [B, false]]);
    assert.deepEqual(await site.endSessions(visitor, "c".repeat(64)), { ended: 0, cookies: [] });
    assert.deepEqual(await site.endSessions(visitor, "others"), { ended: 1, cookies: [] });
    const { ended, cookies } = await site.endSessions(visitor, "all");
    assert.equal(ended, 1);
    assert.ok(cookies.some(({ name, options }) => name === SESSION && options.maxAge === 0));
    assert.deepEqual(await site.openSessions(visitor), [], "no user is signed in");
    assert.deepEqual(await site.endSessions(visitor, "all"), { ended: 0, cookies: [] });
  });

  test("what was ended here is not accepted here any more", async () => {
    for (const which of [B, "others", "all"]) {
      core.ended.clear();
      const site = await siteWith();
      const [own, other] = [await cookieFor(), await cookieFor(claimsOf(B))];
      for (const cookie of [own, other]) assert.ok(await site.read({ origin, cookie }));
      await site.endSessions({ origin, cookie: own }, which);
      assert.equal(await site.read({ origin, cookie: other }), null);
      assert.equal((await site.read({ origin, cookie: own })) === null, which === "all");
    }
  });

  test("nor what a browser ended by its own post", async () => {
    const site = await siteWith();
    const [cookie, other] = [await cookieFor(), await cookieFor(claimsOf(B))];
    assert.ok(await site.read({ origin, cookie: other }));
    const headers = { cookie, host: "app.example", "content-type": "application/json" };
    const answer = await site.handle(new Request(`${origin}/auth/sessions`, { method: "POST", headers, body: JSON.stringify({ end: B }) }));
    assert.deepEqual(await answer.json(), { ended: 1 });
    assert.equal(await site.read({ origin, cookie: other }), null);
  });

  test("a post that the core rejects empties no memory", async () => {
    const site = await siteWith();
    const cookie = await cookieFor();
    assert.ok(await site.read({ origin, cookie }));
    const headers = { cookie, host: "app.example", "content-type": "application/json" };
    const body = JSON.stringify({ end: "all", csrfToken: "wrong" });
    assert.equal((await site.handle(new Request(`${origin}/auth/sessions`, { method: "POST", headers, body }))).status, 403);
    assert.ok(await site.read({ origin, cookie }));
    assert.equal(checks(), 1);
  });

  test("where the core keeps no such sessions, the error says what to set", async () => {
    core.described = { ...description, strategy: "jwt" };
    const site = await siteWith();
    const visitor = { origin, cookie: await cookieFor() };
    for (const call of [site.openSessions(visitor), site.endSessions(visitor, "all")]) {
      await assert.rejects(call, (error) => error instanceof ConfigurationError && /set `session.strategy: revocable`/.test(error.message));
    }
  });
});

test("with `jwt` a site applies the absolute age, and never issues a token beyond it", async () => {
  core.described = { ...description, strategy: "jwt", confirmAge: undefined, absoluteAge: hour };
  const site = await siteWith();
  const of = (age) => claimsOf(A, { cardea: { v: 1, at: now() - age } });
  assert.equal(await site.read({ origin, cookie: await cookieFor(of(hour + 16)) }), null);
  const kept = await site.keep({ origin, cookie: await dueCookie(of(hour - 60)) });
  const [{ value, options }] = kept.cookies;
  const renewed = await decode({ token: value, secret, salt: SESSION });
  assert.ok(renewed.exp <= now() + 60 && new Date(options.expires) <= new Date((now() + 60) * 1000));
  assert.equal(renewed.cardea.at, of(hour - 60).cardea.at);
  assert.equal(core.calls.length, 0);
});
