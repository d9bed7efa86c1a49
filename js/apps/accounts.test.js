import { after, before, describe, test } from "node:test";
import { hasAnAccount, signsInWithAnApp } from "./checks.js";
import { browser, build, copied, startCore, startInbox, startSite } from "./parts.js";

describe("a Next application with password accounts, in a browser", () => {
  let folder, chrome, core;
  const started = [];

  before(async () => {
    folder = build("next", ["npm", ["run", "--silent", "build"]], copied("next", "accounts"));
    core = await startCore(folder);
    started.push(await startInbox());
    started.push(await startSite("next", folder));
    chrome = await browser();
  });

  after(async () => {
    await chrome?.stop();
    for (const each of [core, ...started]) await each?.stop();
  });

  test("a visitor signs up with a code, changes the name, connects an app, and signs in with it", async () => {
    const page = await (await chrome.visitor()).newPage();
    await hasAnAccount(page, "lin@example.com");
    await signsInWithAnApp(page, "lin@example.com", "#signout button");
  });
});
