import "../../testing/next.js";
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { after, before, beforeEach, describe, test } from "node:test";
import { encode } from "../dist/jwt.js";
import { fakeCore, listen, secret } from "../../testing/core.js";
import { hookSignature } from "../../testing/hooks.js";

const { default: NextAuth, AuthError, BridgeError, CredentialsSignin } = await import("../dist/index.js");
const { call, during, NextRequest, NextResponse } = await import("../../testing/next-parts.js");

const origin = "https://app.example";
const SESSION = "__Secure-authjs.session-token";
const forwarded = { "x-forwarded-proto": "https", "x-forwarded-host": "app.example", host: "localhost:3000" };
let core, config, next;

before(async () => {
  // Each session is due for renewal.
  core = await fakeCore({ updateAge: 0 });
  config = { core: core.url, secret, trustHost: true };
  next = NextAuth(config);
});
beforeEach(() => (core.calls.length = 0));
after(() => core.stop());

const token = (name = "Ada") => encode({ token: { sub: "42", name }, secret, salt: SESSION });
const request = (path, cookie, init = {}) =>
  new NextRequest(`http://localhost:3000${path}`, { ...init, headers: { ...forwarded, ...(cookie ? { cookie } : {}), ...init.headers } });
const asked = (action) => core.calls.filter((each) => each.action === action);

// The last versions with a hole that a login cannot cover: a header that skips the middleware (CVE-2025-29927), code that a
// request runs (CVE-2025-55182), and requests that hang the server (CVE-2026-23864).
const HOLES = ["14.2.34", "15.5.9", "16.1.4"];

test("no version of Next with a known hole is a peer", () => {
  const { peerDependencies } = JSON.parse(readFileSync(new URL("../package.json", import.meta.url), "utf8"));
  const numbers = (version) => version.split(".").map(Number);
  const from = peerDependencies.next.split(" || ").map((range) => /^\^(\d+\.\d+\.\d+)$/.exec(range)[1]);
  assert.equal(from.length, HOLES.length);
  for (const [at, hole] of HOLES.entries()) {
    const [first, last] = [numbers(from[at]), numbers(hole)];
    assert.equal(first[0], last[0]);
    assert.ok(first[1] > last[1] || (first[1] === last[1] && first[2] > last[2]), `${from[at]} includes ${hole}`);
  }
});

describe("handlers", () => {
  test("pass browsers on, with the origin that they see, whatever Next thinks it is", async () => {
    const answer = await next.handlers.GET(request("/api/auth/providers"));
    assert.equal((await answer.json()).acme.signinUrl, `${origin}/api/auth/signin/acme`);
    assert.equal(asked("providers").at(-1).mode, "forward");
  });

  test("know requests whose path Next has cut by its basePath, and others by the whole path", async () => {
    process.env.__NEXT_ROUTER_BASEPATH = "/shop";
    try {
      const shop = NextAuth({ ...config, basePath: "/shop/api/auth" });
      for (const path of ["/api/auth/providers", "/shop/api/auth/providers"]) {
        const answer = await shop.handlers.GET(request(path));
        assert.equal((await answer.json()).acme.signinUrl, `${origin}/shop/api/auth/signin/acme`, path);
      }
      const body = new URLSearchParams({ csrfToken: "a" }).toString();
      const headers = { "content-type": "application/x-www-form-urlencoded" };
      await shop.handlers.POST(request("/api/auth/signin/acme", undefined, { method: "POST", body, headers }));
      assert.equal(asked("signin/acme").at(-1).body, body);
    } finally {
      delete process.env.__NEXT_ROUTER_BASEPATH;
    }
  });

  test("answer hooks themselves, and pass none on", async () => {
    const own = NextAuth({ ...config, callbacks: { redirect: ({ baseUrl }) => baseUrl } });
    const body = JSON.stringify({ url: "/x", baseUrl: origin });
    const post = (headers) => own.handlers.POST(request("/api/auth/hooks/callbacks/redirect", undefined, { method: "POST", body, headers }));
    assert.equal((await post({})).status, 401);
    const answer = await post({ "x-cardea-signature": await hookSignature("callbacks/redirect", body, secret) });
    assert.deepEqual(await answer.json(), { result: origin });
    assert.equal(core.calls.length, 0);
  });
});

