import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { startKeycloak, withoutKeycloak } from "./keycloak.js";
import { browser, build, copied, says, site, startCore, startSite } from "./parts.js";

describe("a Next application whose users log out at Keycloak too, with next-auth/react as it is", { skip: withoutKeycloak }, () => {
  let folder, chrome, keycloak, core, app;

  before(async () => {
    folder = build("next", ["npm", ["run", "--silent", "build"]], copied("next", "next-auth+keycloak"));
    keycloak = await startKeycloak();
    app = await startSite("next", folder);
    chrome = await browser();
  });

  after(async () => {
    await chrome?.stop();
    for (const each of [core, app, keycloak]) await each?.stop();
  });

  /** @param rpInitiated when a sign-out continues at Keycloak */
  async function startWith(rpInitiated) {
    await core?.stop();
    Object.assign(process.env, { ISSUER: keycloak.issuer, RP_INITIATED: rpInitiated });
    core = await startCore(folder);
  }

  const begins = async (page) => {
    await page.goto(site);
    await page.click("#acme button");
  };

  async function signsIn(page) {
    await begins(page);
    await page.fill("#username", "ada");
    await page.fill("#password", "correct horse");
    await page.click("#kc-login");
    await says(page, "#member", "Ada Lovelace");
  }

  /** A visitor who has signed in, at a page of the site. @returns also where the browser goes from then on */
  async function signedInAt(path) {
    const page = await (await chrome.visitor()).newPage();
    await signsIn(page);
    await page.goto(site + path);
    await page.waitForLoadState("networkidle");
    const trail = [];
    page.on("request", (request) => request.isNavigationRequest() && trail.push(request.url()));
    return { page, trail };
  }

  const atKeycloak = (url) => url.startsWith(`${keycloak.issuer}/protocol/openid-connect/logout?`);

  /** Presses a button that signs out, and nothing else: the browser goes to Keycloak and comes back. */
  async function signsOutEverywhere({ page, trail }, button, path) {
    await Promise.all([page.waitForRequest(/\/api\/auth\/logout\?.*state=/), button.click()]);
    await page.waitForURL(site + path);
    assert.equal(trail.filter(atKeycloak).length, 1, trail.join("\n"));
    await isSignedOut(page);
    await begins(page);
    // Keycloak's own session has ended, too.
    await page.waitForSelector("#username");
  }

  async function isSignedOut(page) {
    await page.goto(site);
    await says(page, "#who", "Who are you?");
  }

  const clientButton = (page) => page.getByRole("button", { name: "Sign out", exact: true });

  test("signOut of next-auth/react goes to Keycloak and comes back without a question", async () => {
    await startWith("always");
    const visit = await signedInAt("/client");
    await signsOutEverywhere(visit, clientButton(visit.page), "/client");
  });

  test("a Server Action goes to Keycloak and comes back without a question", async () => {
    await startWith("always");
    const visit = await signedInAt("/");
    await signsOutEverywhere(visit, visit.page.locator("#signout button"), "/");
  });

  test("on request, a Server Action goes there if it is federated, and signOut of next-auth/react signs out of the site alone", async () => {
    await startWith("onRequest");
    const { page, trail } = await signedInAt("/client");
    await clientButton(page).click();
    await says(page, "#status", /^unauthenticated$/);
    await isSignedOut(page);
    assert.deepEqual(trail.filter(atKeycloak), []);
    await begins(page);
    // Keycloak knows the visitor still.
    await says(page, "#member", "Ada Lovelace");
    await page.goto(site);
    await signsOutEverywhere({ page, trail }, page.locator("#leave button"), "/");
  });
});
