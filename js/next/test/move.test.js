import "../../testing/next.js";
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, describe, test } from "node:test";
import { fileURLToPath } from "node:url";
import ts from "typescript";
import { listen } from "../../testing/core.js";
import { until } from "../../testing/process.js";
import { serve, withoutServer } from "../../testing/server.js";
import { encode } from "../dist/jwt.js";

const { default: NextAuth } = await import("../dist/index.js");

const here = (path) => fileURLToPath(new URL(path, import.meta.url));
const folders = [];
after(() => folders.forEach((folder) => rmSync(folder, { recursive: true })));

/** A copy of an application in `move`, or one of these files, with its own TypeScript. */
function application(files) {
  const folder = mkdtempSync(join(tmpdir(), "cardea-move-"));
  folders.push(folder);
  if (typeof files === "string") cpSync(here(`move/${files}`), folder, { recursive: true });
  else for (const [name, text] of Object.entries({ "package.json": "{}", ...files })) writeFileSync(join(folder, name), text);
  mkdirSync(join(folder, "node_modules"), { recursive: true });
  symlinkSync(here("../../node_modules/typescript"), join(folder, "node_modules/typescript"));
  return folder;
}

function run(folder, ...args) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [here("../move/main.js"), folder, ...args], { encoding: "utf8" });
  return { status, stdout, stderr };
}

const read = (folder, name) => readFileSync(join(folder, name), "utf8");
const all = (folder) => Object.fromEntries(readdirSync(folder, { recursive: true, withFileTypes: true }).filter((each) => each.isFile()).map((each) => [each.name, readFileSync(join(each.parentPath ?? each.path, each.name), "utf8")]));

/** What the compiler finds wrong with the form of a source. */
function faults(name, text) {
  return ts.transpileModule(text, { fileName: name, reportDiagnostics: true, compilerOptions: { target: ts.ScriptTarget.ES2022, jsx: ts.JsxEmit.Preserve } }).diagnostics.map(({ messageText }) => messageText);
}

test("without --write nothing is changed: the file, the sources and what cannot be moved are shown", () => {
  const folder = application("split");
  const before = all(folder);
  const { status, stdout } = run(folder);
  assert.equal(status, 0);
  assert.deepEqual(all(folder), before);
  assert.match(stdout, /^\+store: \{ url: "\$\{POSTGRES_PRISMA_URL\}", layout: prisma-mapped \}$/m);
  assert.match(stdout, /^-import NextAuth from "next-auth";\n\+import NextAuth from "@cardea\/next";$/m);
  assert.doesNotMatch(stdout, /github\.profile/);
  assert.match(stdout, /Nothing was written: add --write/);
});

