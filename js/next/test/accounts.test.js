import "../../testing/next.js";
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { listen, secret } from "../../testing/core.js";
import { serve, withoutServer } from "../../testing/server.js";
import { Visitor } from "../../transcript/visitor.js";

const { default: NextAuth, CredentialsSignin } = await import("../dist/index.js");
const { call, during, NextRequest } = await import("../../testing/next-parts.js");

const ANN = "ann@example.com";
const PASSWORD = "seven copper lanterns drifting";
const OTHER = "a quiet river under nine bridges";

/** The server's password accounts, behind the route handlers and the functions of the package. */
describe("password accounts", { skip: withoutServer }, () => {
  const mails = [];
  const config = { secret, sendVerificationRequest: ({ identifier, token }) => mails.push({ to: identifier, token }) };
  let next, app, server;

  before(async () => {
    // The application: its route handlers, and nothing else.
    app = await listen((request) => next?.handlers[request.method](new NextRequest(request)) ?? new Response(null, { status: 503 }));
    server = await serve(`
env: development
url: ${app.url}
basePath: /api/auth
secret: ${secret}
bridge: true
store: memory
providers:
  - { id: nodemailer, from: no-reply@app.example }
accounts: true
hooks: { url: "${app.url}/api/auth/hooks", callbacks: [sendVerificationRequest] }
trustedProxies: [127.0.0.0/8]
`);
    next = NextAuth({ ...config, core: server.url });
  });

  after(async () => {
    await server?.stop();
    await app?.stop();
  });

  const visitor = () => new Visitor(app.url);
  const code = (address) => mails.findLast(({ to }) => to === address).token;

  /** Sends the form of a page, with the token against forged requests. */
  async function sent(who, route, fields) {
    const { csrfToken } = JSON.parse((await who.ask("GET", "/api/auth/csrf")).text);
    const answer = await who.ask("POST", `/api/auth/${route}`, { form: { csrfToken, ...fields } });
    return { status: answer.status, location: answer.headers.get("location") ?? "", retryAfter: answer.headers.get("retry-after"), text: answer.text };
  }

  const enterCode = (who, address) => sent(who, "callback/nodemailer", { token: code(address) });
  const user = async (who) => JSON.parse((await who.ask("GET", "/api/auth/session")).text)?.user;

  async function signedUp(address) {
    const who = visitor();
    await sent(who, "signup", { email: address, password: PASSWORD, name: "Ann", callbackUrl: "/in" });
    assert.equal((await enterCode(who, address)).location, `${app.url}/in`);
    return who;
  }

  /** A server action of the application; returns the session that it leaves in the browser. */
  async function action(address, password) {
    during({ host: new URL(app.url).host });
    await next.signIn("password", { email: address, password, redirect: false });
    return call.jar.get("authjs.session-token");
  }

  test("a visitor signs up on the built-in page with a code, and signs in with the unmodified signIn", async () => {
    const who = visitor();
    const page = await who.ask("GET", "/api/auth/signup?callbackUrl=/in");
    assert.match(page.text, new RegExp(`action="${app.url}/api/auth/signup"`));

    const asked = await sent(who, "signup", { email: ANN, password: PASSWORD, name: "Ann", callbackUrl: "/in" });
    assert.match(asked.location, /\/api\/auth\/verify-request/);
    assert.equal(await user(who), undefined);
    assert.equal((await enterCode(who, ANN)).location, `${app.url}/in`);
    const { name, email } = await user(who);
    assert.deepEqual({ name, email }, { name: "Ann", email: ANN });

    const later = visitor();
    later.cookies.set("authjs.session-token", await action(ANN, PASSWORD));
    assert.equal((await user(later)).email, ANN);
    await assert.rejects(action(ANN, OTHER), (error) => error instanceof CredentialsSignin && error.code === "credentials");
  });

  test("a code works only in the browser that asked", async () => {
    const who = visitor();
    await sent(who, "signup", { email: "bob@example.com", password: PASSWORD });
    const other = visitor();
    await enterCode(other, "bob@example.com");
    assert.equal(await user(other), undefined);
    await enterCode(who, "bob@example.com");
    assert.equal((await user(who)).email, "bob@example.com");
  });

  test("a forgotten password is replaced on the built-in page, and ends the other sessions", async () => {
    const before = await signedUp("carol@example.com");
    const who = visitor();
    await sent(who, "forgot", { email: "carol@example.com" });
    const form = (await enterCode(who, "carol@example.com")).location;
    assert.match(form, /\/api\/auth\/account\/password/);
    const page = await who.ask("GET", form);
    assert.match(page.text, /name="password"/);
    assert.doesNotMatch(page.text, /name="current"/);

    await sent(who, "account/password", { password: OTHER });
    assert.equal((await user(who)).email, "carol@example.com");
    assert.equal(await user(before), undefined);
    await assert.rejects(action("carol@example.com", PASSWORD));
    assert.ok(await action("carol@example.com", OTHER));
  });

  test("who has no guess left is told when to try again", async () => {
    await signedUp("dan@example.com");
    // An empty password is a guess, and costs no hash.
    for (let i = 0; i < 20; i++) await sent(visitor(), "callback/password", { email: "dan@example.com", password: "" });
    const refused = await sent(visitor(), "callback/password", { email: "dan@example.com", password: PASSWORD });
    assert.equal(refused.status, 429);
    assert.match(refused.retryAfter, /^[1-9]\d*$/);
  });
});
