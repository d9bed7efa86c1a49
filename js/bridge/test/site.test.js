import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { applied, AuthError, Bridge, CredentialsSignin, sign, Site } from "../dist/index.js";
import { decode } from "../dist/token.js";
import { listen } from "../../testing/core.js";
import { until } from "../../testing/process.js";
import { serve, withoutServer } from "../../testing/server.js";

const secret = "5f0c2e9b71d84a36b8e1f7c09d2a4e63";
const origin = "https://app.example";
const SESSION = "__Secure-authjs.session-token";

describe("a site beside the server", { skip: withoutServer }, () => {
  let app, server, bridge, config, site;
  const heard = [];
  const events = [];

  before(async () => {
    // The application's hooks are answered by the same handler that passes browsers on.
    // The core asks for the hooks before it listens, so before the site knows its address.
    let created;
    const whenCreated = new Promise((resolve) => (created = resolve));
    app = await listen(async (request) => (await whenCreated).handle(request));
    server = await serve(`
env: test
secret: ${secret}
bridge: true
providers:
  - { id: acme, type: oauth, authorization: "https://id.acme.example/a", token: "https://id.acme.example/t",
      userinfo: "https://id.acme.example/u", profile: { id: sub }, clientId: app, clientSecret: s }
  - credentials
hooks: { url: "${app.url}/api/auth/hooks", callbacks: [signIn, redirect, authorize, jwt, session], events: [signIn, signOut] }
`);
    config = {
      core: server.url,
      secret,
      trustHost: true,
      authorize: ({ username, password }, request) => {
        heard.push(request);
        if (password === "locked") throw Object.assign(new CredentialsSignin(), { code: "locked" });
        if (password === "crash") throw new Error("no such table");
        return password === "right" ? { id: "42", name: username, email: "ada@example.com" } : null;
      },
      callbacks: {
        signIn: ({ user }) => user.name !== "Mallory",
        redirect: ({ url, baseUrl }) => (url.startsWith("/") ? baseUrl + url : baseUrl),
        jwt: ({ token, user, trigger, session }) => ({ ...token, ...(user ? { role: "admin" } : {}), ...(trigger === "update" ? session : {}) }),
        session: ({ session, token }) => ({ ...session, role: token.role }),
      },
      events: { signIn: ({ user }) => events.push(["in", user.name]), signOut: ({ token }) => events.push(["out", token.name]) },
    };
    site = new Site(config, "/api/auth", {});
    bridge = site.bridge;
    created(site);
  });

  after(async () => {
    await server?.stop();
    await app?.stop();
  });

  const signIn = (username, password, visitor = { origin }) =>
    site.signIn(visitor, { provider: "credentials", redirectTo: "/inside", fields: { username, password }, authorizationParams: undefined });

  test("a user signs in by the application's callbacks, is recognized, changed and signed out, and the events arrive", async () => {
    const { redirect, cookies } = await signIn("Zoë", "right");
    assert.equal(redirect, `${origin}/inside`);
    const visitor = { origin, cookie: applied("theme=dark", cookies) };
    const session = await site.read(visitor);
    assert.deepEqual(session.user, { name: "Zoë", email: "ada@example.com", id: "42" });
    assert.equal(session.role, "admin");
    assert.deepEqual((await site.keep(visitor)).cookies, []);
    const changed = await site.update(visitor, { name: "☃" });
    assert.equal(changed.session.user.name, "☃");
    assert.deepEqual({ ...changed.cookies[0].options, expires: 0 }, { path: "/", httpOnly: true, secure: true, sameSite: "lax", expires: 0 });
    const after = { origin, cookie: applied(visitor.cookie, changed.cookies) };
    assert.equal((await site.read(after)).user.name, "☃");
    // What the site seals is opened by the core.
    assert.equal((await bridge.session(after)).user.name, "☃");
    const out = await site.signOut(after, "/bye");
    assert.equal(out.redirect, `${origin}/bye`);
    assert.equal(await site.read({ origin, cookie: applied(after.cookie, out.cookies) }), null);
    await until(() => events.length >= 2);
    assert.deepEqual(events, [["in", "Zoë"], ["out", "☃"]]);
  });

  test("with debug each call of the core is logged, without what it carries", async () => {
    const lines = [];
    const logger = { error() {}, warn() {}, debug: (line) => lines.push(line) };
    const { cookies } = await signIn("Ada", "right");
    const visitor = { origin, cookie: applied("theme=dark", cookies) };
    const read = (more) => new Site({ ...config, session: "remote", logger, ...more }, "/api/auth", {}).read(visitor);
    await read({});
    assert.deepEqual(lines, []);
    assert.equal((await read({ debug: true })).user.name, "Ada");
    assert.match(lines.join("\n"), /^core: GET \/\S*\/session answered 200 in \d+ ms$/m);
    assert.doesNotMatch(lines.join("\n"), /[?=]|eyJ/);
    await assert.rejects(read({ debug: true, core: "http://127.0.0.1:1", onCoreError: (error) => { throw error; } }));
    assert.match(lines.join("\n"), /was not answered in \d+ ms$/m);
  });

  test("what the server seals is opened here", async () => {
    const { cookies } = await signIn("Ada", "right");
    const { value } = cookies.find(({ name }) => name === SESSION);
    assert.equal((await decode({ token: value, secret: ["newer", secret], salt: SESSION })).role, "admin");
  });

  test("a session is read, renewed and changed by the site as by the core, and the core is not asked", async () => {
    const { cookies } = await signIn("Ada", "right");
    const visitor = { origin, cookie: applied("", cookies) };
    const remote = new Site({ ...site.config, session: "remote" }, "/api/auth", {});
    assert.deepEqual(await site.read(visitor), await remote.read(visitor));
    let calls = 0;
    const counted = new Site({ ...site.config, fetch: (url, init) => (calls++, fetch(url, init)) }, "/api/auth", {});
    await counted.describe(visitor);
    calls = 0;
    const ask = (asked, init) => asked.handle(new Request(`${origin}/api/auth/session`, { ...init, headers: { host: "app.example", cookie: visitor.cookie, ...init?.headers } }));
    const [own, cores] = [await ask(counted), await ask(remote)];
    const shape = (answer) => [answer.status, answer.headers.getSetCookie().filter((line) => line.startsWith(SESSION)).map((line) => line.replace(/=ey[^;]*/, "").replace(/Expires=[^;]*/, ""))];
    const { expires: _, ...body } = await own.json();
    const { expires: __, ...wanted } = await cores.json();
    assert.deepEqual([body, ...shape(own)], [wanted, ...shape(cores)]);
    for (const name of ["cache-control", "content-type", "expires", "pragma", "x-content-type-options"]) assert.equal(own.headers.get(name), cores.headers.get(name), name);
    const csrf = await bridge.forward(new Request(`${origin}/api/auth/csrf`));
    const token = csrf.headers.getSetCookie()[0].split(";")[0];
    const post = { method: "POST", headers: { "content-type": "application/json", cookie: `${visitor.cookie}; ${token}` }, body: JSON.stringify({ csrfToken: (await csrf.json()).csrfToken, data: { name: "Lady" } }) };
    const changed = await ask(counted, post);
    assert.equal((await changed.json()).user.name, "Lady");
    assert.equal(calls, 0);
    assert.equal((await (await ask(remote, post)).json()).user.name, "Lady");
    assert.equal((await (await ask(counted, { ...post, body: post.body.replace(/"csrfToken":"./, '"csrfToken":"') })).text()), "null");
    assert.equal(calls, 1);
  });

  test("refusals keep type, kind and code", async () => {
    await assert.rejects(signIn("Ada", "guess"), (error) => error instanceof CredentialsSignin && error.code === "credentials" && error.kind === "signIn");
    await assert.rejects(signIn("Ada", "locked"), (error) => error instanceof CredentialsSignin && error.code === "locked");
    await assert.rejects(signIn("Ada", "crash"), (error) => error instanceof AuthError && error.type === "CallbackRouteError" && error.cause.err.name === "Error" && error.cause.err.message === "no such table");
    await assert.rejects(signIn("Mallory", "right"), (error) => error instanceof AuthError && error.type === "AccessDenied");
  });

  test("the visitor's address and browser reach the application", async () => {
    heard.length = 0;
    await assert.rejects(signIn("Ada", "guess", { origin, address: "203.0.113.9", headers: { "user-agent": "x", host: "evil.example" } }));
    assert.equal(heard[0].headers.get("x-forwarded-for"), "203.0.113.9");
    assert.equal(heard[0].headers.get("user-agent"), "x");
  });

  test("the core's base path is another and found out; its addresses and pages come back as this site's", async () => {
    const { core, providers } = await bridge.describe({ origin });
    assert.equal(core.basePath, "/auth");
    assert.equal(core.cookies.sessionToken, SESSION);
    assert.equal(providers.acme.signinUrl, `${origin}/api/auth/signin/acme`);
    const page = await (await bridge.forward(new Request(`${origin}/api/auth/signin`))).text();
    assert.match(page, /action="[^"]*\/api\/auth\/signin\/acme"/);
    assert.doesNotMatch(page, /="[^"]*(?<!\/api)\/auth\//);
  });

  test("a browser passed on is a browser: its token is checked, its answers are the public ones", async () => {
    const csrf = await bridge.forward(new Request(`${origin}/api/auth/csrf`));
    const { csrfToken } = await csrf.json();
    const cookie = csrf.headers.getSetCookie().map((line) => line.split(";")[0]).join("; ");
    const post = (fields, headers = { cookie }) =>
      bridge.forward(new Request(`${origin}/api/auth/callback/credentials`, { method: "POST", body: new URLSearchParams(fields), headers }));
    assert.equal((await post({ password: "right" })).headers.get("location"), `${origin}/api/auth/signin?error=MissingCSRF`);
    assert.equal((await post({ password: "crash", csrfToken })).headers.get("location"), `${origin}/api/auth/error?error=Configuration`);
    const right = await post({ username: "Ada", password: "right", csrfToken, callbackUrl: "/in" });
    assert.equal(right.headers.get("location"), `${origin}/in`);
    assert.equal(right.headers.getSetCookie().filter((line) => line.startsWith(SESSION)).length, 1);
  });

  test("the same act of several visitors in one second is several acts, one that is repeated is refused", async () => {
    const begin = () => site.signIn({ origin }, { provider: "acme", redirectTo: "/", fields: {}, authorizationParams: "prompt=login&x=%7C" });
    for (const { redirect } of await Promise.all([begin(), begin(), begin()])) assert.match(redirect, /^https:\/\/id\.acme\.example\/a\?.*prompt=login/);
    const body = "callbackUrl=%2F";
    const cookie = "cardea.once=5f3a";
    const header = await sign("act", { method: "POST", target: "/auth/signout", body, cookie, origin, contentType: "application/x-www-form-urlencoded" }, secret, Math.floor(Date.now() / 1000));
    const headers = {
      cookie,
      "content-type": "application/x-www-form-urlencoded",
      "x-forwarded-proto": "https",
      "x-forwarded-host": "app.example",
      "x-cardea-bridge": header,
    };
    const send = () => fetch(`${server.url}/auth/signout`, { method: "POST", body, headers });
    assert.equal((await send()).status, 200);
    assert.equal((await send()).status, 401);
  });

  test("a wrong secret is reported and signs no user in", async () => {
    const stranger = new Bridge({ url: server.url, secret: "f".repeat(32) });
    await assert.rejects(stranger.session({ origin, cookie: `${SESSION}=x` }), /401: the signature is wrong/);
  });
});
