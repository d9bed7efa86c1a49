import assert from "node:assert/strict";
import { test } from "node:test";
import { ask, post } from "@cardea/bridge/client";

const turn = () => new Promise((resolve) => setTimeout(resolve, 20));

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
  await turn();
  assert.deepEqual(asked, ["session", "csrf"]);
  answers.session(null);
  assert.equal(await read, null);
  await turn();
  assert.deepEqual(asked, ["session", "csrf", "signout"]);
  answers.signout({ url: "/" });
  assert.deepEqual(await out, { status: 200, ok: true, url: "/" });
});
