import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";
import { after, before, describe, test } from "node:test";
import { fileURLToPath } from "node:url";
import { secret } from "../../testing/core.js";
import { begin, environment, freePort, until } from "../../testing/process.js";
import { examples } from "../../testing/server.js";
import { Visitor } from "../../transcript/visitor.js";

const here = (path) => fileURLToPath(new URL(path, import.meta.url));
const [classes, libraries] = ["classes", "lib"].map((part) => join(examples, part));
const skip = existsSync(libraries) || process.env.CARDEA_REQUIRE === "all" ? false : "the Java examples are not there: mvn -B -pl examples -am package";

/** The application of docs/guides/javascript-callbacks.md: a core in Java, and a site on Node that decides. */
describe("a Java application with the bridge, whose callbacks run in a site on Node", { skip }, () => {
  let core, site, identity, at, coreAt;
  const restart = {};

  before(async () => {
    const [port, corePort, issuerPort] = [await freePort(), await freePort(), await freePort()];
    [at, coreAt] = [`http://127.0.0.1:${port}`, `http://127.0.0.1:${corePort}`];
    const issuer = `http://127.0.0.1:${issuerPort}`;
    const shared = { ...environment(), AUTH_SECRET: secret, AUTH_URL: at };
    const keycloak = { AUTH_KEYCLOAK_ID: "web", AUTH_KEYCLOAK_SECRET: "web-secret", AUTH_KEYCLOAK_ISSUER: issuer };
    const java = process.env.JAVA_HOME ? join(process.env.JAVA_HOME, "bin", "java") : "java";
    const path = [classes, join(libraries, "*")].join(delimiter);
    const args = ["-Xmx128m", "-XX:TieredStopAtLevel=1", `-Dport=${corePort}`, "-cp", path, "dev.cardea.examples.guides.SiteCore"];
    identity = await begin("the identity provider", process.execPath, [here("../../../examples/javascript/identity.mjs"), String(issuerPort)], { ready: /./ });
    core = await begin("the core", java, args, { env: { ...shared, ...keycloak, HOOKS_URL: `${at}/api/auth/hooks` }, ready: /^Listening/ });
    restart.site = async () =>
      (site = await begin("the site", process.execPath, [here("../../testing/java-core/site.mjs")], { env: { ...shared, CARDEA_URL: coreAt, PORT: String(port) }, ready: /listens/ }));
  });

  after(async () => {
    for (const each of [site, core, identity]) await each?.stop();
  });

  async function submitted(visitor, action, fields) {
    const { csrfToken } = JSON.parse((await visitor.ask("GET", "/api/auth/csrf")).text);
    return visitor.ask("POST", `/api/auth/${action}`, { form: { csrfToken, callbackUrl: "/", ...fields } });
  }

  const signIn = async (visitor, username, password = "open sesame") =>
    (await submitted(visitor, "callback/credentials", { username, password })).headers.get("location");

  const user = async (visitor) => JSON.parse((await visitor.ask("GET", "/")).text);

  test("before the site has started, no user signs in", async () => {
    const { status } = await new Visitor(coreAt).ask("POST", "/api/auth/signin/keycloak", { form: {} });
    assert.equal(status, 503);
    await restart.site();
    // The core asks again after a second, where a visitor wants to sign in.
    const visitor = new Visitor(at);
    await until(async () => {
      await signIn(visitor, "ada");
      return user(visitor);
    });
    assert.equal((await user(visitor)).name, "ada");
  });

  test("the site checks the password, decides who may sign in, and what the session holds", async () => {
    const visitor = new Visitor(at);
    assert.equal(await user(visitor), null);
    assert.match((await visitor.ask("GET", "/api/auth/signin")).text, /name="username"[^]*name="password"/);
    assert.equal(await signIn(visitor, "ada", "guess"), `${at}/api/auth/signin?error=CredentialsSignin&code=credentials`);
    assert.equal(await signIn(visitor, "mallory"), `${at}/api/auth/error?error=AccessDenied`);
    assert.equal(await user(visitor), null);
    assert.equal(await signIn(visitor, "ada"), `${at}/`);
    assert.deepEqual(await user(visitor), { name: "ada", role: "editor", id: "people/ada" });
    assert.match((await visitor.ask("GET", "/api/auth/session")).text, /"role":"editor"/);
  });

  test("the event of a sign-in reaches the site", async () => {
    const visitor = new Visitor(at);
    await signIn(visitor, "bob");
    await site.says(/^signed in: bob$/);
  });

  test("the site makes the user of an account at an identity provider", async () => {
    const visitor = new Visitor(at);
    const toProvider = (await submitted(visitor, "signin/keycloak")).headers.get("location");
    const page = await (await fetch(toProvider)).text();
    const back = new URL(/id="go" href="([^"]*)"/.exec(page)[1].replaceAll("&amp;", "&"));
    assert.equal(back.origin, at);
    await visitor.ask("GET", back.pathname + back.search);
    const { id, ...rest } = await user(visitor);
    assert.deepEqual(rest, { name: "Ada Lovelace", email: "ada@example.com", role: "reader" });
    assert.ok(id);
  });

  test("the Java application shows its own pages to the users of the site", async () => {
    const visitor = new Visitor(at);
    await signIn(visitor, "ada");
    const cookie = Array.from(visitor.cookies, ([name, value]) => `${name}=${value}`).join("; ");
    const account = (headers) => fetch(`${coreAt}/account`, { headers, redirect: "manual" });
    const shown = await account({ cookie });
    assert.deepEqual([shown.status, await shown.text()], [200, "Hello ada"]);
    assert.equal((await account({})).status, 401);
  });

  test("a user signs out", async () => {
    const visitor = new Visitor(at);
    await signIn(visitor, "ada");
    await submitted(visitor, "signout");
    assert.equal(await user(visitor), null);
  });

  test("a call of a hook that the core has not signed is not run", async () => {
    const forged = await fetch(`${at}/api/auth/hooks/callbacks/authorize`, { method: "POST", body: "{}" });
    assert.equal(forged.status, 401);
  });

  test("no attack on the site succeeds", async () => {
    const java = process.env.JAVA_HOME ? join(process.env.JAVA_HOME, "bin", "java") : "java";
    const args = ["-cp", join(libraries, "*"), here("../../testing/java-core/SiteAttack.java"), at, secret];
    const attack = await begin("the attack", java, args, { env: environment(), ready: /^\d+ requests/ });
    assert.match(attack.found.input, / 0 findings$/, attack.all.join("\n"));
    for (const id of ["A01", "A04", "A07", "A09", "A11", "A45", "A46"]) assert.ok(attack.all.some((line) => line.startsWith(`${id} ok`)), attack.all.join("\n"));
    await attack.stop();
  });

  test("while the site is down, its users stay signed in, and the Java application says that it does not know them", async () => {
    const visitor = new Visitor(at);
    await signIn(visitor, "ada");
    await site.stop();
    const cookie = Array.from(visitor.cookies, ([name, value]) => `${name}=${value}`).join("; ");
    const account = await fetch(`${coreAt}/account`, { headers: { cookie }, redirect: "manual" });
    assert.deepEqual([account.status, account.headers.getSetCookie()], [503, []]);
    await restart.site();
    assert.equal((await user(visitor)).name, "ada");
  });
});
