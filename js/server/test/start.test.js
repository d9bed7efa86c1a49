import assert from "node:assert/strict";
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { fileURLToPath, pathToFileURL } from "node:url";
import { developmentJar, jar, withoutServer } from "../../testing/server.js";
import { Visitor } from "../../transcript/visitor.js";

const here = (path) => fileURLToPath(new URL(path, import.meta.url));
const skip = withoutServer || developmentJar || process.env.CARDEA_REQUIRE === "all" ? withoutServer : "the jar of development mode is not there: mvn install -Dfor=server";

describe("the package with its jars", { skip }, () => {
  let folder, start;
  before(async () => {
    folder = mkdtempSync(join(tmpdir(), "cardea-start-"));
    const home = join(folder, "node_modules/@cardea/server");
    for (const name of ["index.js", "java.js", "launch.js", "package.json", "port.js"]) cpSync(here(`../${name}`), join(home, name), { recursive: true });
    mkdirSync(join(home, "lib"));
    symlinkSync(jar, join(home, "lib/cardea-server.jar"));
    symlinkSync(developmentJar, join(home, "lib/cardea-dev.jar"));
    ({ start } = await import(pathToFileURL(join(home, "index.js"))));
  });
  after(() => rmSync(folder, { recursive: true, force: true }));

  test("starts the server of a configuration, which answers until it is stopped", async () => {
    const config = join(folder, "cardea.yml");
    writeFileSync(config, "env: test\nsecret: 5f0c2e9b71d84a36b8e1f7c09d2a4e63\n");
    const server = await start({ config });
    assert.deepEqual(server.env, { CARDEA_URL: server.url });
    assert.equal(await (await fetch(`${server.url}/auth/session`)).text(), "null");
    await assert.rejects(server.inbox(), /only development mode has an inbox/);
    await server.stop();
    await server.stop();
    await assert.rejects(fetch(`${server.url}/auth/session`));
  });

  test("starts development mode, whose inbox has the link that signs in", async () => {
    const cwd = mkdtempSync(join(folder, "site-"));
    const server = await start({ dev: true, cwd });
    try {
      assert.equal(server.env.AUTH_URL, server.url);
      assert.ok(server.env.AUTH_SECRET.length >= 32);
      const visitor = new Visitor(server.url);
      const { csrfToken } = JSON.parse((await visitor.ask("GET", "/auth/csrf")).text);
      await visitor.ask("POST", "/auth/signin/email", { form: { csrfToken, email: "ada@example.com" } });
      const [mail] = await server.inbox();
      assert.equal(mail.to, "ada@example.com");
      const { pathname, search } = new URL(mail.url);
      await visitor.ask("GET", pathname + search);
      assert.equal(JSON.parse((await visitor.ask("GET", "/auth/session")).text).user.email, "ada@example.com");
    } finally {
      await server.stop();
    }
  });

  test("a configuration with an error rejects with the line of the file", async () => {
    const config = join(folder, "broken.yml");
    writeFileSync(config, "prot: 1\n");
    await assert.rejects(start({ config }), /broken\.yml:1: key "prot" is unknown; did you mean "port"\?/);
  });
});
