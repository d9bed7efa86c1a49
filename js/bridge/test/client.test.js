import assert from "node:assert/strict";
import { test } from "node:test";
import { ask, post } from "@cardea/bridge/client";
import { until } from "../../testing/process.js";

test("a post waits for the answer to a question for the session, which would bring back what a sign-out ends", async () => {
  const asked = [];
  const answers = {};
  globalThis.window = { location: { href: "http://localhost/" } };
  globalThis.fetch = (url) => {
    const route = url.replace("/api/auth/", "");
    asked.push(route);
    return new Promise((resolve) => (answers[route] = (body) => resolve(Response.json(body))));
  };
  const read = ask("session");
  const out = post("signout", {});
  answers.csrf({ csrfToken: "x" });
  // All that needs no further answer has been done by then.
  for (let i = 0; i < 100; i++) await new Promise((resolve) => setImmediate(resolve));
  assert.deepEqual(asked, ["session", "csrf"]);
  answers.session(null);
  assert.equal(await read, null);
  await until(() => asked.length === 3);
  assert.deepEqual(asked, ["session", "csrf", "signout"]);
  answers.signout({ url: "/" });
  assert.deepEqual(await out, { status: 200, ok: true, url: "/", isError: false });
});

test("an address of a script is not gone to", async () => {
  const { leave } = await import("@cardea/bridge/client");
  const gone = (url) => {
    globalThis.window = { location: { href: "http://localhost/a", reload() {} } };
    leave(url);
    return window.location.href;
  };
  for (const url of ["javascript:alert(1)", " JavaScript:alert(1)", "data:text/html,x", "https://[", "vbscript:x"]) assert.equal(gone(url), "/");
  for (const url of ["/in", "https://app.example/", "?a=1", "#top"]) assert.equal(gone(url), url);
});

test("a sign-out that fails is an error, and no answer says nothing of who is signed in", async () => {
  const { asked, postSignOut } = await import("@cardea/bridge/client");
  globalThis.window = { location: { href: "http://localhost/" } };
  globalThis.fetch = async (url) => (url.endsWith("/csrf") ? Response.json({ csrfToken: "x" }) : Response.json({ message: "" }, { status: 503 }));
  await assert.rejects(postSignOut("/"), /status 503: the session still exists/);
  assert.equal(await asked("session"), undefined);
  assert.equal(await ask("session"), null);
  globalThis.fetch = async () => Response.json(null);
  assert.equal(await asked("session"), null);
});

test("a sign-out continues at the provider only if it asks for it", async () => {
  const { others, postSignOut } = await import("@cardea/bridge/client");
  const { signOut: ofNext } = await import("../../next/dist/react.js");
  const { signOut: ofSolid } = await import("../../solid-start/dist/client.js");
  globalThis.window = { location: { href: "http://localhost/" } };
  const posted = [];
  globalThis.fetch = async (url, { body } = {}) => {
    if (url.endsWith("/csrf")) return Response.json({ csrfToken: "x" });
    if (!url.endsWith("/signout")) return Response.json(null);
    posted.push(body.get("federated"));
    return Response.json({ url: body.get("federated") === "true" ? "http://localhost/api/auth/logout" : body.get("callbackUrl") });
  };
  assert.equal(await postSignOut("/bye"), "/bye");
  for (const signOut of [ofNext, ofSolid]) {
    assert.deepEqual(await signOut({ redirect: false, redirectTo: "/bye" }), { url: "/bye" });
    assert.deepEqual(await signOut({ redirect: false, redirectTo: "/bye", federated: false }), { url: "/bye" });
    await signOut({ redirectTo: "/bye", federated: true });
    assert.equal(window.location.href, "http://localhost/api/auth/logout");
  }
  assert.deepEqual(posted, [null, null, null, "true", null, null, "true"]);
  // The channel to other pages keeps this process alive.
  others()?.close();
});

test("a passkey sign-in at an id that is not there is a developer's mistake, and leads to no page", async () => {
  const { signIn } = await import("../../next/dist/webauthn.js");
  globalThis.window = { location: { href: "http://localhost/a" } };
  globalThis.fetch = async () => Response.json({ passkey: { id: "passkey", type: "webauthn" } });
  await assert.rejects(signIn("passkeys"), { name: "TypeError", message: /passkeys is not a provider of passkeys/ });
  await assert.rejects(signIn(), TypeError);
  assert.equal(window.location.href, "http://localhost/a");
});

test("a new passkey has the handle that the core gives, and the browser forgets one that is refused", async () => {
  const { signIn } = await import("../../next/dist/webauthn.js");
  const made = [];
  const signals = [];
  const credential = { id: "bmV3", rawId: new ArrayBuffer(3), type: "public-key", response: { clientDataJSON: new ArrayBuffer(1), attestationObject: new ArrayBuffer(1) }, getClientExtensionResults: () => ({}) };
  globalThis.window = { location: { href: "http://localhost/a" } };
  globalThis.PublicKeyCredential = { signalUnknownCredential: async (unknown) => void signals.push([unknown, window.location.href]) };
  Object.defineProperty(globalThis, "navigator", {
    value: { credentials: { create: async ({ publicKey }) => (made.push(publicKey), credential), get: async () => credential } },
    configurable: true,
  });
  let action;
  let answer;
  globalThis.fetch = async (url) => {
    if (url.endsWith("/providers")) return Response.json({ passkey: { id: "passkey", type: "webauthn" } });
    if (url.endsWith("/csrf")) return Response.json({ csrfToken: "x" });
    if (url.includes("/webauthn-options/")) return Response.json({ action, options: { challenge: "AAAA", rp: { id: "localhost" }, user: { id: "u-1_é" } } });
    return answer();
  };
  const refusal = (error, headers) => () => Response.json({ url: `http://localhost/api/auth/error?error=${error}` }, { headers });
  const refused = { "cardea-error-id": "1" };

  [action, answer] = ["register", refusal("AccessDenied", refused)];
  await signIn("passkey", { redirectTo: "/in" });
  assert.deepEqual(made[0].user.id, new TextEncoder().encode("u-1_é"));
  // Before the page is left.
  assert.deepEqual(signals, [[{ rpId: "localhost", credentialId: "bmV3" }, "http://localhost/a"]]);
  assert.equal(window.location.href, "http://localhost/api/auth/error?error=AccessDenied");

  for (const [how, what] of [
    ["register", refusal("Configuration", refused)],
    ["register", refusal("AccessDenied", {})],
    ["authenticate", refusal("AccessDenied", refused)],
  ]) {
    [action, answer] = [how, what];
    await signIn("passkey", { redirect: false });
  }
  assert.equal(signals.length, 1);
});
