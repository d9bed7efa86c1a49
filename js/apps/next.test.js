import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { after, before, describe, test } from "node:test";
import { nightly } from "../testing/nightly.js";
import { filesSetNoCookie, guessedTooOften, isProlongedByReading, startHooks, staysSignedIn, typesFit } from "./checks.js";
import { SESSION, authenticator, browser, build, cookieLines, says, site, startCore, startIdentity, startInbox, startSite } from "./parts.js";

describe("a Next application in a browser", () => {
  let folder, chrome, core, hooks, dependencies;
  const started = [];

  before(async () => {
    folder = build("next", ["npm", ["run", "--silent", "build"]]);
    ({ dependencies } = JSON.parse(readFileSync(`${folder}package.json`, "utf8")));
    hooks = await startHooks();
    started.push(hooks);
    core = await startCore(folder, site, hooks.url);
    started.push(await startIdentity(), await startInbox());
    started.push(await startSite("next", folder));
    chrome = await browser();
  });

  after(async () => {
    await chrome?.stop();
    for (const each of [core, ...started]) await each?.stop();
  });

  async function signedIn(name = "ada") {
    const visitor = await chrome.visitor();
    const page = await visitor.newPage();
    await page.goto(`${site}/login`);
    await page.fill("[name=username]", name);
    await page.fill("[name=password]", "open sesame");
    await page.click("button");
    await says(page, "#member", name);
    return { visitor, page };
  }

  test("the middleware sends visitors to sign in and lets them back", async () => {
    const page = await (await chrome.visitor()).newPage();
    await page.goto(`${site}/members`);
    assert.equal(page.url(), `${site}/api/auth/signin?callbackUrl=${encodeURIComponent(`${site}/members`)}`);
    await page.fill("[name=username]", "ada");
    await page.fill("[name=password]", "open sesame");
    await page.getByRole("button", { name: "Name and password" }).click();
    await says(page, "#member", "ada");
    await says(page, "#role", "member");
  });

  test("an action receives the error", async () => {
    const page = await (await chrome.visitor()).newPage();
    await page.goto(`${site}/login`);
    for (const [name, error] of [["ada", "credentials"], ["locked", "locked"]]) {
      await page.fill("[name=username]", name);
      await page.fill("[name=password]", "guess");
      await page.click("button");
      await says(page, "#error", error);
    }
  });

  test("forms work without scripts", async () => {
    const page = await (await chrome.visitor({ javaScriptEnabled: false })).newPage();
    await page.goto(`${site}/login`);
    await page.fill("[name=username]", "ada");
    await page.fill("[name=password]", "open sesame");
    await page.click("button");
    await says(page, "#member", "ada");
  });

  test("every form of auth() reads the session; those that answer prolong it", async () => {
    const { visitor, page } = await signedIn();
    for (const path of ["/api/me", "/api/node", "/api/edge"]) {
      const response = await visitor.request.get(site + path);
      assert.deepEqual((await response.json()).user, { id: "people/ada", name: "ada", role: "member" }, path);
      assert.equal(cookieLines(response).length, 1, path);
    }
    assert.equal(cookieLines(await visitor.request.get(`${site}/pages`)).length, 1);
    assert.equal(cookieLines(await visitor.request.get(`${site}/members`)).length, 1);
    assert.equal(cookieLines(await visitor.request.get(site)).length, 0);
    await page.goto(`${site}/pages`);
    await says(page, "#who", "ada");
    const stranger = await chrome.visitor();
    assert.equal((await stranger.request.get(`${site}/api/me`)).status(), 401);
  });

  test("a page shows at once what its action changed", async () => {
    const { page } = await signedIn();
    await page.goto(site);
    await page.fill("#rename [name=name]", "Countess");
    await page.click("#rename button");
    await says(page, "#who", "Hello Countess");
    await page.click("#leave button");
    await says(page, "#who", "Who are you?");
  });

  test("a session of several cookies is read everywhere, shrinks to one, grows again and goes with all of them", async () => {
    const long = "ada ".repeat(500).trim();
    const { visitor, page } = await signedIn(long);
    const cookies = async () => (await visitor.cookies(site)).map(({ name }) => name).filter((name) => name.startsWith(SESSION)).sort();
    const several = [`${SESSION}.0`, `${SESSION}.1`];
    assert.deepEqual(await cookies(), several);
    for (const path of ["/api/me", "/api/node", "/api/edge", "/api/auth/session"]) {
      assert.equal((await (await visitor.request.get(site + path)).json()).user.name, long, path);
    }
    for (const path of ["/members", "/pages", "/client"]) {
      await page.goto(site + path);
      await page.getByText(long).first().waitFor();
    }
    assert.deepEqual(await cookies(), several);
    for (const [name, expected] of [["Countess", [SESSION]], [long, several]]) {
      await page.goto(site);
      await page.fill("#rename [name=name]", name);
      await page.click("#rename button");
      await page.getByRole("heading", { name: `Hello ${name}` }).waitFor();
      assert.deepEqual(await cookies(), expected);
    }
    await page.click("#signout button");
    await says(page, "#who", "Who are you?");
    assert.deepEqual(await cookies(), []);
  });

  test("an identity provider, from an action and from the browser", async () => {
    const page = await (await chrome.visitor()).newPage();
    await page.goto(site);
    await page.click("#acme button");
    await page.click("#go");
    await says(page, "#member", "Ada Lovelace");
    await page.goto(site);
    await page.click("#signout button");
    await says(page, "#who", "Who are you?");
    await page.goto(`${site}/client`);
    await page.getByRole("button", { name: "Acme" }).click();
    await page.click("#go");
    await says(page, "#name", "Ada Lovelace");
  });

  test("a sign-in link", async () => {
    const page = await (await chrome.visitor()).newPage();
    await page.goto(`${site}/api/auth/signin`);
    await page.fill("input[type=email]", "bob@example.com");
    await page.locator("form:has(input[type=email]) button").first().click();
    await page.waitForURL(/verify-request/);
    await page.goto("http://127.0.0.1:3226");
    await page.getByText("Sign in").last().click();
    await page.goto(site);
    await says(page, "#who", "bob@example.com");
  });

  test("in the browser: wrong and right credentials, a change, two tabs, one call each", async () => {
    const visitor = await chrome.visitor();
    const page = await visitor.newPage();
    const button = (name) => page.getByRole("button", { name, exact: true });
    await page.goto(`${site}/client`);
    await says(page, "#status", /^unauthenticated$/);
    await button("Wrong password").click();
    await says(page, "#told", '{"error":"CredentialsSignin","code":"credentials","status":200,"ok":true,"url":null}');
    await button("Right password").click();
    await says(page, "#status", /^authenticated$/);
    await button("Rename").click();
    await says(page, "#name", "Countess");
    const other = await visitor.newPage();
    let calls = 0;
    other.on("request", (request) => (calls += request.url().endsWith("/api/auth/session") ? 1 : 0));
    await other.goto(`${site}/client`);
    await says(other, "#name", "Countess");
    await other.waitForLoadState("networkidle");
    // The client of next-auth hears what it tells the other tabs itself, and asks again.
    assert.equal(calls, dependencies["next-auth"] ? 2 : 1);
    await button("Sign out").click();
    await says(other, "#status", /^unauthenticated$/);
  });

  test("a passkey is made and opens", async () => {
    const page = await (await chrome.visitor()).newPage();
    const button = (name) => page.getByRole("button", { name, exact: true });
    await authenticator(page);
    await page.goto(`${site}/client`);
    await says(page, "#status", /^unauthenticated$/);
    await button("New passkey").click();
    await says(page, "#name", "grace@example.com");
    await button("Sign out").click();
    await says(page, "#status", /^unauthenticated$/);
    await button("Passkey").click();
    await says(page, "#name", "grace@example.com");
  });

  /** Where the application answers who is signed in. */
  const known = ["/api/me", "/api/node", "/api/auth/session"];

  nightly("while the core hangs or is down, a signed-in user gets each answer within four seconds", async () => {
    const { visitor } = await signedIn();
    const isQuick = async (when) => {
      for (const path of known) {
        const began = performance.now();
        await visitor.request.get(site + path);
        const took = performance.now() - began;
        assert.ok(took < 4_000, `${path}, ${when}: ${took} ms`);
      }
    };
    core.pause();
    try {
      await isQuick("the core hangs");
    } finally {
      core.go();
    }
    await core.stop();
    await isQuick("the core is down");
    core = await startCore(folder, site, hooks.url);
  });

  test("while the core hangs or is down, signed-in users stay signed in, other visitors are sent away, and a sign-in reports it", async () => {
    const { visitor, page } = await signedIn();
    const isKnown = async (when) => {
      for (const path of known) {
        const answer = await visitor.request.get(site + path, { timeout: 60_000 });
        assert.equal(answer.status(), 200, `${path}, ${when}`);
        assert.equal((await answer.json()).user.name, "ada", `${path}, ${when}`);
      }
      assert.equal((await visitor.request.get(`${site}/members`, { maxRedirects: 0, timeout: 60_000 })).status(), 200, when);
    };
    core.pause();
    await isKnown("the core hangs");
    core.go();
    await core.stop();
    await isKnown("the core is down");
    await page.goto(`${site}/client`);
    await says(page, "#status", /^authenticated$/);
    const stranger = await chrome.visitor();
    assert.equal((await stranger.request.get(`${site}/members`, { maxRedirects: 0 })).status(), 307);
    const signIn = await stranger.request.get(`${site}/api/auth/signin`, { headers: { accept: "text/html" } });
    assert.equal(signIn.status(), 503);
    assert.match(signIn.headers()["content-type"], /^text\/html/);
    assert.equal((await stranger.request.get(`${site}/api/auth/providers`, { headers: { accept: "application/json" } })).status(), 503);
    core = await startCore(folder, site, hooks.url);
    await page.reload();
    await says(page, "#status", /^authenticated$/);
  });

  test("hooks are run for the core alone", async () => {
    const visitor = await chrome.visitor();
    const response = await visitor.request.post(`${site}/api/auth/hooks/callbacks/authorize`, { data: {} });
    assert.equal(response.status(), 401);
  });

  test("a hook that fails ends no session, and lets no visitor in", async () => {
    const { visitor } = await signedIn();
    await staysSignedIn(visitor, hooks, "ada");
  });

  test("every page that is read prolongs the session, and files set no cookie", async () => {
    const { visitor } = await signedIn();
    await isProlongedByReading(visitor);
    await filesSetNoCookie(visitor);
  });

  test("an account whose password is guessed answers later, to the right one too", async () => {
    const visitor = await chrome.visitor();
    const rejected = await guessedTooOften(visitor, "eve");
    assert.equal(rejected.status(), 429);
    assert.ok(Number(rejected.headers()["retry-after"]) > 0);
    const page = await visitor.newPage();
    await page.goto(`${site}/login`);
    await page.fill("[name=username]", "eve");
    await page.fill("[name=password]", "open sesame");
    await page.click("button");
    await says(page, "#error", "TooManyRequests");
  });

  nightly("its types and ours fit those of the framework", () => typesFit(folder));
});