describe("auth() in components and actions", () => {
  test("is who the jar's cookies say, and writes none", async () => {
    during(forwarded, { [SESSION]: await token(), theme: "a b" });
    call.writable = false;
    assert.equal((await next.auth()).user.id, "42");
    assert.equal(asked("session").length, 0);
    assert.equal((await NextAuth({ ...config, session: "remote" }).auth()).user.id, "42");
    assert.equal(asked("session")[0].mode, "read");
    assert.match(asked("session")[0].headers.cookie, /theme=a%20b/);
  });

  test("is null without a cookie, and the core is not asked", async () => {
    during(forwarded);
    assert.equal(await next.auth(), null);
    assert.equal(asked("session").length, 0);
  });

  test("sees what an action has just set", async () => {
    const jwt = (params) => (params.trigger === "update" ? { ...params.token, ...params.session } : params.token);
    for (const session of ["local", "remote"]) {
      during(forwarded, { [SESSION]: await token() });
      const { auth, signOut, unstable_update } = NextAuth({ ...config, session, callbacks: { jwt } });
      await unstable_update({ user: { name: "x" }, name: "Countess" });
      assert.equal((await auth()).user.name, "Countess");
      await signOut({ redirect: false });
      assert.equal(await auth(), null);
    }
  });

  test("is null while the core does not answer", async () => {
    during(forwarded, { [SESSION]: await token() });
    const down = NextAuth({ ...config, session: "remote", core: "http://127.0.0.1:9/auth", logger: { error: () => {} } });
    assert.equal(await down.auth(), null);
    const strict = NextAuth({ ...config, session: "remote", core: "http://127.0.0.1:9/auth", logger: { error: () => {} }, onCoreError: (error) => { throw error; } });
    await assert.rejects(strict.auth(), BridgeError);
  });
});

