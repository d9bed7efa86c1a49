import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { nightly } from "../testing/nightly.js";
import { until } from "../testing/process.js";
import { filesSetNoCookie, guessedTooOften, hasAnAccount, isProlongedByReading, startHooks, staysSignedIn, typesFit } from "./checks.js";
import { SESSION, authenticator, browser, build, cookieLines, says, site, startCore, startIdentity, startInbox, startSite } from "./parts.js";

describe("a SolidStart application in a browser", () => {
  let folder, chrome, core, hooks;
  const started = [];

  before(async () => {
    folder = build("solid", ["npm", ["run", "--silent", "build"]]);
    hooks = await startHooks();
    started.push(hooks);
    core = await startCore(folder, site, hooks.url);
    started.push(await startIdentity(), await startInbox());
    started.push(await startSite("solid", folder));
    chrome = await browser();
  });

  after(async () => {
    await chrome?.stop();
    for (const each of [core, ...started]) await each?.stop();
  });

  test("credentials, wrong and right, and out again", async () => {
    const page = await (await chrome.visitor()).newPage();
    await page.goto(site, { waitUntil: "networkidle" });
    await says(page, "#who", "Who are you?");
    await page.click("#wrong");
    await says(page, "#told", '"error":"CredentialsSignin","code":"credentials"');
    await page.click("#right");
    await says(page, "#who", "Hello ada");
    await page.waitForLoadState("networkidle");
    await page.click("#out");
    await says(page, "#who", "Who are you?");
  });

  test("the middleware sends visitors away; who is signed in by an identity provider may enter, and is kept", async () => {
    const visitor = await chrome.visitor();
    const page = await visitor.newPage();
    await page.goto(`${site}/members`);
    assert.equal(page.url(), `${site}/`);
    await page.waitForLoadState("networkidle");
    await page.click("#acme");
    await page.click("#go");
    await says(page, "#member", "Ada Lovelace");
    for (const path of ["/members", "/api/me"]) assert.equal(cookieLines(await visitor.request.get(site + path)).length, 1, path);
  });

  test("a page is guarded however its address is written, and cookies are set once", async () => {
    for (const path of ["/members", "/Members", "//members", "/%6dembers", "/members/"]) {
      const stranger = await chrome.visitor();
      const sent = await stranger.request.get(site + path, { maxRedirects: 0 });
      assert.equal(sent.status(), 302, path);
      assert.deepEqual(sent.headersArray().filter(({ name }) => name.toLowerCase() === "set-cookie"), [], path);
    }
    const junk = await chrome.visitor();
    await junk.addCookies([{ name: SESSION, value: "junk", url: site }]);
    assert.equal(cookieLines(await junk.request.get(`${site}/members`, { maxRedirects: 0 })).length, 1);
    assert.equal((await junk.request.get(`${site}/api/me`)).status(), 401);
  });

  test("a passkey is made and opens", async () => {
    const page = await (await chrome.visitor()).newPage();
    await authenticator(page);
    for (const way of ["#register", "#passkey"]) {
      await page.goto(site, { waitUntil: "networkidle" });
      await page.click(way);
      await says(page, "#member", "grace@example.com");
      await page.goto(site, { waitUntil: "networkidle" });
      await page.click("#out");
      await says(page, "#who", "Who are you?");
    }
  });

  test("a visitor signs up with a code, and changes the name on the pages of the account", async () => {
    await hasAnAccount(await (await chrome.visitor()).newPage(), "lin@example.com");
  });

  test("the routes are there, hooks for the core alone", async () => {
    const visitor = await chrome.visitor();
    assert.equal((await visitor.request.get(`${site}/api/auth/csrf`)).status(), 200);
    assert.equal((await visitor.request.post(`${site}/api/auth/hooks/callbacks/authorize`, { data: {} })).status(), 401);
  });

  test("while the core hangs, it is unknown who is signed in, and users stay signed in; other visitors are sent away", async () => {
    const visitor = await signedIn();
    const status = async (path) => (await visitor.request.get(site + path, { maxRedirects: 0, timeout: 60_000 })).status();
    const before = await visitor.cookies(site);
    core.pause();
    try {
      // The application relies on what it has asked for as long as it may, and no longer.
      assert.ok(await until(async () => (await status("/members")) === 503));
      const answer = await visitor.request.get(`${site}/api/me`, { timeout: 60_000 });
      assert.doesNotMatch(await answer.text(), /ada/);
      assert.deepEqual(cookieLines(answer), []);
      const stranger = await chrome.visitor();
      assert.equal((await stranger.request.get(`${site}/members`, { maxRedirects: 0 })).status(), 302);
    } finally {
      core.go();
    }
    assert.equal((await visitor.cookies(site)).length, before.length);
    assert.ok(await until(async () => (await status("/members")) === 200));
  });

  async function signedIn() {
    const visitor = await chrome.visitor();
    const page = await visitor.newPage();
    await page.goto(site, { waitUntil: "networkidle" });
    await page.click("#right");
    await says(page, "#who", "Hello ada");
    return visitor;
  }

  test("a hook that fails ends no session, and lets no visitor in", async () => staysSignedIn(await signedIn(), hooks, "ada"));

  test("every page that is read prolongs the session, and files set no cookie", async () => {
    const visitor = await signedIn();
    await isProlongedByReading(visitor, { isAlsoInAdvance: false });
    await filesSetNoCookie(visitor);
  });

  test("an account whose password is guessed answers later, to the right one too", async () => {
    const rejected = await guessedTooOften(await chrome.visitor(), "eve");
    assert.equal(rejected.status(), 429);
    assert.ok(Number(rejected.headers()["retry-after"]) > 0);
  });

  nightly("its types and ours fit those of the framework", () => typesFit(folder));
});
