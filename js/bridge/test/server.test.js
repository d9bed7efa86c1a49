import assert from "node:assert/strict";
import { get } from "node:http";
import { after, before, describe, test } from "node:test";
import { applied, AuthError, Bridge, BridgeError, CredentialsSignin, hookReceiver, hooksOf, sign } from "../dist/index.js";
import { listen, secret } from "../../testing/core.js";
import { until } from "../../testing/process.js";
import { serve, withoutServer } from "../../testing/server.js";

const origin = "https://app.example";
const newer = "c41d7e0a93b65f288e1fd07a24b9c635";
const SESSION = "__Secure-authjs.session-token";

/** What the other tests expect of a core in one page, of the server itself. */
describe("against the server", { skip: withoutServer }, () => {
  const heard = [];
  const asked = [];
  let app, server, bridge;

  before(async () => {
    const site = {
      callbacks: { jwt: ({ token, trigger, session }) => (trigger === "update" ? { ...token, name: session.name } : token) },
      authorize: {
        staff: ({ password, ...rest }, request) => {
          heard.push({ rest, request });
          if (password === "locked") throw Object.assign(new CredentialsSignin(), { code: "locked" });
          if (password === "crash") throw new Error("no such table");
          return password === "right" ? { id: "42", name: "Ada Löve", email: "ada@example.com" } : null;
        },
      },
      forwardAuth: {
        authorized: ({ path, auth, request }) => {
          asked.push({ path, auth, request });
          if (path === "/broken") throw new Error("no such table");
          return path === "/undecided" ? undefined : path.startsWith("/orders");
        },
      },
    };
    app = await listen(hookReceiver(hooksOf(site), { secret: [newer, secret], path: "/hooks" }));
    server = await serve(`
secret: [${newer}, ${secret}]
bridge: true
providers:
  - { id: acme, type: oauth, authorization: "https://id.acme.example/a", token: "https://id.acme.example/t",
      userinfo: "https://id.acme.example/u", profile: { id: sub }, clientId: app, clientSecret: s }
  - { id: staff, type: credentials }
hooks: { url: "${app.url}/hooks", callbacks: [authorize, jwt, authorized] }
url: ${origin}
trustedProxies: [127.0.0.0/8]
forwardAuth: { audience: "${origin}" }
`);
    bridge = new Bridge({ url: server.url, secret });
  });

  after(async () => {
    await server?.stop();
    await app?.stop();
  });

  const signIn = (password, visitor = { origin }) =>
    bridge.act("callback/staff", visitor, { form: { username: "ada", password, callbackUrl: "/inside" } });

  test("a user signs in, is recognized, prolongs and changes the session, and signs out, without a token", async () => {
    const answer = await signIn("right");
    assert.equal(answer.redirect, `${origin}/inside`);
    const cookie = applied("theme=dark", answer.cookies);
    const session = await bridge.session({ origin, cookie });
    assert.deepEqual(session.user, { id: "42", name: "Ada Löve", email: "ada@example.com" });
    const kept = await bridge.keep({ origin, cookie });
    assert.deepEqual(kept.session.user, session.user);
    // It is young, so it is not due.
    assert.ok(kept.cookies.every(({ name }) => name !== SESSION));
    const changed = await bridge.act("session", { origin, cookie }, { json: { data: { name: "☃" } } });
    assert.equal(changed.body.user.name, "☃");
    assert.equal(changed.body.user.id, undefined);
    const out = await bridge.act("signout", { origin, cookie }, { form: { callbackUrl: "/bye" } });
    assert.equal(out.redirect, `${origin}/bye`);
    assert.equal(applied(cookie, out.cookies).includes(SESSION), false);
  });

  test("a page behind a proxy is shown to users whom the application admits, and to no one without its decision", async () => {
    const answer = await signIn("right");
    const cookie = applied("", answer.cookies);
    const page = async (path, more = {}) => {
      const headers = { host: "app.example", "x-forwarded-for": "203.0.113.9", ...more };
      const { status, headers: set } = await raw(server.url, `/auth/verify/ext-authz${path}`, headers);
      return [status, set["cardea-user-id"]];
    };
    assert.deepEqual(await page("/orders/1", { cookie }), [200, "42"]);
    assert.deepEqual(await page("/admin", { cookie }), [403, undefined]);
    assert.deepEqual(asked.map(({ path, auth }) => [path, auth.user.name]), [["/orders/1", "Ada Löve"], ["/admin", "Ada Löve"]]);
    assert.equal(asked[0].request.url, `${origin}/orders/1`);
    assert.equal(asked[0].request.headers.get("cookie"), null);
    assert.deepEqual(await page("/broken", { cookie }), [503, undefined]);
    assert.deepEqual(await page("/undecided", { cookie }), [503, undefined]);
    asked.length = 0;
    assert.deepEqual(await page("/orders/1"), [401, undefined]);
    assert.equal(asked.length, 0);
  });

  test("without a session, reading returns null and sets no cookie", async () => {
    assert.equal(await bridge.session({ origin }), null);
    assert.deepEqual(await bridge.read("session", { origin, cookie: `${SESSION}=junk` }), { body: null, cookies: [] });
  });

  test("refusals keep type, kind and code", async () => {
    const { error } = await signIn("guess");
    assert.ok(error instanceof CredentialsSignin);
    assert.deepEqual([error.type, error.kind, error.code], ["CredentialsSignin", "signIn", "credentials"]);
    assert.equal((await signIn("locked")).error.code, "locked");
    const crashed = await signIn("crash");
    assert.ok(crashed.error instanceof AuthError);
    assert.equal(crashed.error.type, "CallbackRouteError");
    assert.equal(crashed.redirect, `${origin}/auth/error?error=Configuration`);
    // The line comes by another way than the answer.
    const isLogged = () => server.log.join("").includes(crashed.error.id);
    assert.ok(await until(isLogged));
  });

  test("a sign-in at a provider begins with its own parameters", async () => {
    const answer = await bridge.act("signin/acme?prompt=login&x=%7C", { origin }, { form: { callbackUrl: "/inside" } });
    const to = new URL(answer.redirect);
    assert.equal(to.origin, "https://id.acme.example");
    assert.equal(to.searchParams.get("prompt"), "login");
    assert.equal(to.searchParams.get("redirect_uri"), `${origin}/auth/callback/acme`);
    const check = answer.cookies.find(({ name }) => name.includes("pkce"));
    assert.deepEqual([check.options.maxAge, check.options.httpOnly, check.options.sameSite], [900, true, "lax"]);
  });

  test("the visitor's address and headers reach the application; signature and what makes an act its own do not", async () => {
    heard.length = 0;
    const headers = { "user-agent": "x", host: "evil.example" };
    await signIn("guess", { origin, address: "203.0.113.9", cookie: "a=b", headers });
    const [{ rest, request }] = heard;
    assert.deepEqual(rest, { username: "ada" });
    assert.equal(request.url, `${origin}/auth/callback/staff`);
    assert.equal(request.headers.get("user-agent"), "x");
    assert.notEqual(request.headers.get("host"), "evil.example");
    assert.equal(request.headers.get("x-forwarded-for"), "203.0.113.9");
    assert.equal(request.headers.get("x-cardea-bridge"), null);
  });

  test("the same act of several visitors in one second is as many acts", async () => {
    const act = () => bridge.act("signin/acme", { origin }, { form: { callbackUrl: "/" } });
    for (const answer of await Promise.all([act(), act(), act()])) assert.match(answer.redirect, /^https:\/\/id\.acme\.example\//);
  });

  test("an intercepted act that is repeated is rejected", async () => {
    const body = "callbackUrl=%2F";
    const cookie = "cardea.once=5f3a";
    const contentType = "application/x-www-form-urlencoded";
    const signed = { method: "POST", target: "/auth/signout", body, cookie, origin, contentType };
    const headers = {
      cookie,
      "content-type": contentType,
      "x-forwarded-proto": "https",
      "x-forwarded-host": "app.example",
      "x-cardea-bridge": await sign("act", signed, secret, Math.floor(Date.now() / 1000)),
    };
    const send = () => fetch(`${server.url}/auth/signout`, { method: "POST", body, headers });
    assert.equal((await send()).status, 200);
    assert.equal((await send()).status, 401);
  });

  test("it describes itself", async () => {
    const { core, providers } = await bridge.describe({ origin });
    assert.deepEqual([core.basePath, core.strategy, core.secureCookies, core.maxAge], ["/auth", "jwt", true, 2_592_000]);
    assert.equal(core.cookies.sessionToken, SESSION);
    assert.equal(providers.staff.type, "credentials");
    assert.equal(providers.acme.signinUrl, `${origin}/auth/signin/acme`);
  });

  test("a browser passed on is a browser: with its token, and told no more than others", async () => {
    const csrf = await bridge.forward(new Request(`${origin}/auth/csrf`), { address: "203.0.113.9" });
    const { csrfToken } = await csrf.json();
    const cookie = csrf.headers.getSetCookie().map((line) => line.split(";")[0]).join("; ");
    const post = (fields) => {
      const body = new URLSearchParams(fields);
      return bridge.forward(new Request(`${origin}/auth/callback/staff`, { method: "POST", body, headers: { cookie } }));
    };
    const location = async (fields) => (await post(fields)).headers.get("location");
    assert.equal(await location({ password: "right" }), `${origin}/auth/signin?error=MissingCSRF`);
    assert.equal(await location({ password: "crash", csrfToken }), `${origin}/auth/error?error=Configuration`);
    const right = await post({ password: "right", csrfToken, callbackUrl: "/in" });
    assert.equal(right.headers.get("location"), `${origin}/in`);
    assert.equal(right.headers.getSetCookie().filter((line) => line.startsWith(SESSION)).length, 1);
  });

  test("a signature from a browser is not trusted", async () => {
    const seconds = Math.floor(Date.now() / 1000);
    const header = await sign("act", { method: "POST", target: "/auth/signout", origin }, secret, seconds);
    const forged = new Request(`${origin}/auth/signout`, { method: "POST", headers: { "x-cardea-bridge": header } });
    assert.equal((await bridge.forward(forged)).headers.get("location"), `${origin}/auth/signin?error=MissingCSRF`);
  });

  test("a wrong secret is reported and signs no user in", async () => {
    const stranger = new Bridge({ url: server.url, secret: "f".repeat(32) });
    await assert.rejects(stranger.session({ origin }), (error) => error instanceof BridgeError && error.status === 401);
  });

  test("routes at another path of the site lead to the core's", async () => {
    const elsewhere = new Bridge({ url: server.url, secret, basePath: "/api/auth" });
    assert.equal(await (await elsewhere.forward(new Request(`${origin}/api/auth/session`))).text(), "null");
    assert.equal(await elsewhere.session({ origin }), null);
    const page = await (await elsewhere.forward(new Request(`${origin}/api/auth/signin`))).text();
    assert.match(page, /action="[^"]*\/api\/auth\/callback\/staff"/);
  });
});

/** As a proxy sends it: `fetch` sets the header Host by itself. */
function raw(base, path, headers) {
  return new Promise((done, failed) => {
    get(new URL(path, base), { headers }, (answer) => {
      answer.resume();
      answer.on("end", () => done({ status: answer.statusCode, headers: answer.headers }));
    }).on("error", failed);
  });
}