describe("auth as middleware", () => {
  const guarded = (authorized, more = {}) => NextAuth({ ...config, ...more, callbacks: { authorized } }).auth;

  test("leads to the sign-in page and back, with nothing of the page's own query", async () => {
    const answer = await guarded(({ auth }) => !!auth)(request("/dashboard?x=1&error=y"), { waitUntil() {} });
    assert.equal(answer.status, 307);
    const to = new URL(answer.headers.get("location"));
    assert.equal(to.origin + to.pathname, `${origin}/api/auth/signin`);
    assert.deepEqual([...to.searchParams], [["callbackUrl", `${origin}/dashboard?x=1&error=y`]]);
  });

  test("lets in, and the rest of the request sees the cookie that the browser will get", async () => {
    const old = await token();
    const answer = await guarded(({ auth }) => auth?.user.name === "Ada")(request("/dashboard", `a=b; ${SESSION}=${old}`), {});
    const line = answer.headers.getSetCookie().find((each) => each.startsWith(SESSION));
    const fresh = line.slice(SESSION.length + 1).split(";")[0];
    assert.notEqual(fresh, old);
    assert.equal(answer.headers.get("x-middleware-next"), "1");
    assert.equal(answer.headers.get("x-middleware-request-cookie"), `a=b; ${SESSION}=${fresh}`);
  });

  test("clears a cookie that is worth nothing", async () => {
    const answer = await guarded(() => true)(request("/", `${SESSION}=junk`), {});
    assert.match(answer.headers.getSetCookie()[0], /Max-Age=0/);
    assert.equal(answer.headers.get("x-middleware-request-cookie"), "");
  });

  test("a page of one's own is not guarded by itself, the routes never are", async () => {
    const auth = guarded(() => false, { pages: { signIn: "/login" } });
    assert.equal(new URL((await auth(request("/a"), {})).headers.get("location")).pathname, "/login");
    assert.equal((await auth(request("/login?error=x"), {})).headers.get("x-middleware-next"), "1");
    assert.equal((await auth(request("/api/auth/session"), {})).headers.get("x-middleware-next"), "1");
    assert.equal((await auth(request("/api/authentic"), {})).status, 307);
  });

  test("a response of `authorized` is the answer, a relative address too", async () => {
    const own = () => new Response(null, { status: 302, headers: { location: "/no" } });
    const answer = await guarded(own)(request("/a", `${SESSION}=${await token()}`), {});
    assert.equal(answer.headers.get("location"), "/no");
    assert.equal(answer.headers.getSetCookie().length, 1);
  });

  test("lets no visitor in while the core does not answer", async () => {
    const down = guarded(({ auth }) => !!auth, { session: "remote", core: "http://127.0.0.1:9/auth", logger: { error: () => {} } });
    const ask = async (headers) => down(request("/a", `${SESSION}=${await token()}`, { headers }), {});
    const page = await ask({ accept: "text/html,*/*", "sec-fetch-dest": "document" });
    assert.equal(page.status, 503);
    assert.match(page.headers.get("content-type"), /text\/html/);
    assert.match(await page.text(), new RegExp(`Reference: ${page.headers.get("cardea-error-id")}`));
    const api = await ask({ accept: "*/*", "sec-fetch-dest": "empty" });
    assert.equal(api.status, 503);
    assert.match((await api.json()).reference, /^[0-9a-f]{16}$/);
    for (const answer of [page, api]) assert.deepEqual(answer.headers.getSetCookie(), []);
    const stranger = await down(request("/a", "theme=dark"), {});
    assert.equal(new URL(stranger.headers.get("location")).pathname, "/api/auth/signin");
  });

  test("while the core does not answer, no wrapped function takes a signed-in visitor for signed out", async () => {
    const down = { ...config, session: "remote", core: "http://127.0.0.1:9/auth", logger: { error: () => {} } };
    const around = (answer, more) => NextAuth({ ...down, ...more }).auth(() => answer);
    const cookie = `${SESSION}=${await token()}`;
    assert.equal((await around(new Response("no", { status: 401 }))(request("/api/x", cookie), {})).status, 503);
    assert.equal((await around(new Response("no", { status: 401 }))(request("/api/x"), {})).status, 401);
    const away = () => Response.redirect(`${origin}/login`);
    assert.equal((await around(away(), { pages: { signIn: "/login" } })(request("/a", cookie), {})).status, 503);
    assert.equal((await around(Response.redirect(`${origin}/de`))(request("/a", cookie), {})).status, 302);
    assert.equal((await around(new Response("public"))(request("/a", cookie), {})).status, 200);
  });

  test("hands on that the session is unknown, so that the page behind it does not wait again", async () => {
    const slow = await listen(() => new Promise(() => {}));
    const frozen = NextAuth({ ...config, session: "remote", core: `${slow.url}/auth`, timeout: { read: 100 }, logger: { error: () => {} } });
    const cookies = { [SESSION]: await token() };
    const answer = await frozen.auth(request("/", `${SESSION}=${cookies[SESSION]}`), { waitUntil() {} });
    const header = answer.headers.get("x-middleware-request-x-cardea-session-unknown");
    assert.match(answer.headers.get("x-middleware-override-headers"), /x-cardea-session-unknown/);
    // Another core, which would answer: the header alone decides.
    during({ ...forwarded, "x-cardea-session-unknown": header }, cookies);
    assert.equal(await next.auth(), null);
    for (const forged of ["1", header.slice(0, -1), header.replace(/\.\d+\./, ".1.")]) {
      during({ ...forwarded, "x-cardea-session-unknown": forged, forged }, cookies);
      assert.equal((await next.auth()).user.id, "42", forged);
    }
    await slow.stop();
  });

  test("`authorized` and wrapped functions see the public origin, and Next its own again", async () => {
    const seen = [];
    const see = ({ nextUrl, url }) => void seen.push(nextUrl.origin, url);
    const { auth } = NextAuth({ ...config, callbacks: { authorized: ({ request: given }) => (see(given), true) } });
    const given = request("/a?x=1");
    const answer = await auth((known) => (see(known), Response.redirect(new URL("/x", known.nextUrl))))(given, {});
    assert.deepEqual(seen, [origin, `${origin}/a?x=1`, origin, `${origin}/a?x=1`]);
    assert.equal(answer.headers.get("location"), `${origin}/x`);
    assert.equal(given.url, "http://localhost:3000/a?x=1");
    assert.equal(given.nextUrl.origin, "http://localhost:3000");
  });

  test("a rewrite to a page of this site stays inside", async () => {
    const rewrite = new Response(null, { headers: { "x-middleware-rewrite": `${origin}/inner?a=1` } });
    const answer = await next.auth(() => rewrite)(request("/a"), { waitUntil() {} });
    assert.equal(answer.headers.get("x-middleware-rewrite"), "http://localhost:3000/inner?a=1");
  });

  test("a page of one's own is known with a slash at its end, and below Next's own base path", async () => {
    const auth = guarded(() => false, { pages: { signIn: "/login" } });
    assert.equal((await auth(request("/login/"), {})).headers.get("x-middleware-next"), "1");
    const localized = request("/de/login");
    localized.nextUrl = new URL("http://localhost:3000/login");
    assert.equal((await auth(localized, {})).headers.get("x-middleware-next"), "1");
  });

  test("prolongs on all that reads, clicks on links and prefetches too; on no asset and no post", async () => {
    const { auth } = next;
    const event = { waitUntil() {} };
    const cookie = `${SESSION}=${await token()}`;
    const lines = async (path, init, ask = auth) => (await ask(request(path, cookie, init), event)).headers.getSetCookie().length;
    assert.equal(await lines("/a"), 1);
    assert.equal(await lines("/a", { headers: { "sec-fetch-dest": "document" } }), 1);
    assert.equal(await lines("/a", { method: "HEAD" }), 1);
    for (const name of ["next-router-prefetch", "x-middleware-prefetch", "x-nextjs-data"]) assert.equal(await lines("/a", { headers: { [name]: "1" } }), 1);
    for (const headers of [{ "sec-fetch-dest": "empty" }, { purpose: "prefetch" }, { "sec-purpose": "prefetch;prerender" }]) assert.equal(await lines("/a", { headers }), 1);
    const none = [
      ["/a", { method: "POST", body: "x" }],
      ["/_next/static/a.js"],
      ["/base/_next/image?url=a"],
    ];
    for (const [path, init] of none) {
      core.calls.length = 0;
      assert.equal(await lines(path, init), 0, JSON.stringify([path, init]));
      assert.equal(await lines(path, init, next.auth(() => undefined)), 0, JSON.stringify([path, init]));
      assert.ok(asked("session").every(({ mode }) => mode === "read"));
    }
    const api = next.auth(() => new Response("x"));
    const script = request("/api/me", cookie, { headers: { "sec-fetch-dest": "empty" } });
    assert.equal((await api(script, { params: {} })).headers.getSetCookie().length, 1);
  });
});

