// Who stays signed in, and whether refresh tokens stay good, in Chromium: the application in `official`, on next-auth and on
// Cardea. The service that issues tokens takes each refresh token once.
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { listen } from "../testing/core.js";
import { buildOfficial, coreWith, identity, onCardea, onNextAuth } from "./official.js";
import { browser } from "./parts.js";

/** Of an access token: milliseconds. */
const LIFE = 3_000;
const PAGES = { "/server-example": "Session on the server", "/middleware-example": "Session behind the proxy" };

let folders, idp, chrome, tokens;
before(async () => {
  folders = buildOfficial();
  [idp, chrome, tokens] = [await identity(), await browser(), await issuer()];
});
after(async () => {
  for (const each of [chrome, idp, tokens]) await each?.stop();
});

/** Issues tokens; of each name's it counts how often one was used again. */
async function issuer() {
  const used = new Set();
  const state = { reused: 0 };
  const { url, stop } = await listen(async (request) => {
    const token = await request.text();
    if (token && used.has(token)) {
      state.reused++;
      return Response.json({}, { status: 400 });
    }
    used.add(token);
    return Response.json({ refresh: crypto.randomUUID(), life: LIFE });
  });
  return Object.assign(state, { url, stop });
}

/** A visitor of a site who has signed in with the password, on the first page. */
async function signedIn(site) {
  const page = await (await chrome.visitor()).newPage();
  page.setDefaultTimeout(60_000);
  await page.goto(`${site}/auth/signin?callbackUrl=/server-example`);
  await page.fill("[name=username]", "ada");
  await page.fill("[name=password]", "open sesame");
  await page.locator("form:has([name=username]) button").click();
  await page.waitForURL(({ pathname }) => pathname === "/server-example");
  await page.waitForLoadState("networkidle");
  return page;
}

const other = (page) => (new URL(page.url()).pathname === "/server-example" ? "/middleware-example" : "/server-example");

/** Clicks the link to a page, and reads what it says. */
async function clicks(page, path, what) {
  await page.click(`nav a[href="${path}"]`);
  await page.locator("h1", { hasText: PAGES[path] }).waitFor();
  return page.textContent(what);
}

/** What the router of Next asks for when links come into view. */
const scrolls = (page) =>
  page.evaluate(() => {
    for (const path of ["/policy", "/server-example", "/middleware-example"]) {
      void fetch(`${path}?_rsc=${Math.random().toString(36).slice(2, 7)}`, { headers: { RSC: "1", "Next-Router-Prefetch": "1" } });
    }
  });

const idle = (page) => page.waitForTimeout(LIFE + 200);

/** What a user does, and the error that each page shows, or "none". */
const journeys = {
  "idles, scrolls to links and clicks one": async (page) => {
    const errors = [];
    for (let i = 0; i < 6; i++) {
      await idle(page);
      await scrolls(page);
      errors.push(await clicks(page, other(page), "#error"));
    }
    return errors;
  },
  "idles and clicks a link": async (page) => {
    const errors = [];
    for (let i = 0; i < 6; i++) {
      await idle(page);
      errors.push(await clicks(page, other(page), "#error"));
    }
    return errors;
  },
  "loads pages": async (page) => {
    const errors = [];
    for (let i = 0; i < 6; i++) {
      await (i % 2 ? page.waitForTimeout(500) : idle(page));
      await page.goto(new URL(other(page), page.url()).href);
      errors.push(await page.textContent("#error"));
    }
    return errors;
  },
  "stays on a page that fetches": async (page) => {
    const errors = [];
    for (let i = 0; i < 4; i++) {
      await idle(page);
      errors.push(await page.evaluate(async () => (await (await fetch("/api/protected")).json()).error ?? "none"));
    }
    return errors;
  },
};

describe("a refresh token that is used once stays good, at least as with next-auth, where a user", () => {
  const sides = {};
  before(async () => {
    const env = { ...idp.env, TOKENS_URL: tokens.url };
    sides["next-auth"] = await onNextAuth(folders["next-auth"], { env });
    sides.Cardea = await onCardea(folders.cardea, { env });
  });
  after(async () => {
    for (const side of Object.values(sides)) await side.stop();
  });

  for (const [title, journey] of Object.entries(journeys)) {
    test(title, async (t) => {
      const told = {};
      for (const [name, { site }] of Object.entries(sides)) {
        const page = await signedIn(site);
        const before = tokens.reused;
        const errors = (await journey(page)).filter((error) => error !== "none").length;
        const reused = tokens.reused - before;
        // Whatever a page showed: is the session good in the end?
        await page.waitForLoadState("networkidle");
        await page.goto(`${site}/server-example`);
        told[name] = { errors, reused, isGood: (await page.textContent("#error")) === "none" };
        t.diagnostic(`${name}: ${errors} pages with an error, ${reused} refresh tokens used again`);
        await page.context().close();
      }
      assert.deepEqual(told.Cardea, { errors: 0, reused: 0, isGood: true });
      assert.ok(told.Cardea.errors <= told["next-auth"].errors);
    });
  }
});

test("a user who clicks links only stays signed in, past the life of the first cookie", async () => {
  const settings = coreWith(folders.cardea, "session: { strategy: jwt }", "session: { strategy: jwt, maxAge: 12, updateAge: 2 }");
  const side = await onCardea(folders.cardea, idp, settings);
  try {
    const page = await signedIn(side.site);
    const end = Date.now() + 30_000;
    let documents = 0;
    page.on("request", (request) => (documents += request.isNavigationRequest() ? 1 : 0));
    while (Date.now() < end) {
      await page.waitForTimeout(1_500);
      assert.equal(await clicks(page, other(page), "#name"), "ada");
    }
    assert.equal(documents, 0);
    const [cookie] = (await page.context().cookies()).filter(({ name }) => name === "authjs.session-token");
    assert.ok(cookie.expires * 1000 > Date.now());
  } finally {
    await side.stop();
  }
});
