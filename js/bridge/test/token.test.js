import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { mock, test } from "node:test";
import { sessionCookies } from "../dist/cookies.js";
import { parseCookies, sessionToken, toSetCookie } from "../dist/index.js";
import { decode, encode, getToken } from "../dist/token.js";

// The same files as in the tests in Java.
const vectors = (name) =>
  JSON.parse(readFileSync(new URL(`../../../libraries/token-reader/src/test/resources/vectors/${name}.json`, import.meta.url), "utf8"));
const { cases, fixedIv, multiSecret, negative, clock } = vectors("jwe");
/** Refused here: a token that never ends, and one that unpacks to more than it is. */
const STRICTER = ["no exp claim", "zip DEF"];

test("tokens of Auth.js are opened", async () => {
  for (const { name, token, secret, salt, payload } of cases) {
    assert.deepEqual(await decode({ token, secret, salt }), payload, name);
  }
  for (const { token, secret, salt, plaintextUtf8 } of fixedIv) {
    assert.deepEqual(await decode({ token, secret: secret ?? "secret", salt: salt ?? "authjs.session-token" }), JSON.parse(plaintextUtf8));
  }
});

for (const { name, token, secret, salt, ok, payload } of multiSecret) {
  test(`secrets in turn: ${name}`, async () => {
    if (ok) assert.deepEqual(await decode({ token, secret, salt }), payload);
    else await assert.rejects(decode({ token, secret, salt }));
  });
}

for (const { name, token, secret, salt, ok, result } of negative) {
  test(`${ok && !STRICTER.includes(name) ? "opened" : "refused"}: ${name}`, async () => {
    if (ok && !STRICTER.includes(name)) assert.deepEqual(await decode({ token, secret, salt }), result);
    else await assert.rejects(decode({ token, secret, salt }));
  });
}

test("a token is valid for fifteen seconds more, as clocks differ", async () => {
  const { token, secret, salt } = clock;
  for (const { nowEpochSec, ok } of clock.checks) {
    mock.timers.enable({ apis: ["Date"], now: nowEpochSec * 1000 });
    try {
      if (ok) assert.equal((await decode({ token, secret, salt })).exp, clock.exp);
      else await assert.rejects(decode({ token, secret, salt }), String(nowEpochSec));
    } finally {
      mock.timers.reset();
    }
  }
});

test("what is issued here is opened here, and not under another name or secret", async () => {
  const token = await encode({ token: { sub: "42", name: "Zoë" }, secret: ["new", "old"], salt: "a" });
  const claims = await decode({ token, secret: ["other", "new"], salt: "a" });
  assert.equal(claims.name, "Zoë");
  assert.equal(claims.exp - claims.iat, 30 * 24 * 60 * 60);
  await assert.rejects(decode({ token, secret: "old", salt: "a" }));
  await assert.rejects(decode({ token, secret: "new", salt: "b" }));
  await assert.rejects(encode({ token: {}, secret: "", salt: "a" }), TypeError);
});

test("a token for an unverified address counts as none, for only the store knows whether it has ended", async () => {
  const salt = "authjs.session-token";
  const read = async (cardea) => {
    const token = await encode({ token: { sub: "42", cardea }, secret: "s", salt });
    return getToken({ req: { headers: { cookie: `${salt}=${token}` } }, secret: "s" });
  };
  assert.equal(await read({ unverified: true }), null);
  assert.equal(await read({ unverified: "?" }), null);
  for (const other of [{ unverified: false }, {}, "text", undefined]) assert.equal((await read(other)).sub, "42");
});

test("a token of development mode counts as none, unless the caller allows it", async () => {
  const salt = "authjs.session-token";
  const read = async (cardea, allowDevelopmentTokens) => {
    const token = await encode({ token: { sub: "42", cardea }, secret: "s", salt });
    return getToken({ req: { headers: { cookie: `${salt}=${token}` } }, secret: "s", allowDevelopmentTokens });
  };
  for (const development of [true, "?", 1, null]) {
    assert.equal(await read({ development }), null);
    assert.equal(await read({ development }, "yes"), null);
    const claims = await read({ development, more: 1 }, true);
    assert.deepEqual([claims.sub, claims.cardea], ["42", { more: 1 }]);
    assert.equal("cardea" in (await read({ development }, true)), false);
    assert.equal(await read({ development, unverified: true }, true), null);
  }
  assert.equal((await read({ development: false })).sub, "42");
});

for (const { name, headers, params, result, error } of vectors("get-token").cases) {
  test(`the token of a request: ${name}`, async () => {
    const asked = getToken({ req: { headers }, ...params });
    if (error) return assert.rejects(asked, (thrown) => thrown.type === "MissingSecret");
    // The reference takes a header without a token for the text "undefined".
    assert.deepEqual(await asked, result === "undefined" ? null : (result ?? null));
  });
}

for (const { name, incoming, setCookies } of vectors("chunks").transitions) {
  test(`a token is written over as many cookies as it needs, in the order of Auth.js: ${name}`, () => {
    const sent = new Map(incoming.map((each) => [each.name, "o".repeat(each.valueLength)]));
    const token = "n".repeat(setCookies.reduce((sum, { valueLength }) => sum + valueLength, 0));
    const options = { path: "/", httpOnly: true, sameSite: "lax", expires: "2026-01-31T00:00:00.000Z" };
    const written = sessionCookies(sent, "authjs.session-token", token, options);
    const shape = (cookie) => [cookie.name, cookie.value.length, toSetCookie(cookie).split("; ").slice(1)];
    assert.deepEqual(written.map(shape), setCookies.map((each) => [each.name, each.valueLength, each.attributes]));
  });
}

test("chunks are joined in their order, a gap is not a token, other names are other cookies", () => {
  const join = (header) => sessionToken(parseCookies(header), "s");
  assert.equal(join("s.1=b; s.0=a; s.2=c"), "abc");
  assert.equal(join("s.10=k; " + [..."0123456789"].map((i) => `s.${i}=${i}`).join("; ")), "0123456789k");
  assert.equal(join("s.0=a; s.2=c"), undefined);
  assert.equal(join("s=old; s.0=a; s.1=b; s-foo=x; s.x=y"), "ab");
  assert.equal(join("s=one; s.1=b"), "one");
  assert.equal(join(""), undefined);
});
