// Two versions of the server in turn over one store, as release/check-upgrade says.
import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { begin, environment, freePort } from "../testing/process.js";
import { Visitor } from "../transcript/visitor.js";

const [previous, current] = process.argv.slice(2).map((path) => resolve(path));
const folder = mkdtempSync(join(tmpdir(), "cardea-upgrade-"));
const [port, smtp, mails, issuer] = [await freePort(), await freePort(), await freePort(), await freePort()];
const site = `http://localhost:${port}`;
const java = process.env.JAVA_HOME ? join(process.env.JAVA_HOME, "bin", "java") : "java";

const settings = (strategy) => `
env: development
secret: 5f0c2e9b71d84a36b8e1f7c09d2a4e63
url: ${site}
port: ${port}
store: jdbc:sqlite:${join(folder, `${strategy}.db`)}
migrate: true
session: { strategy: ${strategy} }
providers:
  - { id: nodemailer, server: "smtp://127.0.0.1:${smtp}", from: no-reply@app.example }
  - { id: acme, type: oidc, issuer: "http://127.0.0.1:${issuer}", clientId: web, clientSecret: web-secret }
`;

const serve = (jar) => begin("the server", java, ["-Xmx128m", "-jar", jar, "serve", "--config", "cardea.yml"], { cwd: folder, env: environment(), ready: /^cardea listening/ });

/** Begins a sign-in. @returns the visitor, and the answer */
async function begun(provider, fields = {}) {
  const visitor = new Visitor(site);
  const { csrfToken } = JSON.parse((await visitor.ask("GET", "/auth/csrf")).text);
  const answer = await visitor.ask("POST", `/auth/signin/${provider}`, { form: { csrfToken, callbackUrl: "/", ...fields } });
  return { visitor, answer };
}

const linksIn = (text) => [...text.matchAll(/href="([^"]+)"/g)].map(([, link]) => link.replaceAll("&amp;", "&"));

/** Asks for a link. @returns the visitor, the address, and the link of the mail */
async function askedForLink(address) {
  const { visitor } = await begun("nodemailer", { email: address });
  const inbox = await (await fetch(`http://127.0.0.1:${mails}`)).text();
  return { visitor, address, link: linksIn(inbox).filter((each) => each.includes(encodeURIComponent(address))).at(-1) };
}

/** Goes to the identity provider. @returns the visitor, the address of its user, and the link back */
async function atProvider() {
  const { visitor, answer } = await begun("acme");
  const page = await visitor.ask("GET", answer.headers.get("location"));
  return { visitor, address: "ada@example.com", link: linksIn(page.text)[0] };
}

const user = async (visitor) => JSON.parse((await visitor.ask("GET", "/auth/session")).text)?.user?.email;

async function signedIn({ visitor, address, link }) {
  const answer = await visitor.ask("GET", link);
  assert.ok(answer.status < 400, `${answer.status} ${answer.text.slice(0, 200)}`);
  assert.equal(await user(visitor), address);
  return { visitor, address };
}

/** There and back twice: the second time, each version finds what the other has written. */
async function alternates(strategy) {
  writeFileSync(join(folder, "cardea.yml"), settings(strategy));
  const users = [];
  let waiting = [];
  for (const [step, jar] of [previous, current, previous, current].entries()) {
    const server = await serve(jar);
    try {
      for (const { visitor, address } of users) assert.equal(await user(visitor), address, `a user is signed out in step ${step}, ${strategy}`);
      // What began with the version before ends with this one.
      for (const each of [...waiting, await askedForLink(`own${step}@example.com`), await atProvider()]) users.push(await signedIn(each));
      waiting = [await askedForLink(`across${step}@example.com`), await atProvider()];
    } finally {
      await server.stop();
    }
  }
  return users.length;
}

const example = (name) => fileURLToPath(new URL(`../../examples/javascript/${name}.mjs`, import.meta.url));
const inbox = await begin("the inbox", process.execPath, [example("inbox"), `${smtp}`, `${mails}`], { ready: /^inbox/ });
const identity = await begin("the identity provider", process.execPath, [example("identity"), `${issuer}`], { ready: /./ });
try {
  for (const strategy of ["database", "jwt"]) {
    console.log(`${await alternates(strategy)} sign-ins with ${strategy} sessions on both versions, and no user was signed out`);
  }
} finally {
  await identity.stop();
  await inbox.stop();
  rmSync(folder, { recursive: true });
}
