import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { after, before, beforeEach, describe, test } from "node:test";
import { applied, AuthError, Bridge, BridgeError, ConfigurationError, CredentialsSignin, customFetch, forwarder, hookReceiver, hooksOf, publicOrigin, sign, Site, toSetCookie } from "../dist/index.js";
import { encode } from "../dist/token.js";
import { fakeCore, listen, secret } from "../../testing/core.js";
import { disagreement } from "../dist/called-hooks.js";
import { cookiePathOutward } from "../dist/paths.js";
import { signDescription } from "../dist/signature.js";
import { hookSignature } from "../../testing/hooks.js";

const origin = "https://app.example";
const SESSION = "__Secure-authjs.session-token";

describe("calls of the core", () => {
  let core, bridge;

  before(async () => {
    core = await fakeCore();
    bridge = new Bridge({ url: core.url, secret: [secret, "an-older-one"] });
  });
  beforeEach(() => (core.calls.length = 0));
  after(() => core.stop());

  const signIn = (password, visitor = { origin }) =>
    bridge.act("callback/staff", visitor, { form: { username: "Zoë", password, callbackUrl: "/inside" } });

  test("a user signs in, is recognized, prolongs and changes the session, and signs out", async () => {
    const answer = await signIn("right");
    assert.equal(answer.redirect, `${origin}/inside`);
    const cookie = applied("theme=dark", answer.cookies);
    assert.match(cookie, new RegExp(`^theme=dark; ${SESSION}=`));
    assert.deepEqual((await bridge.session({ origin, cookie })).user, { id: "42", name: "Zoë", email: "ada@example.com" });
    assert.equal((await bridge.keep({ origin, cookie })).cookies[0].name, SESSION);
    const changed = await bridge.act("session", { origin, cookie }, { json: { data: { name: "☃" } } });
    assert.equal(changed.body.user.name, "☃");
    const out = await bridge.act("signout", { origin, cookie }, { form: { callbackUrl: "/bye" } });
    assert.equal(applied(cookie, out.cookies), "theme=dark");
  });

  test("refusals keep type, kind and code", async () => {
    const { error } = await signIn("locked");
    assert.ok(error instanceof CredentialsSignin && error instanceof AuthError && error instanceof Error);
    assert.deepEqual([error.type, error.name, error.kind, error.code, error.id], ["CredentialsSignin", "CredentialsSignin", "signIn", "locked", "1"]);
    const crashed = (await signIn("crash")).error;
    assert.ok(crashed instanceof AuthError && !(crashed instanceof CredentialsSignin));
    assert.equal(crashed.type, "CallbackRouteError");
  });

  test("too many attempts are an AuthError that says for how long, and never a BridgeError", async () => {
    const { error } = await signIn("often");
    assert.ok(error instanceof AuthError && !(error instanceof BridgeError));
    assert.deepEqual([error.type, error.name, error.retryAfter], ["TooManyRequests", "TooManyRequests", 42]);
    const bare = await listen(() => new Response("slow down", { status: 429 }));
    await assert.rejects(new Bridge({ url: `${bare.url}/auth`, secret }).act("signout", { origin }, { form: {} }), (thrown) => thrown instanceof BridgeError && thrown.status === 429);
    await bare.stop();
  });

  test("an error's cause is what the application threw", async () => {
    const { error } = await signIn("crash");
    assert.ok(error.cause.err instanceof Error);
    assert.deepEqual([error.cause.err.name, error.cause.err.message, error.cause.provider], ["TypeError", "no such table", "staff"]);
    assert.equal((await signIn("guess")).error.cause, undefined);
  });

  test("an unknown action is an AuthError", async () => {
    const { error } = await bridge.act("frobnicate", { origin }, { form: {} });
    assert.ok(error instanceof AuthError);
    assert.equal(error.type, "UnknownAction");
  });

  test("an answer with more headers than this process reads is named as such, and not asked for again", async () => {
    let calls = 0;
    const large = await listen(() => (calls++, new Response("{}", { headers: { "x-large": "x".repeat(20_000) } })));
    const own = new Bridge({ url: `${large.url}/auth`, secret });
    await assert.rejects(own.session({ origin }), (error) => error instanceof BridgeError && /UND_ERR_HEADERS_OVERFLOW.*max-http-header-size/.test(error.message));
    assert.equal(calls, 1);
    await large.stop();
  });

  test("the core is described once for each origin, and again after a failure", async () => {
    let failing = true;
    const counted = [];
    const flaky = (url, init) => {
      counted.push(url);
      return failing ? Promise.resolve(new Response(null, { status: 503 })) : fetch(url, init);
    };
    const own = new Bridge({ url: core.url, secret, fetch: flaky });
    await assert.rejects(own.describe({ origin }), BridgeError);
    failing = false;
    await Promise.all([own.describe({ origin }), own.describe({ origin })]);
    assert.equal((await own.describe({ origin })).core.cookies.sessionToken, SESSION);
    assert.equal(counted.length, 2);
    assert.equal((await own.describe({ origin: "http://localhost" })).core.cookies.sessionToken, "authjs.session-token");
    assert.equal(counted.length, 3);
  });

  test("equal acts carry different single-use values", async () => {
    await Promise.all([signIn("right"), signIn("right")]);
    const [one, two] = core.calls.filter(({ mode }) => mode === "act").map(({ headers }) => headers.cookie);
    assert.match(one, /^cardea\.once=/);
    assert.notEqual(one, two);
  });

  test("an id of a provider cannot lead to another route", async () => {
    for (const id of ["..", "../signout", "%2e%2E", "a/../../signout", "a\\..\\signout", "", "a#b"]) {
      await assert.rejects(bridge.act(`signin/${id}`, { origin }, { form: {} }), TypeError, id);
    }
  });

  test("a forwarded browser: cookies line by line, no redirect followed, its own headers are not trusted", async () => {
    const csrf = await bridge.forward(new Request(`${origin}/auth/csrf`), { address: "203.0.113.9" });
    assert.deepEqual(csrf.headers.getSetCookie(), ["csrf=a%7Cb; Path=/; HttpOnly", "other=1; Expires=Thu, 01 Jan 2099 00:00:00 GMT; Path=/"]);
    core.calls.length = 0;
    const headers = {
      "x-cardea-bridge": "v2.act.1.forged",
      "x-forwarded-host": "evil.example",
      "x-forwarded-for": "1.2.3.4",
      "accept-encoding": "br",
      "next-action": "1",
      rsc: "1",
    };
    const post = await bridge.forward(new Request(`${origin}/auth/signout?a=1`, { method: "POST", body: "x=1", headers }), { address: "203.0.113.9" });
    assert.equal(post.status, 302);
    assert.equal(post.headers.get("location"), `${origin}/auth/signin?error=MissingCSRF`);
    const [call] = core.calls;
    assert.equal(call.origin, origin);
    assert.equal(call.target, "/auth/signout?a=1");
    assert.equal(call.headers["x-forwarded-for"], "203.0.113.9");
    assert.equal(call.headers["accept-encoding"], "identity");
    assert.equal(call.headers["user-agent"], "", "a browser that names none is not this server");
    assert.ok(call.headers["x-cardea-bridge"].startsWith("v2.forward."));
    assert.equal(call.headers["next-action"] ?? call.headers.rsc, undefined);
  });

  test("a form goes on without a charset, which HTTP servers would write in another way than it was signed", async () => {
    const send = async (type) => {
      await bridge.forward(new Request(`${origin}/auth/signout`, { method: "POST", body: "x=1", headers: { "content-type": type } }));
      return core.calls.at(-1).headers["content-type"];
    };
    assert.equal(await send("application/x-www-form-urlencoded;charset=UTF-8"), "application/x-www-form-urlencoded");
    assert.equal(await send("application/json; charset=utf-8"), "application/json");
    for (const other of ["multipart/form-data; boundary=Ab; charset=utf-8", "text/plain;charset=UTF-8", "application/json; charset=latin1"]) assert.equal(await send(other), other);
  });

  test("what is not below the base path is not passed on, nor a body that is too large", async () => {
    const post = (path, body) => bridge.forward(new Request(origin + path, { method: "POST", body }));
    assert.equal((await post("/healthz", "")).status, 404);
    assert.equal((await post("/auth/../healthz", "")).status, 404);
    assert.equal((await post("/auth/signout", "x".repeat(1024 * 1024 + 1))).status, 413);
    assert.equal(core.calls.filter(({ mode }) => mode === "forward").length, 0);
    assert.deepEqual(core.elsewhere, []);
  });

  test("an endless body is not read to its end, and its Content-Length is not trusted", async () => {
    let sent = 0;
    const endless = (headers = {}) => {
      const body = new ReadableStream({ pull: (to) => to.enqueue(new Uint8Array((sent += 65_536) && 65_536)) });
      return new Request(`${origin}/auth/signout`, { method: "POST", body, headers, duplex: "half" });
    };
    for (const headers of [{}, { "content-length": "1" }]) {
      sent = 0;
      assert.equal((await bridge.forward(endless(headers))).status, 413);
      assert.ok(sent < 2 * 1024 * 1024, `${sent} bytes were read`);
    }
    const hooks = hookReceiver({}, { secret, path: "/auth" });
    assert.equal((await hooks(endless())).status, 413);
  });

  test("a wrong secret is reported and signs no user in", async () => {
    const stranger = new Bridge({ url: core.url, secret: "f".repeat(32) });
    await assert.rejects(stranger.session({ origin }), (error) => error instanceof BridgeError && error.status === 401 && /signature is wrong/.test(error.message));
  });

  test("a large session goes in chunks and comes back", async () => {
    const large = await fakeCore({ large: 6000 });
    const own = new Bridge({ url: large.url, secret });
    const { cookies } = await own.act("callback/staff", { origin }, { form: { username: "Ada", password: "right", callbackUrl: "/" } });
    assert.deepEqual(cookies.map(({ name }) => name), [`${SESSION}.0`, `${SESSION}.1`, `${SESSION}.2`]);
    assert.equal((await own.session({ origin, cookie: applied("", cookies) })).user.name, "Ada");
    const out = await own.act("signout", { origin, cookie: applied("", cookies) }, { form: {} });
    assert.equal(out.cookies.length, 3);
    await large.stop();
  });
});

