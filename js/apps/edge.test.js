import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { SESSION, browser, build, cookieLines, copied, says, site, startCore, startIdentity, startSite } from "./parts.js";

describe("a Next application on the edge", () => {
  let folder, chrome, core;
  const started = [];

  before(async () => {
    folder = build("next", ["npm", ["run", "--silent", "build"]], copied("next", "edge"));
    core = await startCore(folder);
    started.push(await startIdentity());
    started.push(await startSite("next", folder));
    chrome = await browser();
  });

  after(async () => {
    await chrome?.stop();
    for (const each of [core, ...started]) await each?.stop();
  });

  async function signedIn() {
    const visitor = await chrome.visitor();
    const page = await visitor.newPage();
    await page.goto(`${site}/members`);
    await page.fill("[name=username]", "ada");
    await page.fill("[name=password]", "open sesame");
    await page.getByRole("button", { name: "Name and password" }).click();
    await says(page, "#member", "ada");
    return visitor;
  }

  test("the routes pass on: sign-in with hooks, an identity provider, hooks for the core alone", async () => {
    await signedIn();
    const page = await (await chrome.visitor()).newPage();
    await page.goto(`${site}/api/auth/signin?callbackUrl=/members`);
    await page.getByRole("button", { name: "Acme" }).click();
    await page.click("#go");
    await says(page, "#member", "Ada Lovelace");
    assert.equal((await page.request.post(`${site}/api/auth/hooks/callbacks/authorize`, { data: {} })).status(), 401);
  });

  test("the middleware guards and prolongs, and so does what wraps a route", async () => {
    const visitor = await signedIn();
    const members = await visitor.request.get(`${site}/members`);
    assert.equal(members.headers()["x-runtime"], "edge");
    assert.equal(cookieLines(members).length, 1);
    const me = await visitor.request.get(`${site}/api/me`);
    assert.deepEqual((await me.json()).user, { id: "people/ada", name: "ada", role: "member" });
    assert.equal(cookieLines(me).length, 1);
    const stranger = await chrome.visitor();
    assert.equal((await stranger.request.get(`${site}/api/me`)).status(), 401);
    assert.equal((await stranger.request.get(`${site}/members`, { maxRedirects: 0 })).status(), 307);
  });

  test("a token is opened on the edge, while the core is away", async () => {
    const visitor = await signedIn();
    await core.stop();
    const known = await visitor.request.get(`${site}/api/local`);
    assert.deepEqual(await known.json(), { runtime: "edge", user: { id: "people/ada", name: "ada", role: "member" } });
    assert.equal((await visitor.request.get(`${site}/members`, { maxRedirects: 0 })).status(), 200);
    assert.equal((await (await chrome.visitor()).request.get(`${site}/members`, { maxRedirects: 0 })).status(), 307);
    // Only the core could tell what this is, so it is unknown.
    const [cookie] = (await visitor.cookies()).filter(({ name }) => name === SESSION);
    const changed = await chrome.visitor();
    await changed.addCookies([{ ...cookie, value: `${cookie.value.slice(0, -2)}AA` }]);
    assert.equal((await changed.request.get(`${site}/members`, { maxRedirects: 0 })).status(), 503);
    core = await startCore(folder);
  });
});
