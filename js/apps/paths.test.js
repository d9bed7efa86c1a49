import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { SESSION, browser, build, cookieLines, copied, inside, says, site, startCore, startIdentity, startSite } from "./parts.js";

// How Next may write the paths of an application, as copy.js does, and where its pages are then.
const ways = [
  { way: "slash", title: "trailingSlash", guarded: "/members/", client: "/client/" },
  { way: "base", title: "basePath", base: "/shop", guarded: "/members", client: "/client" },
  // Only the pages router has locales; the routes of sign-in have none.
  { way: "i18n", title: "i18n", guarded: "/de/pages", client: "/client", who: "#who" },
];
const { CARDEA_WAY, CARDEA_NEXT } = process.env;
const chosen = CARDEA_WAY?.split(",");
/** The version of Next, if it is not that of the example. */
const older = CARDEA_NEXT ? `+${CARDEA_NEXT}` : "";

for (const { way, title, base = "", guarded, client, who = "#member" } of ways.filter(({ way }) => !chosen || chosen.includes(way))) {
  describe(`an application of Next ${CARDEA_NEXT ?? 16} with ${title}`, () => {
    let chrome, app, core;
    const started = [];

    before(async () => {
      const folder = build("next", ["npm", ["run", "--silent", "build"]], copied("next", way + older));
      started.push((core = await startCore(folder)), await startIdentity(), (app = await startSite("next", folder)));
      chrome = await browser();
    });

    after(async () => {
      await chrome?.stop();
      for (const each of started) await each.stop();
    });

    /** With a base path, Next 14 looks for the page of a redirect to this site at the doubled path. The visitor opens it. */
    async function arrives(page, path) {
      if (!base || CARDEA_NEXT !== "14") return;
      await page.waitForLoadState("networkidle");
      await page.goto(site + base + path);
    }

    test("the page is guarded, credentials are checked, callbacks decide, and the visitor is led back", async () => {
      const visitor = await chrome.visitor();
      const page = await visitor.newPage();
      await page.goto(site + base + guarded);
      const sent = new URL(page.url());
      assert.equal(sent.origin, site);
      assert.equal(sent.pathname.replace(/\/$/, ""), `${base}/api/auth/signin`);
      assert.equal(sent.searchParams.get("callbackUrl"), site + base + guarded);
      await page.fill("[name=username]", "ada");
      await page.fill("[name=password]", "guess");
      await page.getByRole("button", { name: "Name and password" }).click();
      await page.waitForURL(/error=CredentialsSignin/);
      await page.fill("[name=username]", "ada");
      await page.fill("[name=password]", "open sesame");
      await page.getByRole("button", { name: "Name and password" }).click();
      await says(page, who, "ada");
      assert.equal(page.url(), site + base + guarded);
      for (const path of ["/api/me", "/api/auth/session", "/api/node", "/api/edge"]) {
        const answer = await visitor.request.get(site + base + path);
        const { user } = await answer.json();
        assert.deepEqual(user, { ...(path.endsWith("session") ? {} : { id: "people/ada" }), name: "ada", role: "member" }, path);
        assert.ok(cookieLines(answer).length > 0, path);
      }
      assert.ok((await visitor.cookies(site + base)).some(({ name, secure }) => name === SESSION && secure));
    });

    test("an action signs in, changes the session and signs out", async () => {
      const page = await (await chrome.visitor()).newPage();
      await page.goto(`${site}${base}/login`);
      await page.fill("[name=username]", "ada");
      await page.fill("[name=password]", "open sesame");
      await page.click("button");
      await arrives(page, "/members");
      await says(page, "#member", "ada");
      await page.goto(site + base);
      await page.fill("#rename [name=name]", "Countess");
      await page.click("#rename button");
      await says(page, "#who", "Hello Countess");
      await page.click("#signout button");
      await arrives(page, "");
      await says(page, "#who", "Who are you?");
      assert.equal(page.url().replace(/\/$/, ""), site + base);
    });

    test("the browser's half signs in by an identity provider, changes the session and signs out", async () => {
      const page = await (await chrome.visitor()).newPage();
      const button = (name) => page.getByRole("button", { name, exact: true });
      await page.goto(site + base + client);
      await says(page, "#status", /^unauthenticated$/);
      await button("Acme").click();
      await page.click("#go");
      await says(page, "#name", "Ada Lovelace");
      assert.equal(new URL(page.url()).pathname, base + client);
      await button("Rename").click();
      await says(page, "#name", "Countess");
      await button("Sign out").click();
      await says(page, "#status", /^unauthenticated$/);
    });

    test("hooks are found at the application's spelling, and run for the core alone", async () => {
      const hooks = `${inside}${base}/api/auth/hooks/describe`;
      const asked = await fetch(hooks, { method: "POST", body: "{}", redirect: "manual" });
      assert.equal(asked.status, way === "slash" ? 308 : 401);
      const followed = await fetch(hooks, { method: "POST", body: "{}" });
      assert.equal(followed.status, 401);
      assert.doesNotMatch(core.log.join(""), /hasn't described its hooks/);
      assert.doesNotMatch(app.log.join(""), /base-path-differs/);
    });
  });
}