describe("an update while other answers are under way", () => {
  const jwt = (params) => (params.trigger === "update" ? { ...params.token, ...params.session } : { ...params.token, seen: Math.random() });
  const changing = () => NextAuth({ ...config, callbacks: { jwt } });

  test("is not undone by a prefetch that was answered before it and arrives after it", async () => {
    const { auth, handlers } = changing();
    const cookie = `${SESSION}=${await token()}`;
    for (let i = 0; i < 200; i++) {
      const prefetch = await auth(request("/policy", cookie, { headers: { "sec-fetch-dest": "empty" } }), { waitUntil() {} });
      during(forwarded, { [SESSION]: cookie.slice(SESSION.length + 1) });
      await changing().unstable_update({ name: `Countess ${i}` });
      const [late] = prefetch.headers.getSetCookie();
      if (i === 0) assert.ok(late.startsWith(SESSION));
      const left = [...call.jar].filter(([name]) => name !== SESSION).map((pair) => pair.join("="));
      const browser = [late?.split(";")[0] ?? `${SESSION}=${call.jar.get(SESSION)}`, ...left].join("; ");
      assert.equal((await (await handlers.GET(request("/api/auth/session", browser))).json()).user.name, `Countess ${i}`);
    }
  });

  test("is not undone by a prefetch that is answered after it", async () => {
    const { auth, handlers } = changing();
    const cookie = `${SESSION}=${await token()}`;
    const before = asked("session").length;
    for (let i = 0; i < 200; i++) {
      const prefetch = auth(request("/policy", cookie, { headers: { "sec-fetch-dest": "empty" } }), { waitUntil() {} });
      during(forwarded, { [SESSION]: cookie.slice(SESSION.length + 1) });
      await changing().unstable_update({ name: `Countess ${i}` });
      assert.deepEqual((await prefetch).headers.getSetCookie(), []);
    }
    assert.equal(asked("session").length, before);
    assert.equal((await (await handlers.GET(request("/api/auth/session", `${SESSION}=${call.jar.get(SESSION)}`))).json()).user.name, "Countess 199");
  });

  test("is not undone by a navigation that began before it", async () => {
    let go;
    const waits = new Promise((resolve) => (go = resolve));
    const { auth } = NextAuth({ ...config, callbacks: { jwt: async (params) => (params.trigger || (await waits), jwt(params)) } });
    const cookie = `${SESSION}=${await token()}`;
    const navigation = auth(request("/a", cookie), { waitUntil() {} });
    during(forwarded, { [SESSION]: cookie.slice(SESSION.length + 1) });
    await changing().unstable_update({ name: "Countess" });
    go();
    const answer = await navigation;
    assert.deepEqual(answer.headers.getSetCookie(), []);
    assert.equal(answer.headers.get("x-middleware-request-cookie"), cookie);
  });

  test("is not undone by a handler that answers after it", async () => {
    const { Site } = await import("@cardea/bridge");
    const cookie = `${SESSION}=${await token()}`;
    const another = new Site({ ...config, callbacks: { jwt } }, "/api/auth", {});
    const handler = async () => (await another.update({ origin, cookie }, { name: "Countess" }), new Response("late"));
    assert.deepEqual((await changing().auth(handler)(request("/a", cookie), {})).headers.getSetCookie(), []);
  });

  test("what the middleware read serves the page behind it, and no page of another host", async () => {
    let runs = 0;
    const own = NextAuth({ ...config, callbacks: { jwt: ({ token: claims }) => (runs++, claims) } });
    const cookie = `${SESSION}=${await token()}`;
    const answer = await own.auth(request("/a", cookie), { waitUntil() {} });
    const fresh = answer.headers.get("x-middleware-request-cookie").slice(SESSION.length + 1);
    during({ ...forwarded, "x-cardea-session": answer.headers.get("x-middleware-request-x-cardea-session") }, { [SESSION]: fresh });
    assert.equal((await own.auth()).user.id, "42");
    assert.equal(runs, 1);
    const rewrite = (to) => own.auth(() => new Response(null, { headers: { "x-middleware-rewrite": to } }))(request("/a", cookie), { waitUntil() {} });
    assert.ok((await rewrite("http://localhost:3000/b")).headers.has("x-middleware-request-x-cardea-session"));
    assert.ok(!(await rewrite("https://elsewhere.example/b")).headers.has("x-middleware-request-x-cardea-session"));
  });
});