describe("other base paths", () => {
  let core, bridge;
  before(async () => {
    core = await fakeCore({ basePath: "/auth", hint: true });
    bridge = new Bridge({ url: core.url, secret, basePath: "/api/auth" });
  });
  after(() => core.stop());

  test("the core's is found out, its addresses come back as this site's", async () => {
    const { core: described, providers } = await bridge.describe({ origin });
    assert.equal(described.basePath, "/auth");
    assert.equal(providers.acme.signinUrl, `${origin}/api/auth/signin/acme`);
    const answer = await bridge.forward(new Request(`${origin}/api/auth/signout`, { method: "POST" }));
    assert.equal(answer.headers.get("location"), `${origin}/api/auth/signin?error=MissingCSRF`);
    const asked = await bridge.forward(new Request(`${origin}/api/auth/signout`, { method: "POST", headers: { "x-auth-return-redirect": "1" } }));
    assert.deepEqual(await asked.json(), { url: `${origin}/api/auth/signin?error=MissingCSRF` });
    const listed = await (await bridge.forward(new Request(`${origin}/api/auth/providers`))).json();
    assert.equal(listed.acme.callbackUrl, `${origin}/api/auth/callback/acme`);
  });

  test("so do those in its pages, and no text", async () => {
    const page = await (await bridge.forward(new Request(`${origin}/api/auth/signin`))).text();
    assert.equal(page, `<!doctype html><a href="/api/auth/signin/acme?x=1">A</a><form action="${origin}/api/auth/callback/staff"></form><p>/auth/signin</p>`);
  });

  test("but what a session holds stays as the application made it", async () => {
    const signedIn = await encode({ token: { sub: "42", name: "Ada" }, secret, salt: SESSION });
    const answer = await bridge.forward(new Request(`${origin}/api/auth/session`, { headers: { cookie: `${SESSION}=${signedIn}` } }));
    assert.equal((await answer.json()).url, `${origin}/auth/mine`);
  });

  test("a cookie for a route is for this site's, but for that to which providers lead", async () => {
    const answer = await bridge.forward(new Request(`${origin}/api/auth/logout`));
    const paths = (lines) => lines.map((line) => /Path=([^;]*)/.exec(line)[1]);
    assert.deepEqual(paths(answer.headers.getSetCookie()), ["/api/auth/logout", "/", "/auth", "/auth/callback", "/authors"]);
    assert.equal(answer.headers.getSetCookie()[0], "hint=; Max-Age=0; Path=/api/auth/logout; HttpOnly");
    const form = { username: "Ada", password: "right", callbackUrl: "/" };
    const { cookies } = await bridge.act("callback/staff", { origin }, { form });
    assert.deepEqual(cookies.map(({ name, options }) => [name, options.path]), [["authjs.logout-hint", "/api/auth/logout"], [SESSION, "/"]]);
  });

  test("where one of both is the root, only what is below it moves", () => {
    assert.equal(cookiePathOutward("/logout", { site: "/auth", core: "" }), "/auth/logout");
    assert.equal(cookiePathOutward("/", { site: "/auth", core: "" }), "/");
    assert.equal(cookiePathOutward("/auth/logout", { site: "", core: "/auth" }), "/logout");
    assert.equal(cookiePathOutward("/auth/logout", { site: "/auth", core: "/auth" }), "/auth/logout");
  });

  test("people whom a provider sends to the core's own path arrive", async () => {
    const answer = await bridge.forward(new Request(`${origin}/auth/csrf`));
    assert.equal(answer.status, 200);
  });

  test("a path in the core's address is its base path", async () => {
    const other = await fakeCore({ basePath: "/sign/in" });
    const own = new Bridge({ url: `${other.url}/sign/in/`, secret });
    assert.equal(await own.session({ origin }), null);
    await other.stop();
  });

  test("a core at none of the usual paths is reported", async () => {
    const other = await fakeCore({ basePath: "/elsewhere" });
    await assert.rejects(new Bridge({ url: other.url, secret }).session({ origin }), /below \/auth, \/api\/auth/);
    await other.stop();
  });
});

