import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { after, before, describe, test } from "node:test";
import { fileURLToPath, pathToFileURL } from "node:url";
import { StreamMessageReader, StreamMessageWriter, createMessageConnection } from "vscode-jsonrpc/node.js";

const here = (path) => fileURLToPath(new URL(path, import.meta.url));
const schemaFile = here("../../distribution/src/main/archive/conf/cardea.schema.json");
const schema = JSON.parse(readFileSync(schemaFile, "utf8"));

/** The keys of an object, and the schema of each: a value may also be a text with a variable, or absent. */
function members(node) {
  const own = node.$ref ? schema.definitions[node.$ref.replace("#/definitions/", "")] : node;
  const parts = [...(own.anyOf ?? []), ...(own.allOf ?? [])].flatMap((each) => Object.entries(members(each)));
  return { ...own.properties, ...Object.fromEntries(parts) };
}

/** Each place of a file where keys may stand: the lines before, and the keys that the schema knows there. */
function* places(node, lines, depth) {
  const keys = members(node);
  if (Object.keys(keys).length === 0) return;
  yield { lines, depth, keys: Object.keys(keys) };
  for (const [key, value] of Object.entries(keys)) {
    yield* places(value, [...lines, `${"  ".repeat(depth)}${key}:`], depth + 1);
  }
}

describe("the language server for YAML, as editors run it", () => {
  let server, connection;
  let version = 0;

  before(async () => {
    server = spawn(process.execPath, [here("node_modules/yaml-language-server/bin/yaml-language-server"), "--stdio"], { stdio: ["pipe", "pipe", "inherit"] });
    connection = createMessageConnection(new StreamMessageReader(server.stdout), new StreamMessageWriter(server.stdin));
    const settings = { yaml: { completion: true, validate: true, schemaStore: { enable: false } } };
    connection.onRequest("workspace/configuration", ({ items }) => items.map(({ section }) => settings[section] ?? null));
    connection.onRequest("client/registerCapability", () => null);
    connection.listen();
    await connection.sendRequest("initialize", { processId: process.pid, rootUri: null, capabilities: { workspace: { configuration: true } } });
    await connection.sendNotification("initialized", {});
    await connection.sendNotification("workspace/didChangeConfiguration", { settings });
  });

  after(() => {
    connection?.dispose();
    server?.kill();
  });

  /** What is offered at the end of a file, of which the first line names the schema as `cardea init` writes it. */
  async function offered(lines) {
    const uri = `${pathToFileURL(here("."))}${++version}.yml`;
    const text = [`# yaml-language-server: $schema=${pathToFileURL(schemaFile)}`, ...lines].join("\n");
    await connection.sendNotification("textDocument/didOpen", { textDocument: { uri, languageId: "yaml", version, text } });
    const position = { line: lines.length, character: lines.at(-1).length };
    const { items } = await connection.sendRequest("textDocument/completion", { textDocument: { uri }, position });
    await connection.sendNotification("textDocument/didClose", { textDocument: { uri } });
    return new Set(items.map(({ label }) => label));
  }

  test("offers every key of the file at its place", async () => {
    let asked = 0;
    for (const { lines, depth, keys } of places(schema, [], 0)) {
      const labels = await offered([...lines, "  ".repeat(depth)]);
      assert.deepEqual(keys.filter((key) => !labels.has(key)), [], lines.join("\n") || "the file itself");
      asked++;
    }
    assert.ok(asked > 10, `${asked} places`);
  });

  test("offers the values of a key that has a list of them", async () => {
    assert.ok((await offered(["session:", "  strategy: "])).has("database"));
  });

  const kinds = { github: ["oauth-keys", "provider-github"], nodemailer: ["email-keys"], resend: ["mail-service-keys"], credentials: ["credentials-keys"], passkey: ["passkey-keys"] };
  for (const [id, definitions] of Object.entries(kinds)) {
    test(`offers the keys of a provider such as ${id}`, async () => {
      const labels = await offered(["providers:", `  - id: ${id}`, "    "]);
      const keys = definitions.flatMap((each) => Object.keys(members(schema.definitions[each]))).filter((key) => key !== "id");
      assert.ok(keys.length > 0);
      assert.deepEqual(keys.filter((key) => !labels.has(key)), []);
    });
  }
});