describe("auth around a function", () => {
  test("says who asks and prolongs the session, however the configuration is made", async () => {
    for (const source of [config, () => config, async (given) => (assert.ok(given), config)]) {
      const handler = NextAuth(source).auth((given, context) => Response.json([given.auth?.user.id ?? null, context]));
      assert.equal(typeof handler, "function");
      const answer = await handler(request("/api/me", `${SESSION}=${await token()}`), { params: 1 });
      assert.deepEqual(await answer.json(), ["42", { params: 1 }]);
      assert.match(answer.headers.getSetCookie()[0], /^__Secure-authjs.session-token=ey/);
      assert.deepEqual(await (await handler(request("/api/me"), 2)).json(), [null, 2]);
    }
  });

  test("redirects, whose headers may not be changed, get the cookies too", async () => {
    const answer = await next.auth(() => Response.redirect("https://app.example/x"))(request("/a", `${SESSION}=${await token()}`));
    assert.equal(answer.status, 302);
    assert.equal(answer.headers.getSetCookie().length, 1);
  });

  test("an answer that shared caches may keep sets no cookie", async () => {
    for (const cached of ["public, max-age=31536000, immutable", "s-maxage=60, stale-while-revalidate", "max-age=1,PUBLIC"]) {
      const handler = next.auth(() => new Response("x", { headers: { "cache-control": cached } }));
      const answer = await handler(request("/a", `${SESSION}=${await token()}`), {});
      assert.deepEqual(answer.headers.getSetCookie(), [], cached);
    }
    const own = next.auth(() => new Response("x", { headers: { "cache-control": "private, max-age=60" } }));
    assert.equal((await own(request("/a", `${SESSION}=${await token()}`), {})).headers.getSetCookie().length, 1);
  });

  test("a session cookie that the function sets or deletes stays as it made it", async () => {
    const cookie = `${SESSION}=${await token()}`;
    for (const line of [`${SESSION}=; Max-Age=0; Path=/`, `${SESSION}.0=own; Path=/`]) {
      const handler = next.auth(() => new Response("x", { headers: { "set-cookie": line } }));
      assert.deepEqual((await handler(request("/a", cookie), {})).headers.getSetCookie(), [line]);
    }
    const other = next.auth(() => new Response("x", { headers: { "set-cookie": "theme=dark" } }));
    assert.equal((await other(request("/a", cookie), {})).headers.getSetCookie().length, 2);
  });

  test("signing out and changing the session inside a wrapped function are kept", async () => {
    for (const act of [() => next.signOut({ redirect: false }), () => next.unstable_update({ name: "Countess" })]) {
      const value = await token();
      during(forwarded, { [SESSION]: value });
      const answer = await next.auth(async () => (await act(), new Response("done")))(request("/api/x", `${SESSION}=${value}`), {});
      assert.deepEqual(answer.headers.getSetCookie(), []);
      assert.notEqual(call.jar.get(SESSION), value);
    }
  });

  test("request cookies that a middleware hands on are kept, and a session that it changed", async () => {
    const value = await token();
    const hand = (cookie) => next.auth((given) => {
      const headers = new Headers(given.headers);
      headers.set("cookie", cookie);
      return NextResponse.next({ request: { headers } });
    })(request("/a", `a=b; ${SESSION}=${value}`), { waitUntil() {} });
    const seen = (answer) => answer.headers.get("x-middleware-request-cookie");
    const localized = await hand(`a=b; ${SESSION}=${value}; locale=de`);
    assert.match(seen(localized), /locale=de/);
    assert.ok(!seen(localized).includes(value) && seen(localized).includes(SESSION));
    assert.equal(seen(await hand("locale=de")), "locale=de");
  });

  test("headers that a middleware hands on are kept, with the fresh cookie", async () => {
    const handler = next.auth(() => NextResponse.next({ request: { headers: new Headers({ "x-mine": "1" }) } }));
    const answer = await handler(request("/a", `${SESSION}=${await token()}`));
    assert.equal(answer.headers.get("x-middleware-override-headers"), "x-mine,cookie");
    assert.match(answer.headers.get("x-middleware-request-cookie"), new RegExp(SESSION));
    const plain = await next.auth(() => undefined)(request("/a", `${SESSION}=${await token()}`));
    assert.match(plain.headers.get("x-middleware-request-cookie"), new RegExp(SESSION));
  });

  test("`authorized` does not keep a function from running, unless it should", async () => {
    const handler = (more) => NextAuth({ ...config, ...more, callbacks: { authorized: () => false } }).auth(() => new Response("ran"));
    assert.equal(await (await handler({})(request("/a"))).text(), "ran");
    assert.equal((await handler({ guardHandlers: true })(request("/a"))).status, 307);
  });

  test("a visitor whom a function turns away comes back to the whole path, below Next's basePath", async () => {
    process.env.__NEXT_ROUTER_BASEPATH = "/shop";
    try {
      const handler = NextAuth({ ...config, basePath: "/shop/api/auth", guardHandlers: true, callbacks: { authorized: () => false } }).auth(() => new Response("ran"));
      for (const path of ["/a?b=c", "/shop/a?b=c"]) {
        const to = new URL((await handler(request(path))).headers.get("location"));
        assert.equal(to.searchParams.get("callbackUrl"), `${origin}/shop/a?b=c`, path);
      }
    } finally {
      delete process.env.__NEXT_ROUTER_BASEPATH;
    }
  });

  test("the routes are never guarded, and a sign-out does not prolong the session", async () => {
    const handler = NextAuth({ ...config, guardHandlers: true, callbacks: { authorized: () => false } }).auth((given) => new Response(given.auth?.user.name));
    const answer = await handler(request("/api/auth/signout", `${SESSION}=${await token()}`));
    assert.equal(await answer.text(), "Ada");
    assert.deepEqual(answer.headers.getSetCookie(), []);
  });
});

