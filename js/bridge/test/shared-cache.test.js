import assert from "node:assert/strict";
import { test } from "node:test";
import { keepPrivate, mayBeShared } from "../dist/index.js";

const later = new Date(Date.now() + 60_000).toUTCString();
const SHARED = [
  { "cache-control": "public" },
  { "cache-control": "private, s-maxage=60" },
  { "cache-control": "max-age=1" },
  { "cache-control": 'MAX-AGE="60"' },
  { "cache-control": "max-age=0, max-age=60" },
  { "cache-control": "immutable" },
  { "cache-control": "max-age=0, stale-while-revalidate=60" },
  { "cache-control": "no-cache, stale-if-error=60" },
  { "cache-control": 'public, private="Set-Cookie"' },
  { "cache-control": 'max-age=60, private="Set-Cookie"' },
  { "cache-control": 'max-age=60, no-cache="private"' },
  { expires: later },
  { "cdn-cache-control": "max-age=60" },
  { "cache-control": "private", "cdn-cache-control": "max-age=60" },
  { "cache-control": "no-store", "vercel-cdn-cache-control": "s-maxage=60" },
  { "cache-control": "private", "netlify-cdn-cache-control": "public" },
  { "surrogate-control": 'max-age=60, content="ESI/1.0"' },
  { "edge-control": "cache-maxage=1d" },
  { "x-accel-expires": "60" },
];
const OWN = [
  {},
  { "cache-control": "private" },
  { "cache-control": "private, max-age=60" },
  { "cache-control": "no-store" },
  { "cache-control": "no-cache" },
  { "cache-control": "max-age=0, must-revalidate" },
  { "cache-control": "private", expires: later },
  { expires: "0" },
  { expires: new Date(0).toUTCString() },
  { "cdn-cache-control": "no-store" },
  { "edge-control": "bypass-cache" },
  { "surrogate-control": "private" },
  { "x-accel-expires": "0" },
  { "x-accel-expires": "@1" },
];

for (const headers of SHARED) {
  test(`a shared cache may keep ${JSON.stringify(headers)}, and not once it holds a session cookie`, () => {
    assert.equal(mayBeShared(200, new Headers(headers)), true);
    const kept = new Headers(headers);
    keepPrivate(kept);
    assert.equal(mayBeShared(200, kept), false);
    assert.match(kept.get("cache-control"), /private|no-store/);
  });
}
for (const headers of OWN) {
  test(`no shared cache keeps ${JSON.stringify(headers)} for another visitor`, () => {
    assert.equal(mayBeShared(200, new Headers(headers)), false);
    assert.equal(mayBeShared(304, new Headers(headers)), true);
    const kept = new Headers(headers);
    keepPrivate(kept);
    const own = /private|no-store/.test(headers["cache-control"] ?? "") ? headers["cache-control"] : "private, no-store";
    assert.equal(kept.get("cache-control"), own);
  });
}

test("an answer with a session cookie varies by it, said once", () => {
  for (const [vary, expected] of [[undefined, "Cookie"], ["RSC", "RSC, Cookie"], ["rsc, COOKIE", "rsc, COOKIE"], ["*", "*"]]) {
    const headers = new Headers(vary ? { vary } : {});
    keepPrivate(headers);
    assert.equal(headers.get("vary"), expected);
  }
});