test("the application of thirty providers: ids, options, a closed provider, an adapter that has no counterpart", () => {
  const folder = application("example");
  assert.equal(run(folder, "--write").status, 0);
  const yaml = read(folder, "cardea.yml");
  assert.equal(yaml.match(/^ {2}- /gm).length, 31);
  for (const line of [
    "basePath: /auth",
    "session: { strategy: jwt }",
    'theme: { logo: "https://site.example/logo.png" }',
    "experimental: { enableWebAuthn: true }",
    "  - { id: boxyhq-saml, clientId: dummy, clientSecret: dummy }",
    '  - { id: keycloak, name: "Keycloak (bob/bob)" }',
    '  - { id: workos, connection: "${AUTH_WORKOS_CONNECTION}" }',
    "  - passage",
  ]) assert.ok(yaml.includes(`${line}\n`), line);
  assert.match(yaml, /^ignoreClosedProviders: true/m);
  assert.match(yaml, /^store: memory /m);
  assert.ok(!yaml.includes("authorized"), "the middleware decides in the site");

  const auth = read(folder, "auth.ts");
  assert.deepEqual(faults("auth.ts", auth), []);
  assert.ok(!/next-auth|from "unstorage|createStorage|providers:|theme:|experimental:/.test(auth.replace(/^ *\/\/.*$/gm, "")));
  assert.match(auth, /basePath: "\/auth",\n {2}callbacks: \{\n {4}authorized/);
  assert.match(auth, /declare module "@cardea\/next\/jwt"/);
  assert.match(read(folder, "client.tsx"), /from "@cardea\/next\/react"/);
});

test("a split configuration: authorize and callbacks stay, and what only the moved settings used goes", () => {
  const folder = application("split");
  const { stdout } = run(folder, "--write");
  const config = read(folder, "auth.config.ts");
  const auth = read(folder, "auth.ts");
  for (const [name, text] of [["auth.config.ts", config], ["auth.ts", auth]]) assert.deepEqual(faults(name, text), []);
  assert.match(config, /^ {2}async authorize\(credentials\) \{\n {4}return await check\(credentials\);\n {2}\},$/m);
  assert.match(config, /import \{ check \} from "\.\/lib\/check";/);
  assert.match(config, /^ {2}profile: \{\n {4}"github": function \(profile\) \{\n +return/m);
  assert.match(config, /^ {2}sendVerificationRequest: \{\n {4}"resend": mail,\n {2}\},$/m);
  assert.match(config, /import \{ mail \} from "@\/lib\/mail";/);
  assert.match(auth, /import \{ users \} from "@\/lib\/db";/);
  assert.ok(!/const DAY|PrismaAdapter|pages:/.test(auth));
  assert.match(read(folder, "cardea.yml"), /^session: \{ strategy: jwt, maxAge: 2592000 \}$/m);
  assert.match(read(folder, "cardea.yml"), /^hooks:\n {2}url: /m);
  assert.match(read(folder, "cardea.yml"), /from: "Acme <\$\{MAIL_FROM\}>"/);
  assert.match(read(folder, "middleware.ts"), /import NextAuth from "@cardea\/next";/);
  assert.match(stdout, /npm uninstall @auth\/prisma-adapter next-auth/);
});

test("a second run has nothing to move", () => {
  const folder = application("example");
  run(folder, "--write");
  const before = all(folder);
  const again = run(folder, "--write");
  assert.deepEqual([again.status, again.stdout], [0, "Nothing to move: no source names next-auth or @auth/solid-start.\n"]);
  assert.deepEqual(all(folder), before);
});

test("a cardea.yml that is there is never overwritten, and then no source is changed either", () => {
  const folder = application("split");
  writeFileSync(join(folder, "cardea.yml"), "store: memory\n");
  const before = all(folder);
  assert.match(run(folder).stdout, /cardea\.yml is there already/);
  const { status, stderr } = run(folder, "--write");
  assert.deepEqual([status, all(folder)], [2, before]);
  assert.match(stderr, /not overwritten.*--out FILE/);
  assert.equal(run(folder, "--write", "--out", "core.yml").status, 0);
  assert.ok(existsSync(join(folder, "core.yml")));
  assert.equal(read(folder, "cardea.yml"), "store: memory\n");
});

test("what a file cannot say is listed with its line, and nothing of it is lost", () => {
  const folder = application({
    "auth.ts": [
      'import NextAuth from "next-auth";',
      'import Credentials from "next-auth/providers/credentials";',
      'import { own } from "./own";',
      "export const { auth } = NextAuth({",
      "  adapter: { ...own(), createUser: () => null },",
      "  providers: [own(), Credentials({ id: 'one', authorize: () => null }), Credentials({ id: 'two', authorize: async (c) => c })],",
      "  useSecureCookies: process.env.NODE_ENV === 'production',",
      "  jwt: { maxAge: 60 * 60, encode: own },",
      "  secret: process.env.MY_SECRET,",
      "});",
    ].join("\n"),
  });
  const { stdout } = run(folder, "--write");
  for (const line of [/auth\.ts:5 {2}adapter\n/, /auth\.ts:6 {2}providers: own\n/, /auth\.ts:7 {2}useSecureCookies\n.*computed/, /auth\.ts:8 {2}jwt\.encode\n/]) assert.match(stdout, line);
  const text = read(folder, "auth.ts");
  assert.deepEqual(faults("auth.ts", text), []);
  assert.match(text, /authorize: \{\n.*"one": \(\) => null,\n.*"two": async \(c\) => c,\n/);
  assert.match(text, /\/\/ {3}\{? ?\.*.*own\(\)/);
  const yaml = read(folder, "cardea.yml");
  assert.match(yaml, /^secret: "\$\{MY_SECRET\}"$/m);
  assert.match(yaml, /^jwt: \{ maxAge: 3600 \}$/m);
  assert.match(yaml, /^ {2}- \{ id: one, use: credentials \}\n {2}- \{ id: two, use: credentials \}$/m);
});

test("@auth/solid-start: its configuration, and the names of its packages", () => {
  const folder = application({
    "auth.ts": 'import { SolidAuth, type SolidAuthConfig } from "@auth/solid-start";\nimport GitHub from "@auth/core/providers/github";\nexport const config: SolidAuthConfig = { prefix: "/in", providers: [GitHub] };\nexport const { GET, POST } = SolidAuth(config);\n',
    "client.ts": 'export { signIn } from "@auth/solid-start/client";\n',
  });
  assert.match(run(folder, "--write").stdout, /@cardea\/solid-start/);
  assert.equal(read(folder, "auth.ts"), 'import { SolidAuth, type SolidAuthConfig } from "@cardea/solid-start";\nexport const config: SolidAuthConfig = { prefix: "/in" };\nexport const { GET, POST } = SolidAuth(config);\n');
  assert.equal(read(folder, "client.ts"), 'export { signIn } from "@cardea/solid-start/client";\n');
  assert.match(read(folder, "cardea.yml"), /^basePath: \/in$/m);
});

test("a configuration that cannot be read, a missing TypeScript and a wrong call are said, without a stack trace", () => {
  const made = application({ "auth.ts": 'import NextAuth from "next-auth";\nimport { make } from "elsewhere";\nexport const { auth } = NextAuth(make());\n' });
  const unread = run(made);
  assert.deepEqual([unread.status, /auth\.ts:3: the configuration is not written as an object/.test(unread.stderr)], [1, true]);
  const without = application({});
  rmSync(join(without, "node_modules"), { recursive: true });
  const missing = run(without);
  assert.deepEqual([missing.status, /npm install --save-dev typescript/.test(missing.stderr)], [2, true]);
  assert.deepEqual([run(made, "--force").status, run(join(made, "node_modules")).status], [2, 2]);
  for (const { stderr } of [unread, missing, run(made, "--force")]) assert.ok(!stderr.includes("    at "), stderr);
});

test("names of callbacks are found through spreads, of whole configurations and of their parts", () => {
  const folder = application({
    "auth.config.ts": "export const base = { callbacks: { authorized: () => true, jwt: ({ token }) => token }, events: { signIn() {} } };\n",
    "auth.ts": 'import NextAuth from "next-auth";\nimport { base } from "./auth.config";\nexport const { auth } = NextAuth({ callbacks: { ...base.callbacks, session: ({ session }) => session }, providers: [] });\n',
  });
  run(folder, "--write");
  assert.match(read(folder, "cardea.yml"), /^hooks:\n {2}url: /m);
  assert.ok(!read(folder, "cardea.yml").includes("events"), "what is not spread does not count");
});

test("lines that end as on Windows go as whole lines", () => {
  const folder = application({ "auth.ts": 'import NextAuth from "next-auth";\r\nexport const { auth } = NextAuth({\r\n  session: { strategy: "jwt" },\r\n  debug: true,\r\n});\r\n' });
  run(folder, "--write");
  assert.equal(read(folder, "auth.ts"), 'import NextAuth from "@cardea/next";\r\nexport const { auth } = NextAuth({\r\n  debug: true,\r\n});\r\n');
});

test("an application of next-auth 4 is sent to 5 first, and modules without a counterpart are listed", () => {
  const four = run(application({ "auth.ts": 'import { type NextAuthOptions } from "next-auth";\nexport const authOptions: NextAuthOptions = { providers: [] };\n' }));
  assert.deepEqual([four.status, /auth\.ts:1: NextAuthOptions is of next-auth 4/.test(four.stderr)], [1, true]);
  const { status, stdout } = run(application({ "list.ts": 'import GitHub from "next-auth/providers/github";\nexport const all = [GitHub];\n' }), "--write");
  assert.equal(status, 0);
  assert.match(stdout, /^ {2}list\.ts:1 {2}next-auth\/providers\/github\n.*no counterpart.*\n.*cardea\.yml/m);
});

for (const name of ["example", "split"]) {
  test(`the server starts with the file that was written for ${name}`, { skip: withoutServer }, async () => {
    const folder = application(name);
    run(folder, "--write");
    const yaml = read(folder, "cardea.yml");
    const server = await serve(yaml, {
      ...variablesOf(yaml),
      AUTH_SECRET: "5f0c2e9b71d84a36b8e1f7c09d2a4e63XY",
      AUTH_WORKOS_CONNECTION: "conn_1",
      GITHUB_CLIENT_ID: "web",
      GITHUB_CLIENT_SECRET: "s",
      MAIL_FROM: "acme@site.example",
      POSTGRES_PRISMA_URL: "postgresql://u:p@127.0.0.1:9/people?schema=public&connect_timeout=1",
    });
    try {
      const path = /^basePath: (.*)$/m.exec(yaml)[1];
      const providers = await (await fetch(`${server.url}${path}/providers`)).json();
      assert.equal(Object.keys(providers).length, name === "example" ? 30 : 3);
      // The line comes by another way than the answer.
      const isGone = () => server.log.join("").includes("the provider passage is gone");
      assert.equal(name === "example" ? await until(isGone) : isGone(), name === "example");
    } finally {
      await server.stop();
    }
  });
}

describe("the guide by hand, while next-auth still has the sign-in routes", { skip: withoutServer }, () => {
  const secret = "5f0c2e9b71d84a36b8e1f7c09d2a4e63XY";
  const guide = readFileSync(here("../../../docs/moving-from-authjs.md"), "utf8");
  const [, yaml] = /^```yaml\n(.*?)^```$/ms.exec(guide);

  /** The core of step 2 next to an application. `hasRoute`: that of step 1, which takes precedence over `[...nextauth]`. */
  async function coreOf(hasRoute) {
    const { handlers } = NextAuth({ core: "http://127.0.0.1:3100", secret, trustHost: true, callbacks: { session: ({ session }) => ({ ...session, seen: true }) } });
    const app = await listen(async (request) =>
      hasRoute && new URL(request.url).pathname.startsWith("/api/auth/hooks/") ? handlers.POST(request) : new Response("Bad request", { status: 400 }),
    );
    const file = yaml.replace("http://127.0.0.1:3000", app.url).replace(/^store:.*\n/m, "");
    const core = await serve(file, { ...variablesOf("  - github\n  - google\n"), AUTH_SECRET: secret, AUTH_URL: "http://localhost:3000" });
    return { url: `${core.url}/api/auth`, stop: () => core.stop().then(app.stop) };
  }

  async function signIn({ url }) {
    const csrf = await fetch(`${url}/csrf`);
    const cookie = csrf.headers.getSetCookie().map((each) => each.split(";")[0]).join("; ");
    const body = new URLSearchParams(await csrf.json());
    return fetch(`${url}/signin/github`, { method: "POST", body, headers: { cookie, accept: "text/html" }, redirect: "manual" });
  }

  test("with the route of step 1, the core reads sessions of next-auth and begins sign-ins", async () => {
    const core = await coreOf(true);
    try {
      const name = "authjs.session-token";
      const token = await encode({ token: { sub: "42", name: "Ada" }, secret, salt: name });
      const session = await (await fetch(`${core.url}/session`, { headers: { cookie: `${name}=${token}` } })).json();
      assert.deepEqual([session.user.name, session.seen], ["Ada", true]);
      assert.match((await signIn(core)).headers.get("location"), /^https:\/\/github\.com\//);
    } finally {
      await core.stop();
    }
  });

  test("without it, no user signs in", async () => {
    const core = await coreOf(false);
    try {
      assert.equal((await signIn(core)).status, 503);
    } finally {
      await core.stop();
    }
  });
});

/** What each provider takes from the environment. */
function variablesOf(yaml) {
  const ids = yaml.match(/(?<=^ {2}- (?:\{ id: )?)[\w-]+/gm);
  return Object.fromEntries(
    ids.flatMap((id) => {
      const name = `AUTH_${id.toUpperCase().replaceAll("-", "_")}`;
      return [[`${name}_ID`, "web"], [`${name}_SECRET`, "s"], [`${name}_KEY`, "k"], [`${name}_ISSUER`, `https://${id}.example`]];
    }),
  );
}