describe("auth in the pages router", () => {
  const response = (before) => {
    const headers = before ? { "set-cookie": before } : {};
    return { headersSent: false, getHeader: (name) => headers[name], setHeader: (name, value) => (headers[name] = value), headers2: headers };
  };
  test("API routes and page props get the session, the response its cookies", async () => {
    const req = { headers: { ...forwarded, cookie: `${SESSION}=${await token()}` }, url: "/api/me" };
    for (const ask of [(res) => next.auth(req, res), (res) => next.auth({ req, res, query: {} })]) {
      const res = response("a=1");
      assert.equal((await ask(res)).user.name, "Ada");
      const lines = res.headers2["set-cookie"];
      assert.equal(lines[0], "a=1");
      assert.match(lines[1], new RegExp(`^${SESSION}=`));
    }
    assert.equal(await next.auth({ headers: forwarded }, response()), null);
  });

  test("an answer of node's decides when its head leaves: cookies, policy, a sign-out meanwhile", async () => {
    const { createServer } = await import("node:http");
    let play;
    const server = createServer(async (req, res) => {
      await play({ ...req, method: req.method, headers: { ...req.headers, ...forwarded } }, res);
    });
    await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
    const cookie = `${SESSION}=${await token()}`;
    const ask = async (own, headers = {}) => {
      play = own;
      const answer = await fetch(`http://127.0.0.1:${server.address().port}/`, { headers: { cookie, ...headers } });
      return [answer.headers.getSetCookie().length, answer.headers.get("cache-control"), answer.headers.get("vary")];
    };
    try {
      assert.deepEqual(await ask(async (req, res) => (await next.auth(req, res), await next.auth({ req, res }), res.end("x"))), [1, "private, no-store", "Cookie"]);
      assert.deepEqual(await ask(async (req, res) => (await next.auth(req, res), res.setHeader("Cache-Control", "private"), res.end("x"))), [1, "private", "Cookie"]);
      const shared = async (req, res) => (await next.auth(req, res), res.setHeader("Cache-Control", "public, max-age=60"), res.setHeader("Set-Cookie", [...res.getHeader("Set-Cookie"), "a=b"]), res.end("x"));
      assert.deepEqual(await ask(shared), [1, "public, max-age=60", null]);
      assert.deepEqual(await ask(async (req, res) => (await next.auth(req, res), res.writeHead(200, { "Cache-Control": "s-maxage=60" }), res.end("x"))), [0, "s-maxage=60", null]);
      assert.deepEqual(await ask(async (req, res) => (await next.auth(req, res), res.writeHead(200, { "Cache-Control": "no-cache" }), res.end("x"))), [1, "private, no-store", "Cookie"]);
      assert.deepEqual(await ask(async (req, res) => (await next.auth(req, res), res.end("x")), { purpose: "prefetch" }), [1, "private, no-store", "Cookie"]);
      const leaving = async (req, res) => {
        await next.auth(req, res);
        during(forwarded, { [SESSION]: cookie.slice(SESSION.length + 1) });
        await next.signOut({ redirect: false });
        res.end("x");
      };
      assert.equal((await ask(leaving))[0], 0);
    } finally {
      server.close();
    }
  });
});