describe("a core that is not well", () => {
  test("one that is not there is an error and no answer", async () => {
    const nowhere = new Bridge({ url: "http://127.0.0.1:9/auth", secret });
    await assert.rejects(nowhere.session({ origin }), (error) => error instanceof BridgeError && error.status === 0);
  });

  test("one that is slow is not waited for, nor asked again", async () => {
    let calls = 0;
    const slow = await listen(() => (calls++, new Promise(() => {})));
    const bridge = new Bridge({ url: `${slow.url}/auth`, secret, timeout: { read: 1_000 } });
    await assert.rejects(bridge.session({ origin }), /didn't respond in time/);
    assert.equal(calls, 1);
    await slow.stop();
  });

  test("a connection that broke is tried again for what only asks, and for nothing else", async () => {
    let calls = 0;
    const broken = () => (calls++, Promise.reject(new TypeError("fetch failed")));
    const bridge = new Bridge({ url: "http://core/auth", secret, fetch: broken });
    await assert.rejects(bridge.session({ origin }), BridgeError);
    assert.equal(calls, 2);
    await assert.rejects(bridge.act("signout", { origin }, { form: {} }), BridgeError);
    await assert.rejects(bridge.forward(new Request(`${origin}/auth/callback/acme?code=1`)), BridgeError);
    assert.equal(calls, 4);
  });

  test("an answer that is not the core's is not a session", async () => {
    for (const answer of [() => new Response("<html>"), () => Response.json({ user: 1 }), () => Response.json(null), () => new Response(null, { status: 503 })]) {
      const other = await listen(answer);
      await assert.rejects(new Bridge({ url: `${other.url}/auth`, secret }).session({ origin }), BridgeError);
      await other.stop();
    }
  });

  test("then no user is signed in, the failure is reported, and the application may throw", async () => {
    const errors = [];
    const config = { core: "http://127.0.0.1:9/auth", secret, logger: { error: (error) => errors.push(error) } };
    const site = new Site(config, "/auth", {});
    const visitor = { origin, cookie: `${SESSION}=x` };
    assert.equal(await site.read(visitor), null);
    const { unknown, ...kept } = await site.keep(visitor);
    assert.deepEqual(kept, { session: null, cookies: [] });
    assert.match(unknown, /^[0-9a-f]{16}$/);
    assert.equal(errors[0].id, unknown);
    assert.equal(errors.length, 1);
    const route = await site.handle(new Request("http://localhost/auth/signin"));
    assert.equal(route.status, 503);
    const strict = new Site({ ...config, onCoreError: (error) => { throw error; } }, "/auth", {});
    await assert.rejects(strict.read(visitor), BridgeError);
    // That another core is well says nothing of this one.
    const well = await fakeCore();
    assert.equal((await new Site({ core: well.url, secret }, "/auth", {}).read(visitor)), null);
    assert.equal(await site.read(visitor), null);
    assert.equal(errors.length, 1);
    await well.stop();
  });

  test("one is described once for all requests, with a fetch of one's own too", async () => {
    const core = await fakeCore();
    const own = (...args) => fetch(...args);
    for (const more of [{}, { fetch: own }]) {
      core.calls.length = 0;
      for (let i = 0; i < 3; i++) await new Site({ core: core.url, secret, ...more }, "/auth", {}).read({ origin, cookie: `${SESSION}=x` });
      assert.equal(core.calls.filter(({ action }) => action === "providers").length, 1);
    }
    await core.stop();
  });

  test("a bridge without a secret is none", () => {
    for (const none of ["", [], undefined]) assert.throws(() => new Bridge({ url: "http://a", secret: none ?? [] }), TypeError);
  });
});

describe("how a session is checked", () => {
  let core;
  before(async () => (core = await fakeCore()));
  beforeEach(() => (core.calls.length = 0));
  after(() => core.stop());
  const at = (more) => new Site({ core: `${core.url}/auth`, secret, ...more }, "/auth", {});
  const signedIn = async (iat, more = {}) => `${SESSION}=${await encode({ token: { sub: "42", name: "Ada", picture: "p", ...more }, secret, salt: SESSION })}`;
  const asked = () => core.calls.filter(({ action }) => action === "session").length;

  test("without a cookie the core is not asked", async () => {
    assert.equal(await at({}).read({ origin, cookie: "a=b" }), null);
    assert.equal(asked(), 0);
  });

  test("remote: by the core, each time", async () => {
    assert.equal((await at({ session: "remote" }).read({ origin, cookie: await signedIn() })).user.name, "Ada");
    assert.equal(asked(), 1);
  });
});

describe("where this site is", () => {
  const headers = (all) => new Headers(all);
  const rule = (trustHost, url) => ({ trustHost, url });
  const siteOf = (config, environment = {}) => new Site({ core: "https://core.example", secret, trustHost: true, ...config }, "/auth", environment);
  test("AUTH_URL says so before all headers", () => {
    assert.equal(publicOrigin(headers({ host: "evil" }), rule(false, "https://app.example/api/auth")), origin);
  });
  test("else forwarded headers, else the host, if they are trusted", () => {
    assert.equal(publicOrigin(headers({ host: "in:3000", "x-forwarded-host": "app.example", "x-forwarded-proto": "https" }), rule(true), "http://localhost:3000/x"), origin);
    assert.equal(publicOrigin(headers({ host: "app.example" }), rule(true)), origin);
    assert.equal(publicOrigin(headers({}), rule(true), "http://app.example:81/x?y"), "http://app.example:81");
  });
  // The same cases as in the tests in Java.
  const { trusted } = JSON.parse(readFileSync(new URL("../../../libraries/core/src/test/resources/vectors/origin.json", import.meta.url), "utf8"));
  for (const vector of trusted) {
    test(`a forwarded host counts where all proxies agree: ${vector.name}`, () => {
      const given = new Headers();
      for (const [name, value] of vector.headers) given.append(name, value);
      const found = () => publicOrigin(given, rule(true), "http://localhost:3000/x");
      if (vector.origin) assert.equal(found(), vector.origin);
      else assert.throws(found, AuthError);
    });
  }
  test("a request whose proxies disagree is refused, not passed on", async () => {
    const site = new Site({ core: "http://127.0.0.1:1", secret, trustHost: true, logger: { error: () => {} } }, "/auth", {});
    const answer = await site.handle(new Request("http://localhost/auth/csrf", { headers: { host: "a.example", "x-forwarded-host": "evil.example, app.example" } }));
    assert.equal(answer.status, 400);
  });
  test("of forwarded addresses only the one that this site's own proxy wrote is the visitor's", () => {
    const address = (list, proxies = 1) => siteOf({ clientAddress: proxies }).visitor(headers({ host: "app.example", "x-forwarded-for": list })).address;
    assert.equal(address("203.0.113.9"), "203.0.113.9");
    assert.equal(address("1.2.3.4, 203.0.113.9"), "203.0.113.9");
    assert.equal(address("1.2.3.4, 203.0.113.9, 198.51.100.7", 2), "203.0.113.9");
    assert.equal(address("203.0.113.9", 2), undefined);
    for (const none of ["", ",", "unknown", "1.2.3.4, <script>"]) assert.equal(address(none), undefined);
    for (const wrong of [-1, 1.5, NaN, "1", null, true]) assert.throws(() => address("", wrong), /`clientAddress` is the number/);
  });
  for (const trustHost of [true, false]) {
    test(`a visitor cannot choose an address, whether or not the host is trusted: ${trustHost}`, () => {
      const forged = new Headers({ host: "app.example", "x-forwarded-for": "1.2.3.4", "x-real-ip": "1.2.3.4", "cf-connecting-ip": "1.2.3.4", "fly-client-ip": "1.2.3.4" });
      const address = (more, peer) => siteOf({ trustHost, ...more }, { AUTH_URL: origin }).visitor(forged, `${origin}/`, peer).address;
      for (const more of [{}, { clientAddress: 0 }]) {
        assert.equal(address(more), undefined);
        assert.equal(address(more, "203.0.113.9"), "203.0.113.9");
      }
    });
  }
  test("a function says where the visitor's address is", () => {
    const headers = new Headers({ host: "app.example", "x-forwarded-for": "1.2.3.4, 203.0.113.9", "true-client-ip": "198.51.100.7" });
    const address = (clientAddress) => siteOf({ clientAddress }).visitor(headers, `${origin}/`, "203.0.113.9").address;
    assert.equal(address((all) => all.get("true-client-ip")), "198.51.100.7");
    for (const none of [null, undefined, "", "unknown", "<script>", "1.2.3.4, 5.6.7.8"]) assert.equal(address(() => none), undefined, none);
  });
  for (const [variable, header] of [["VERCEL", "x-real-ip"], ["CF_PAGES", "cf-connecting-ip"], ["FLY_APP_NAME", "fly-client-ip"]]) {
    test(`the platform of ${variable} says it in ${header}, unless the site says where it is`, () => {
      const headers = new Headers({ host: "app.example", "x-forwarded-for": "1.2.3.4, 203.0.113.9", [header]: "198.51.100.7" });
      const address = (more) => siteOf(more, { [variable]: "1" }).visitor(headers, `${origin}/`, "10.0.0.1").address;
      assert.equal(address({}), "198.51.100.7");
      assert.equal(address({ clientAddress: 1 }), "203.0.113.9");
      assert.equal(address({ clientAddress: 0 }), "10.0.0.1");
    });
  }
  test("production warns once if the core cannot count by addresses, and says what to set", async () => {
    const warned = async (more, { environment = { NODE_ENV: "production" }, peer } = {}) => {
      const codes = [];
      const config = { logger: { error: () => {}, warn: (code) => codes.push(code.split(":")[0]) }, fetch: async () => new Response(null, { status: 503 }), ...more };
      const site = siteOf(config, { AUTH_URL: origin, ...environment });
      for (let time = 0; time < 2; time++) await site.handle(new Request(`${origin}/auth/signin/google`, { method: "POST" }), peer);
      await site.handle(new Request(`${origin}/auth/providers`));
      return codes;
    };
    assert.deepEqual(await warned({}), ["client-address-unknown"]);
    for (const peer of ["127.0.0.1", "::1", "::ffff:10.1.2.3", "192.168.1.1", "172.31.0.1", "100.64.0.9", "fd00::1", "fe80::1"]) assert.deepEqual(await warned({}, { peer }), ["client-address-unknown"], peer);
    for (const peer of ["203.0.113.9", "2001:db8::9", "172.32.0.1", "100.128.0.1"]) assert.deepEqual(await warned({}, { peer }), [], peer);
    for (const clientAddress of [0, 1, () => null]) assert.deepEqual(await warned({ clientAddress }), []);
    assert.deepEqual(await warned({}, { environment: {} }), []);
  });

  test("without trust only this machine's names, whatever is forwarded", () => {
    assert.equal(publicOrigin(headers({ host: "localhost:3000", "x-forwarded-host": "evil" }), rule(false), "http://localhost:3000/"), "http://localhost:3000");
    assert.throws(() => publicOrigin(headers({ host: "app.example" }), rule(false)), (error) => error.type === "UntrustedHost");
  });
  test("an invalid host is rejected", () => {
    for (const host of ["a/b", "a b", "u@h", "a?b", "a\\b", "a#b", ""]) {
      assert.throws(() => publicOrigin({ get: (name) => (name === "host" ? host : null) }, rule(true)), AuthError, host);
    }
  });
});

describe("settings", () => {
  const site = (config, env) => new Site({ core: "https://c", secret, ...config }, "/api/auth", env ?? {}).settings;
  test("an address in the environment that is none is an error that names the variable", () => {
    for (const text of ["app.example", "app.example:3000", "https//app.example", "ftp://app.example", "https://app .example", "https://u:p@app.example"]) {
      assert.throws(() => site({}, { AUTH_URL: text, AUTH_TRUST_HOST: "1" }), (error) => error instanceof ConfigurationError && /AUTH_URL/.test(error.message), text);
      assert.throws(() => site({}, { NEXTAUTH_URL: text }), /NEXTAUTH_URL/, text);
    }
    assert.equal(site({}, { AUTH_URL: "", NEXTAUTH_URL: " https://x.example " }).url, "https://x.example");
  });
  test("the environment fills in what is not given", () => {
    const { core, secrets, basePath, url, trustHost } = new Site({}, "/api/auth", { CARDEA_URL: "https://c", AUTH_SECRET: "a", AUTH_SECRET_1: "b", AUTH_URL: "https://x/sign" }).settings;
    assert.deepEqual([core, secrets, basePath, url, trustHost], ["https://c", ["b", "a"], "/sign", "https://x/sign", true]);
    assert.equal(site({ basePath: "own/" }).basePath, "/own");
    assert.equal(site({}).basePath, "/api/auth");
    assert.equal(site({}, { NODE_ENV: "production" }).trustHost, false);
    assert.equal(site({}, { NODE_ENV: "production", AUTH_TRUST_HOST: "true" }).trustHost, true);
    assert.equal(site({}, { NODE_ENV: "production", AUTH_TRUST_HOST: "", AUTH_URL: "", VERCEL: "1" }).trustHost, true);
    assert.deepEqual(new Site({ core: "https://c" }, "/", { NEXTAUTH_SECRET: "n" }).settings.secrets, ["n"]);
  });
  test("plain http to a core beyond this machine is refused, unless it is allowed", () => {
    for (const core of ["http://core:3100", "http://10.0.0.7:3100/auth", "http://127.0.0.1.evil.example", "http://localhost.example"]) {
      assert.throws(() => site({ core }), (error) => error instanceof ConfigurationError && /allowHttpCore/.test(error.message), core);
      assert.ok(site({ core, allowHttpCore: true }));
      assert.throws(() => site({ core, allowHttpCore: "no" }), /allowHttpCore/);
    }
    for (const core of ["http://127.0.0.1:3100", "http://localhost:3100", "http://[::1]:3100", "https://core.example"]) assert.ok(site({ core }), core);
    assert.throws(() => site({ core: "ftp://core.example" }), /`core` is not an http or https address/);
  });
  test("`customFetch` of a provider is refused with the reason", () => {
    for (const provider of [{ id: "a", [customFetch]: fetch }, { id: "a", options: { [customFetch]: fetch } }, () => ({ [customFetch]: fetch })]) {
      assert.throws(() => site({ providers: [provider] }), /`customFetch` has no counterpart: the core calls providers/);
    }
  });
  test("what is missing is named", () => {
    assert.throws(() => new Site({ secret }, "/auth", {}), /CARDEA_URL/);
    assert.throws(() => new Site({ core: "https://c" }, "/auth", {}), /AUTH_SECRET/);
    assert.throws(() => new Site({ core: "nowhere", secret }, "/auth", {}), /not an http or https address/);
  });
  test("what is the core's is not left out without a word", () => {
    const site = (more) => new Site({ core: "https://c", secret, ...more }, "/auth", {});
    assert.throws(() => site({ providers: [], adapter: {}, theme: undefined }), /`providers`, `adapter`: set in the core/);
    assert.throws(() => site({ useSecureCookies: false }), /useSecureCookies/);
    for (const session of [{ strategy: "jwt", maxAge: 60 }, "lokal", true]) assert.throws(() => site({ session }), /`session` is local or remote/);
    for (const session of ["local", "local-then-remote", "remote", undefined]) assert.ok(site({ session, jwt: undefined }));
  });
});

describe("hooks", () => {
  const heard = [];
  const config = {
    callbacks: {
      signIn: ({ user, account }) => (user.name === "Ada" ? undefined : account === null),
      jwt: ({ token }) => ({ ...token, seen: true }),
      session: () => null,
    },
    events: { signIn: (message, told) => heard.push([message, told]), signOut: () => { throw new Error("full"); } },
    authorize: {
      staff: ({ password }, request) => {
        if (password === "locked") throw Object.assign(new CredentialsSignin(), { code: "locked" });
        if (password === "sealed") throw new CredentialsSignin("no more tries today");
        if (password === "crash") throw new Error("no such table");
        return password === "right" ? { id: "42", name: request.headers.get("x-forwarded-for") } : undefined;
      },
    },
  };
  const receive = hookReceiver(hooksOf(config), { secret: ["new", secret] });
  const post = async (name, params, headers) => {
    const body = JSON.stringify(params);
    const signature = await hookSignature(name, body, secret, { eventId: headers?.["x-cardea-event-id"] });
    return receive(new Request(`http://localhost/hooks/${name}`, { method: "POST", body, headers: { "x-cardea-signature": signature, ...headers } }));
  };
  const result = async (...args) => (await post(...args)).json();
  const request = { method: "POST", url: "https://app.example/auth/callback/staff", headers: { host: "app.example" }, ip: "203.0.113.9" };

  test("callbacks decide", async () => {
    assert.deepEqual(await result("callbacks/signIn", { user: { name: "Ada" } }), { result: false });
    assert.deepEqual(await result("callbacks/signIn", { user: {} }), { result: true });
    assert.deepEqual(await result("callbacks/jwt", { token: { sub: "1" } }), { result: { sub: "1", seen: true } });
    assert.deepEqual(await result("callbacks/session", {}), { result: null });
    assert.equal((await post("callbacks/redirect", {})).status, 404, "a decision that is not here is not left to the core");
  });

  test("the core learns which hooks there are, in an answer that is signed for its question", async () => {
    const answer = await post("describe", { nonce: "abc" });
    const body = await answer.text();
    assert.deepEqual(JSON.parse(body), { callbacks: ["authorize", "jwt", "session", "signIn"], events: ["signIn", "signOut"] });
    assert.equal(answer.headers.get("x-cardea-answer-signature"), await signDescription("abc", body, secret));
    assert.equal((await post("describe", {})).status, 400);
    const unsigned = new Request("http://localhost/hooks/describe", { method: "POST", body: `{"nonce":"abc"}` });
    assert.equal((await receive(unsigned)).status, 401);
  });

  test("a page behind a proxy is decided by true and false only", async () => {
    const asked = [];
    const verdicts = { "/in": true, "/out": false, "/forgotten": Promise.resolve, "/nothing": undefined, "/answer": new Response("hello") };
    const authorized = async (params) => (asked.push(params), verdicts[params.path]);
    const own = hookReceiver(hooksOf({ forwardAuth: { authorized } }), { secret });
    const ask = async (path, method = "GET") => {
      const body = JSON.stringify({ path, auth: { user: { id: "7" } }, request: { method, url: `https://app.example${path}`, headers: { accept: "text/html" } } });
      const headers = { "x-cardea-signature": await hookSignature("callbacks/authorized", body, secret) };
      return (await own(new Request("http://localhost/hooks/callbacks/authorized", { method: "POST", body, headers }))).json();
    };
    assert.deepEqual(await ask("/in"), { result: true });
    assert.deepEqual(await ask("/out"), { result: false });
    for (const method of ["TRACE", "CONNECT", "TRACK"]) assert.deepEqual(await ask("/in", method), { result: false }, method);
    for (const path of ["/forgotten", "/nothing", "/answer"]) {
      assert.match((await ask(path)).error.message, /`forwardAuth.authorized` must return true or false/);
    }
    assert.equal(asked[0].auth.user.id, "7");
    assert.equal(asked[0].request.url, "https://app.example/in");
    assert.equal(asked[0].request.headers.get("accept"), "text/html");
    // The callback of a middleware is another decision: the core never asks it.
    assert.equal(hooksOf({ callbacks: { authorized } })["callbacks/authorized"], undefined);
  });

  test("functions of providers are asked by id; the others are the core's", async () => {
    const mails = [];
    const own = hookReceiver(
      hooksOf({
        profile: { acme: (profile, tokens) => ({ id: profile.uid, role: tokens.scope }) },
        account: { acme: ({ refresh_token }) => ({ refresh_token }) },
        sendVerificationRequest: (params) => void mails.push(params),
        generateVerificationToken: { mail: () => "123456" },
        sendMail: { mail: (mail) => void mails.push(mail) },
        signUp: ({ email }) => email.endsWith("@example.com") && "yes",
        secondFactor: ({ user }) => (user.role === "admin" ? "required" : undefined),
      }),
      { secret },
    );
    const ask = async (name, params) => {
      const body = JSON.stringify(params);
      const headers = { "x-cardea-signature": await hookSignature(`callbacks/${name}`, body, secret) };
      return own(new Request(`http://localhost/hooks/callbacks/${name}`, { method: "POST", body, headers }));
    };
    const profile = await ask("profile", { provider: "acme", profile: { uid: 7 }, tokens: { scope: "admin" } });
    assert.deepEqual(await profile.json(), { result: { id: 7, role: "admin" } });
    assert.equal((await ask("profile", { provider: "github", profile: {}, tokens: {} })).status, 204);
    assert.equal((await ask("profile", { provider: "toString", profile: {}, tokens: {} })).status, 204);
    assert.deepEqual(await (await ask("account", { provider: "acme", tokens: { refresh_token: "r", access_token: "a" } })).json(), { result: { refresh_token: "r" } });
    assert.deepEqual(await (await ask("generateVerificationToken", { provider: "mail" })).json(), { result: "123456" });
    assert.equal((await ask("generateVerificationToken", { provider: "other" })).status, 204);
    const sent = { identifier: "ada@example.com", url: "https://app.example/x", token: "t", expires: "2026-06-01T12:00:00.000Z", provider: { id: "mail" }, theme: {}, request };
    assert.deepEqual(await (await ask("sendVerificationRequest", sent)).json(), { result: null });
    assert.equal(mails[0].expires.getTime(), Date.parse(sent.expires));
    assert.equal(mails[0].request.url, request.url);
    const notice = { to: "ada@example.com", subject: "Your password was changed", text: "Not you?", html: "<p>Not you?</p>", provider: { id: "mail" } };
    assert.deepEqual(await (await ask("sendMail", notice)).json(), { result: null });
    assert.deepEqual(mails[1], notice);
    assert.equal((await ask("sendMail", { ...notice, provider: { id: "other" } })).status, 204);
    const visitor = { isEmailProven: true, provider: "mail", fields: {} };
    assert.deepEqual(await (await ask("signUp", { ...visitor, email: "ada@example.com" })).json(), { result: true });
    assert.deepEqual(await (await ask("signUp", { ...visitor, email: "ada@evil.example" })).json(), { result: false });
    const first = { provider: "mail", amr: ["email"] };
    assert.deepEqual(await (await ask("secondFactor", { ...first, user: { role: "admin" } })).json(), { result: "required" });
    assert.equal((await ask("secondFactor", { ...first, user: {} })).status, 204);
  });

  test("authorize gets the headers of an action's request, without its cookies and what is of the call", () => {
    const site = new Site({ core: "http://127.0.0.1:9", secret, trustHost: true }, "/auth", {});
    const of = (headers) => site.visitor(new Headers({ host: "app.example", ...headers })).headers;
    assert.deepEqual(of({ "accept-language": "de", "x-tenant": "red", referer: "https://app.example/login" }), {
      "accept-language": "de", host: "app.example", referer: "https://app.example/login", "x-tenant": "red",
    });
    const own = { cookie: "a=b", "content-type": "text/plain", origin: "https://evil.example", "sec-fetch-site": "same-origin", "next-action": "7", "x-auth-return-redirect": "1", "x-cardea-bridge": "x" };
    assert.deepEqual(of(own), { host: "app.example" });
  });

  describe("that one side alone knows", () => {
    const called = (callbacks, events, auto = false) => ({ callbacks, events, auto, ready: true });
    const own = { callbacks: { signIn: () => true }, events: { signOut: () => {} } };

    test("are errors where they decide, and warnings where they watch", () => {
      const both = disagreement(own, called(["jwt"], ["signIn"]), "/hooks");
      assert.match(both.errors.join(), /`signIn` is here, and it is never asked.*lists jwt, and it is not here/);
      assert.equal(both.warnings.length, 2);
      assert.deepEqual(disagreement(own, called(["signIn"], ["signOut"]), "/hooks"), { errors: [], warnings: [] });
    });

    test("are errors where the core calls no hooks at all", () => {
      const none = disagreement(own, null, "/api/auth/hooks");
      assert.match(none.errors.join(), /signIn.*calls no hooks; set `hooks: { url: … }` in the core to this site's \/api\/auth\/hooks/);
      assert.equal(none.warnings.length, 1);
      assert.deepEqual(disagreement({}, null, "/hooks"), { errors: [], warnings: [] });
    });

    test("are asked for again where the core asks this site", () => {
      const learned = disagreement(own, called([], [], true), "/hooks");
      assert.equal(learned.errors.length, 0);
      assert.match(learned.warnings.join(), /signIn yet/);
      assert.deepEqual(disagreement(own, undefined, "/hooks"), { errors: [], warnings: [] });
    });

    test("close the site's routes and its sign-ins, with the reason in the log alone", async () => {
      const core = await fakeCore({ hooks: null });
      const logged = [];
      const site = new Site({ core: core.url, secret, trustHost: true, ...own, logger: { error: (error) => logged.push(error.message), warn: () => {} } }, "/auth", {});
      const answer = await site.handle(new Request("http://localhost/auth/csrf"));
      assert.equal(answer.status, 500);
      assert.doesNotMatch(await answer.text(), /signIn/);
      assert.match(logged.join(), /never asked/);
      const visitor = { origin: "http://localhost" };
      const fields = { username: "ada", password: "right" };
      await assert.rejects(site.signIn(visitor, { provider: "staff", redirectTo: "/", fields, authorizationParams: undefined }), ConfigurationError);
      await core.stop();
    });
  });

  test("the provider's own function checks credentials", async () => {
    const judge = (password, provider = "staff") => result("callbacks/authorize", { provider, credentials: { password }, request });
    assert.deepEqual(await judge("right"), { result: { id: "42", name: "203.0.113.9" } });
    assert.deepEqual(await judge("wrong"), { result: null });
    assert.deepEqual(await judge("locked"), { error: { type: "CredentialsSignin", code: "locked" } });
    assert.deepEqual(await judge("sealed"), { error: { type: "CredentialsSignin", code: "credentials", message: "no more tries today" } });
    assert.deepEqual(await judge("crash"), { error: { type: "Error", message: "no such table" } });
    assert.match((await judge("right", "toString")).error.message, /no entry/);
  });

  test("events are heard with their id, and told again after a failure", async () => {
    assert.equal((await post("events/signIn", { user: {} }, { "x-cardea-event-id": "7" })).status, 204);
    assert.deepEqual(heard, [[{ user: {} }, { id: "7" }]]);
    const request = { id: "r-1", clientAddress: "203.0.113.7", userAgent: "Mozilla/5.0" };
    assert.equal((await post("events/signIn", { user: {}, request }, { "x-cardea-event-id": "8" })).status, 204);
    assert.deepEqual(heard[1], [{ user: {} }, { id: "8", request }], "the message is that of Auth.js");
    assert.equal((await post("events/signOut", {})).status, 500);
    assert.equal((await post("events/createUser", {})).status, 204);
  });

  test("a call counts once, and its event cannot be renamed", async () => {
    heard.length = 0;
    const headers = { "x-cardea-event-id": "9" };
    headers["x-cardea-signature"] = await hookSignature("events/signIn", "{}", secret, { eventId: "9" });
    const send = (more) => receive(new Request("http://localhost/hooks/events/signIn", { method: "POST", body: "{}", headers: { ...headers, ...more } }));
    assert.equal((await send({ "x-cardea-event-id": "10" })).status, 401);
    assert.equal((await send()).status, 204);
    for (let i = 0; i < 3; i++) assert.equal((await send()).status, 409);
    // The last character of a signature has bits that no byte has, so that the same bytes can be written in four ways.
    const digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
    const [, start, last] = /^(.*)(.)$/.exec(headers["x-cardea-signature"]);
    for (let bits = 0; bits < 4; bits++) {
      const respelled = start + digits[(digits.indexOf(last) & ~3) | bits];
      assert.equal((await send({ "x-cardea-signature": respelled })).status, 409);
    }
    // The core tries an event again, signed anew.
    assert.equal((await send({ "x-cardea-signature": await hookSignature("events/signIn", "{}", secret, { eventId: "9" }) })).status, 204);
    assert.deepEqual(heard.map(([, delivery]) => delivery.id), ["9", "9"]);
  });

  test("unsigned calls are not run on this route either", async () => {
    heard.length = 0;
    const site = new Site({ core: "http://127.0.0.1:9", secret, ...config }, "/auth", {});
    const send = (path, headers) => site.handle(new Request(`http://localhost${path}`, { method: "POST", body: "{}", headers }));
    assert.equal((await send("/auth/hooks/events/signIn")).status, 401);
    assert.equal((await send("/auth/hooks/events/signIn", { "x-cardea-signature": await hookSignature("events/signOut", "{}", secret) })).status, 401);
    assert.equal((await send("/auth/hooks/toString")).status, 401);
    assert.equal(heard.length, 0);
    assert.equal((await send("/auth/hooks/events/signIn", { "x-cardea-signature": await hookSignature("events/signIn", "{}", secret) })).status, 204);
    assert.equal(heard.length, 1);
  });
});

describe("errors", () => {
  test("an application's own error is recognized by its class", () => {
    class Locked extends CredentialsSignin {
      code = "locked";
    }
    const error = new Locked("why", { cause: new Error("deep") });
    assert.ok(error instanceof Locked && error instanceof CredentialsSignin && error instanceof AuthError);
    assert.ok(!(new CredentialsSignin() instanceof Locked));
    assert.deepEqual([error.type, error.code, error.kind, error.cause.err.message], ["CredentialsSignin", "locked", "signIn", "deep"]);
    assert.ok(!(new Error() instanceof AuthError));
    assert.ok(!(new AuthError() instanceof CredentialsSignin));
  });
  test("two copies of the package know each other's errors", async () => {
    const other = await import("../dist/errors.js?copy");
    assert.notEqual(other.AuthError, AuthError);
    assert.ok(new other.CredentialsSignin() instanceof CredentialsSignin);
    assert.ok(new other.AuthError() instanceof AuthError);
  });
});

test("a forwarder hands on the address that the server knows", async () => {
  const own = await fakeCore();
  const sign = forwarder({ core: own.url, secret, basePath: "/auth", trustHost: false });
  await sign(new Request("http://localhost/auth/csrf", { headers: { "x-forwarded-for": "1.2.3.4" } }), "203.0.113.9");
  assert.equal(own.calls.at(-1).headers["x-forwarded-for"], "203.0.113.9");
  await own.stop();
});

test("a forwarder leaves what is not below its base path", async () => {
  const core = await fakeCore();
  const sign = forwarder({ core: core.url, secret, trustHost: true });
  assert.equal(await sign(new Request("https://app.example/other")), undefined);
  assert.deepEqual(await (await sign(new Request("https://app.example/auth/csrf"))).json(), { csrfToken: "a" });
  await core.stop();
});

test("a cookie is written in the usual order", () => {
  const options = { maxAge: 900, domain: "d", path: "/", expires: "2026-01-01T00:00:00.000Z", httpOnly: true, secure: true, partitioned: true, priority: "high", sameSite: "lax" };
  assert.equal(
    toSetCookie({ name: "a", value: "x|y", options }),
    "a=x%7Cy; Max-Age=900; Domain=d; Path=/; Expires=Thu, 01 Jan 2026 00:00:00 GMT; HttpOnly; Secure; Partitioned; Priority=High; SameSite=Lax",
  );
});
