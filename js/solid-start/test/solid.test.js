import assert from "node:assert/strict";
import { after, before, beforeEach, describe, test } from "node:test";
import { encode } from "@cardea/bridge/token";
import { endAllSessions, endOtherSessions, endSession, getSession, listSessions, SolidAuth } from "../dist/index.js";
import { authMiddleware } from "../dist/middleware.js";
import { fakeCore, secret } from "../../testing/core.js";
import { hookSignature } from "../../testing/hooks.js";

const origin = "https://app.example";
const SESSION = "__Secure-authjs.session-token";
const forwarded = { "x-forwarded-proto": "https", "x-forwarded-host": "app.example" };
let core, config;

before(async () => {
  // Each session is due for renewal.
  core = await fakeCore({ updateAge: 0 });
  config = { core: core.url, secret, trustHost: true };
});
beforeEach(() => (core.calls.length = 0));
after(() => core.stop());

const cookie = async () => `${SESSION}=${await encode({ token: { sub: "42", name: "Ada" }, secret, salt: SESSION })}`;
const request = (path, given, init = {}) =>
  new Request(`http://localhost:3000${path}`, { ...init, headers: { ...forwarded, ...(given ? { cookie: given } : {}), ...init.headers } });
const asked = () => core.calls.filter(({ action }) => action === "session").map(({ mode }) => mode);

describe("SolidAuth", () => {
  test("serves its prefix with the core's routes, whatever the core's base path", async () => {
    for (const prefix of [undefined, "/sign"]) {
      const { GET } = SolidAuth(prefix ? { ...config, prefix } : config);
      const answer = await GET({ request: request(`${prefix ?? "/api/auth"}/providers`), clientAddress: "203.0.113.9" });
      assert.equal((await answer.json()).acme.signinUrl, `${origin}${prefix ?? "/api/auth"}/signin/acme`);
      assert.equal(core.calls.at(-1).headers["x-forwarded-for"], "203.0.113.9");
    }
  });

  test("knows the routes of passkeys too, and leaves what is not its own", async () => {
    const { GET } = SolidAuth(config);
    assert.equal((await GET({ request: request("/api/auth/webauthn-options/passkey?action=register") })).status, 302);
    assert.equal(await GET({ request: request("/api/authentic") }), undefined);
    assert.equal(await GET({ request: request("/") }), undefined);
  });

  test("answers hooks", async () => {
    const { POST } = SolidAuth({ ...config, callbacks: { jwt: ({ token }) => token } });
    const body = '{"token":{"sub":"1"}}';
    const signature = await hookSignature("callbacks/jwt", body, secret);
    const answer = await POST({ request: request("/api/auth/hooks/callbacks/jwt", "", { method: "POST", body, headers: { "x-cardea-signature": signature } }) });
    assert.deepEqual(await answer.json(), { result: { sub: "1" } });
  });
});

describe("getSession", () => {
  test("asks once for a request and prolongs nothing, or does", async () => {
    const one = request("/", await cookie());
    const remote = { ...config, session: "remote" };
    assert.equal((await getSession(one, remote)).user.id, "42");
    await Promise.all([getSession(one, remote), getSession(one, remote)]);
    assert.deepEqual(asked(), ["read"]);
    for (const keeper of [new Headers(), { headers: new Headers() }, { response: { headers: new Headers() } }]) {
      await getSession(request("/", await cookie()), config, keeper);
      const headers = keeper.response?.headers ?? keeper.headers ?? keeper;
      assert.match(headers.getSetCookie()[0], new RegExp(`^${SESSION}=ey`));
    }
    assert.equal(await getSession(request("/"), config), null);
    assert.equal(config.basePath, undefined);
  });
});

describe("two configurations", () => {
  test("have visitors of their own, in one request too", async () => {
    const one = request("/", await cookie());
    assert.equal((await getSession(one, config)).user.id, "42");
    const staff = { ...config, secret: "another secret, of those who work here", session: "local" };
    assert.equal(await getSession(one, staff), null);
    assert.equal(await getSession(one, staff, new Headers()), null);
  });
});