describe("signIn", () => {
  test("credentials are posted without a token, cookies are set once encoded, the visitor is sent on", async () => {
    during({ ...forwarded, referer: `${origin}/from` });
    const form = new FormData();
    for (const [name, value] of [["username", "Zoë"], ["password", "right"], ["$ACTION_ID_1", "x"]]) form.set(name, value);
    await assert.rejects(next.signIn("staff", form), (error) => error.url === `${origin}/from`);
    const [act] = asked("callback/staff");
    assert.deepEqual(Object.fromEntries(new URLSearchParams(act.body)), { username: "Zoë", password: "right", callbackUrl: `${origin}/from` });
    assert.equal(call.set[0].name, SESSION);
    assert.ok(call.set[0].options.expires instanceof Date);
    assert.equal((await next.auth()).user.name, "Zoë");
  });

  test("wrong ones are thrown, with their code and type", async () => {
    during(forwarded);
    const attempt = (password) => next.signIn("staff", { password, redirect: false });
    await assert.rejects(attempt("guess"), (error) => error instanceof CredentialsSignin && error.code === "credentials");
    await assert.rejects(attempt("locked"), (error) => error instanceof AuthError && error.code === "locked");
    await assert.rejects(attempt("crash"), (error) => error instanceof AuthError && error.type === "CallbackRouteError");
    assert.equal(call.set.length, 0);
  });

  test("a provider's page gets its parameters, the cookies are plain in the jar", async () => {
    during(forwarded);
    const to = await next.signIn("acme", { redirectTo: "/in", redirect: false }, { prompt: "login", x: "a b" });
    assert.equal(to, "https://id.acme.example/authorize?prompt=login&x=a+b");
    assert.equal(call.set[0].value, "a|b");
    assert.equal(new URLSearchParams(asked("signin/acme")[0].body).get("callbackUrl"), "/in");
  });

  test("no provider, one that is not known and a passkey's lead to the page", async () => {
    during(forwarded);
    for (const id of [undefined, "unknown", "constructor", "passkey"]) {
      assert.equal(await next.signIn(id, { redirect: false, redirectTo: "/in" }), `${origin}/api/auth/signin?callbackUrl=%2Fin`);
    }
    const paged = NextAuth({ ...config, pages: { signIn: "/login?a=1" } });
    assert.equal(await paged.signIn(undefined, { redirect: false }), `${origin}/login?a=1&callbackUrl=%2F`);
  });

  test("another site can neither sign a user in or out nor update a session", async () => {
    during({ ...forwarded, "sec-fetch-site": "cross-site" });
    for (const act of [() => next.signIn("acme"), () => next.signOut(), () => next.unstable_update({})]) {
      await assert.rejects(act(), (error) => error.type === "MissingCSRF");
    }
    assert.equal(core.calls.length, 0);
  });
});

test("a page of another origin causes no sign-in or sign-out in a route handler, of a sibling site neither", async () => {
  const origins = [
    { "sec-fetch-site": "same-site", origin: "https://blog.app.example" },
    { "sec-fetch-site": "same-site" },
    { origin: "https://evil.example" },
    { origin: "null" },
  ];
  for (const headers of origins) {
    during({ ...forwarded, ...headers });
    await assert.rejects(next.signOut({ redirect: false }), (error) => error.type === "MissingCSRF", JSON.stringify(headers));
  }
  const allowed = [{ origin }, { "sec-fetch-site": "same-origin", origin: "null" }, {}, { "sec-fetch-site": "same-site", "next-action": "1" }];
  for (const headers of allowed) {
    during({ ...forwarded, ...headers });
    assert.equal(await next.signOut({ redirect: false, redirectTo: "/" }), `${origin}/`);
  }
});

