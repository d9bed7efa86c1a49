import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { browser, build, copied, says, site, startCore, startIdentity, startNext } from "./parts.js";

describe("a Next application with trailingSlash", () => {
  let chrome;
  const started = [];

  before(async () => {
    const folder = build("next", ["npm", ["run", "--silent", "build"]], copied("next", "slash"));
    started.push(await startCore(folder), await startIdentity(), await startNext(folder));
    chrome = await browser();
  });

  after(async () => {
    await chrome?.stop();
    for (const each of started) await each.stop();
  });

  test("redirects the core's hooks, which come all the same: credentials are checked, callbacks decide", async () => {
    const visitor = await chrome.visitor();
    const asked = await visitor.request.post(`${site}/api/auth/hooks/describe`, { data: {}, maxRedirects: 0 });
    assert.equal(asked.status(), 308);
    const page = await visitor.newPage();
    await page.goto(`${site}/members`);
    await page.fill("[name=username]", "ada");
    await page.fill("[name=password]", "guess");
    await page.getByRole("button", { name: "Name and password" }).click();
    await page.waitForURL(/error=CredentialsSignin/);
    await page.fill("[name=username]", "ada");
    await page.fill("[name=password]", "open sesame");
    await page.getByRole("button", { name: "Name and password" }).click();
    await says(page, "#member", "ada");
    await says(page, "#role", "member");
  });

  test("signs in by an identity provider, from a page of the browser's half, and out again", async () => {
    const page = await (await chrome.visitor()).newPage();
    await page.goto(`${site}/client/`);
    await says(page, "#status", /^unauthenticated$/);
    await page.getByRole("button", { name: "Acme" }).click();
    await page.click("#go");
    await says(page, "#name", "Ada Lovelace");
    await page.getByRole("button", { name: "Sign out", exact: true }).click();
    await says(page, "#status", /^unauthenticated$/);
  });
});