describe("the middleware", () => {
  const event = (path, given) => ({ request: request(path, given), response: { headers: new Headers() }, locals: {} });
  const guard = (more, own = config) => authMiddleware(own, { protect: ["/members/", /^\/x$/], ...more });

  test("keeps who is signed in, for the pages too", async () => {
    for (const session of ["local", "remote"]) {
      core.calls.length = 0;
      const one = event("/members", await cookie());
      const own = { ...config, session };
      assert.equal(await guard({}, own)(one), undefined);
      assert.equal(one.locals.session.user.name, "Ada");
      assert.equal(one.response.headers.getSetCookie().length, 1);
      await getSession(one.request, own);
      await getSession(one.request, own, one);
      assert.deepEqual(asked(), session === "remote" ? ["act"] : []);
      assert.equal(one.response.headers.getSetCookie().length, 1);
      assert.equal(one.response.headers.get("cache-control"), "private, no-store");
      assert.equal(one.response.headers.get("vary"), "Cookie");
    }
  });

  test("sends others away, however the path is written", async () => {
    for (const path of ["/members", "/members/", "/members/a?b", "/%6dembers", "//members", "/x"]) {
      const answer = await guard()(event(path));
      assert.equal(answer?.headers.get("location"), "/", path);
    }
    for (const path of ["/", "/memberships", "/api/auth/signin"]) assert.equal(await guard()(event(path)), undefined, path);
  });

  test("what the router takes for a path is that path, in capital letters too", async () => {
    for (const path of ["/Members", "/MEMBERS/a", "/X"]) assert.equal((await guard()(event(path)))?.status, 302, path);
    const searching = guard({ protect: [/\/members/g, "/Admin"] });
    for (const path of ["/members", "/members", "/admin", "/Admin/x"]) assert.equal((await searching(event(path)))?.status, 302, path);
    assert.equal((await guard({ protect: ["/"], redirectTo: "/login" })(event("/anything")))?.status, 302);
  });

  test("clears an invalid cookie once, whether middleware or framework sends the answer", async () => {
    const one = event("/x", `${SESSION}=junk`);
    const answer = await guard({ redirectTo: "/login" })(one);
    // The framework adds the event's headers to it.
    assert.deepEqual([...answer.headers], [["location", "/login"]]);
    assert.match(one.response.headers.getSetCookie().join(), /Max-Age=0/);
    const alone = await guard({ redirectTo: "/login" })({ request: one.request });
    assert.match(alone.headers.getSetCookie().join(), /Max-Age=0/);
  });

  test("a function may judge, and the page it sends to is not guarded", async () => {
    const judge = guard({ protect: (session) => session?.user?.name === "Grace", redirectTo: "/login" });
    assert.equal((await judge(event("/a", await cookie()))).status, 302);
    assert.equal(await judge(event("/login")), undefined);
  });

  test("throws an error that the application wants to show only to the code that read the session", async () => {
    const onCoreError = (error) => {
      throw error;
    };
    const down = authMiddleware({ ...config, session: "remote", core: "http://127.0.0.1:9/auth", logger: { error: () => {} }, onCoreError });
    await assert.rejects(down(event("/", await cookie())), { name: "BridgeError" });
    await new Promise(setImmediate);
  });

  test("lets no visitor in while the core does not answer", async () => {
    const down = authMiddleware({ ...config, session: "remote", core: "http://127.0.0.1:9/auth", logger: { error: () => {} } }, { protect: ["/members"] });
    const answer = await down(event("/members", await cookie()));
    assert.equal(answer.status, 503);
    assert.deepEqual(answer.headers.getSetCookie(), []);
    assert.equal((await down(event("/members"))).status, 302);
    assert.equal(await down(event("/", await cookie())), undefined);
  });

  test("prolongs on all that reads, and on no post", async () => {
    const middleware = authMiddleware(config, {});
    for (const [init, lines] of [[{ method: "POST", body: "x" }, 0], [{ headers: { "sec-fetch-dest": "empty" } }, 1], [{ headers: { purpose: "prefetch" } }, 1]]) {
      const given = { request: request("/_server", await cookie(), init), response: { headers: new Headers() }, locals: {} };
      await middleware(given);
      assert.equal(given.response.headers.getSetCookie().length, lines);
      assert.equal(given.locals.session.user.id, "42");
    }
  });
});

describe("users end their sessions", () => {
  const [own, other] = ["a".repeat(64), "b".repeat(64)];
  let ending, visitor;
  before(async () => {
    ending = await fakeCore({ described: { strategy: "revocable", confirmAge: 4 } });
    const claims = { sub: "42", name: "Ada", cardea: { v: 1, sid: own, at: Math.floor(Date.now() / 1000) } };
    visitor = `${SESSION}=${await encode({ token: claims, secret, salt: SESSION })}`;
  });
  beforeEach(() => Object.assign(ending, { sessions: [own, other], ended: new Set() }));
  after(() => ending.stop());
  const at = () => ({ ...config, core: ending.url });
  const post = (headers = { origin }) => request("/", visitor, { method: "POST", headers });

  test("a server function lists them, and ends one, all others, or all", async () => {
    assert.deepEqual((await listSessions(request("/", visitor), at())).map(({ id }) => id), [own, other]);
    assert.equal(await endSession(post(), "c".repeat(64), at()), false);
    assert.equal(await endSession(post(), other, at()), true);
    assert.equal(await endOtherSessions(post(), at()), 0);
    const headers = new Headers();
    assert.equal(await endAllSessions(post(), at(), headers), 1);
    assert.ok(headers.getSetCookie().some((line) => line.startsWith(`${SESSION}=;`) && /Max-Age=0/.test(line)));
    assert.match(headers.get("cache-control"), /private/);
  });

  test("a request of another site, or one that only reads, ends none", async () => {
    const foreign = [post({ origin: "https://evil.example" }), post({ "sec-fetch-site": "cross-site" }), post({ "sec-fetch-site": "same-site" })];
    for (const each of foreign) await assert.rejects(endAllSessions(each, at()), (error) => error.type === "MissingCSRF");
    await assert.rejects(endAllSessions(request("/", visitor), at()), /this request is a GET/);
    assert.equal(ending.ended.size, 0);
  });
});
