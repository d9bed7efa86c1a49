import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { sign, verifyHook } from "../dist/index.js";
import { signDescription } from "../dist/signature.js";

// The same as in the tests in Java.
const file = new URL("../../../libraries/core/src/test/resources/vectors/bridge.json", import.meta.url);
const vectors = JSON.parse(readFileSync(file, "utf8"));

for (const vector of vectors.bridge) {
  test(`a known call has its known signature: ${vector.name}`, async () => {
    const call = {
      method: vector.method,
      target: vector.target,
      body: vector.body,
      cookie: vector.cookie ?? undefined,
      origin: vector.host ? `${vector.proto}://${vector.host}` : undefined,
      address: vector.address ?? undefined,
      contentType: vector.contentType ?? undefined,
    };
    assert.equal(await sign(vector.mode, call, vector.secret, vector.seconds), vector.header);
  });
}

test("the guide begins with a known call", () => {
  const guide = readFileSync(new URL("../../../docs/bridge.md", import.meta.url), "utf8");
  const [{ method, target, cookie, proto, host, address, secret, header }] = vectors.bridge;
  const lines = [`${method} ${target} HTTP/1.1`, `Cookie: ${cookie}`, `X-Forwarded-Proto: ${proto}`, `X-Forwarded-Host: ${host}`, `X-Forwarded-For: ${address}`];
  assert.ok(guide.includes(["```http", ...lines, `X-Cardea-Bridge: ${header}`, "```"].join("\n")));
  assert.ok(guide.includes(`its secret is \`${secret}\``));
});

for (const { name, secret, seconds, hook, eventId = "", body, header } of vectors.hooks) {
  test(`a known call of a hook is Cardea's: ${name}`, async () => {
    assert.equal(await verifyHook(header, hook, body, ["another", secret], eventId, seconds), true);
    assert.equal(await verifyHook(header, hook, body, secret, eventId, seconds + 300), true);
  });

  test(`what is not signed so is not: ${name}`, async () => {
    assert.equal(await verifyHook(header, hook, body, "another", eventId, seconds), false);
    assert.equal(await verifyHook(header, hook, body + " ", secret, eventId, seconds), false);
    assert.equal(await verifyHook(header, "callbacks/signIn", body, secret, eventId, seconds), false);
    assert.equal(await verifyHook(header, hook, body, secret, eventId, seconds + 301), false);
    assert.equal(await verifyHook(header, hook, body, secret, eventId, seconds - 301), false);
    assert.equal(await verifyHook(header.replace(seconds, seconds + 1), hook, body, secret, eventId, seconds), false);
    assert.equal(await verifyHook(header, hook, body, secret, eventId + "x", seconds), false);
    assert.equal(await verifyHook(header.replace("00112233", "10112233"), hook, body, secret, eventId, seconds), false);
    assert.equal(await verifyHook(header.replace(seconds, "NaN"), hook, body, secret, eventId, seconds), false);
    for (const none of [null, undefined, "", "v2", header + "=", "v1" + header.slice(2)]) {
      assert.equal(await verifyHook(none, hook, body, secret, eventId, seconds), false);
    }
  });
}

for (const { name, secret, nonce, body, header } of vectors.descriptions) {
  test(`a known description has its known signature: ${name}`, async () => {
    assert.equal(await signDescription(nonce, body, secret), header);
    assert.notEqual(await signDescription("another", body, secret), header);
    assert.notEqual(await signDescription(nonce, body, "another"), header);
  });
}

test("an empty secret makes no key", async () => {
  await assert.rejects(sign("read", { method: "GET", target: "/" }, "", 1), TypeError);
});