describe("signOut", () => {
  test("clears every chunk and gives an address", async () => {
    during(forwarded, { [`${SESSION}.0`]: "a", [`${SESSION}.1`]: "b" });
    assert.equal(await next.signOut({ redirect: false, redirectTo: "/bye" }), `${origin}/bye`);
    assert.deepEqual(call.set.map(({ name, options }) => [name, options.maxAge]), [[`${SESSION}.0`, 0], [`${SESSION}.1`, 0]]);
    during(forwarded);
    await assert.rejects(next.signOut(), (error) => error.url === `${origin}/`);
  });

  test("leads to the route that continues at the provider, only if it asks for it", async () => {
    during(forwarded);
    await assert.rejects(next.signOut({ federated: true, redirectTo: "/bye" }), (error) => error.url === `${origin}/api/auth/logout`);
    assert.equal(await next.signOut({ federated: true, redirect: false }), `${origin}/api/auth/logout`);
    assert.equal(await next.signOut({ federated: false, redirect: false, redirectTo: "/bye" }), `${origin}/bye`);
    const sent = asked("signout").map(({ body }) => new URLSearchParams(body).get("federated"));
    assert.deepEqual(sent, ["true", "true", null]);
  });

  test("continues at the provider when the browser itself comes, and not when Next asks for the page ahead", async () => {
    for (const name of ["rsc", "next-router-prefetch"]) {
      for (const [path, method] of [["/api/auth/logout", "GET"], ["/api/auth/logout/", "GET"], ["/api/auth/logout?_rsc=1", "HEAD"]]) {
        const answer = await next.handlers.GET(request(path, undefined, { method, headers: { [name]: "1" } }));
        assert.deepEqual([answer.status, answer.headers.get("cache-control"), answer.headers.getSetCookie()], [204, "private, no-store", []]);
      }
    }
    assert.equal(asked("logout").length, 0);
    const answer = await next.handlers.GET(request("/api/auth/logout"));
    assert.equal(answer.headers.get("location"), "https://id.acme.example/logout");
    assert.equal((await next.handlers.GET(request("/api/auth/csrf", undefined, { headers: { rsc: "1" } }))).status, 200);
  });
});

describe("sessions", () => {
  const [own, other] = ["a".repeat(64), "b".repeat(64)];
  const value = () => encode({ token: { sub: "42", name: "Ada", cardea: { v: 1, sid: own, at: Math.floor(Date.now() / 1000) } }, secret, salt: SESSION });
  let ending, sessions;
  before(async () => {
    ending = await fakeCore({ described: { strategy: "revocable", confirmAge: 4 } });
    ({ sessions } = NextAuth({ ...config, core: ending.url }));
  });
  beforeEach(() => Object.assign(ending, { sessions: [own, other], ended: new Set() }));
  after(() => ending.stop());

  test("are listed in a component, and ended in an action: one, all others, or all", async () => {
    during(forwarded, { [SESSION]: await value() });
    call.writable = false;
    assert.deepEqual((await sessions.list()).map(({ id, current }) => [id, current]), [[own, true], [other, false]]);
    call.writable = true;
    assert.equal(await sessions.end("c".repeat(64)), false);
    assert.equal(await sessions.end(other), true);
    assert.equal(await sessions.endOthers(), 0);
    assert.equal(await sessions.endAll(), 1);
    assert.ok(call.set.some(({ name, options }) => name === SESSION && options.maxAge === 0));
    assert.deepEqual(await sessions.list(), []);
  });

  test("are not ended by a page of another origin", async () => {
    during({ ...forwarded, "sec-fetch-site": "cross-site" }, { [SESSION]: await value() });
    for (const act of [() => sessions.end(own), () => sessions.endOthers(), () => sessions.endAll()]) {
      await assert.rejects(act(), (error) => error.type === "MissingCSRF");
    }
    assert.equal(ending.ended.size, 0);
  });

  test("that the core cannot end are an error that says what to set", async () => {
    during(forwarded, { [SESSION]: await token() });
    await assert.rejects(next.sessions.list(), (error) => error.type === "Configuration" && /session.strategy: revocable/.test(error.message));
  });
});

test("a configuration by request is asked once for each, with the request where there is one", async () => {
  const seen = [];
  const lazy = NextAuth((given) => (seen.push(given?.url), config));
  await lazy.handlers.GET(request("/api/auth/csrf"));
  during(forwarded);
  await lazy.auth();
  assert.deepEqual(seen, ["http://localhost:3000/api/auth/csrf", undefined]);
});

test("a missing setting is reported at the first request, not when the application is built", async () => {
  const unset = NextAuth({});
  during(forwarded);
  await assert.rejects(unset.auth(), /CARDEA_URL/);
});
