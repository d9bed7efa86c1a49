import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, test } from "node:test";
import { fileURLToPath } from "node:url";
import { parse as parseToml } from "smol-toml";
import { parse as parseYaml } from "yaml";
import { settingsOf } from "../../bridge/dist/settings.js";
import { environment } from "../process.js";
import { jar, withoutServer } from "../server.js";

const root = fileURLToPath(new URL("../../../docs/samples/", import.meta.url));
const read = (path) => readFileSync(join(root, path), "utf8");
const yaml = (path) => parseYaml(read(path));
const toml = (path) => parseToml(read(path));
const dotenv = (path) => Object.fromEntries(Array.from(read(path).matchAll(/^([A-Z_]+)=(.*)$/gm), ([, name, value]) => [name, value]));
const container = (path) => yaml(path).spec.template.spec.containers[0];
const env = (path) => Object.fromEntries(container(path).env.map(({ name, value = "a secret of the platform" }) => [name, value]));

const SECRETS = ["AUTH_SECRET", "DATABASE_URL", "AUTH_GITHUB_ID", "AUTH_GITHUB_SECRET"];
const ofFly = { ...Object.fromEntries(SECRETS.map((name) => [name, ""])), ...toml("fly/core.toml").env };
const compose = yaml("compose/compose.yaml").services;

/** Each core with the variables that its platform sets, and each site with its variables. */
const cores = {
  "vercel/cardea.yml": Object.fromEntries(SECRETS.map((name) => [name, ""])),
  "vercel/cardea-previews.yml": { AUTH_SECRET: "", DATABASE_URL: "", VERCEL_AUTOMATION_BYPASS_SECRET: "" },
  "fly/cardea.yml": ofFly,
  "cloud-run/cardea.yml": env("cloud-run/core.yaml"),
  "compose/cardea.yml": compose.core.environment,
};
const sites = {
  "vercel/cardea.yml": dotenv("vercel/production.env"),
  "vercel/cardea-previews.yml": dotenv("vercel/preview.env"),
  "fly/cardea.yml": { AUTH_SECRET: "", ...toml("fly/web.toml").env },
  "cloud-run/cardea.yml": env("cloud-run/web.yaml"),
  "compose/cardea.yml": compose.web.environment,
};
/** Values of what is secret, so that the file is whole. */
const VALUES = {
  AUTH_SECRET: "5f0c2e9b71d84a36b8e1f7c09d2a4e63",
  DATABASE_URL: "postgresql://cardea:secret@db.example:5432/cardea",
  AUTH_GITHUB_ID: "0123456789abcdef",
  AUTH_GITHUB_SECRET: "fedcba9876543210",
  VERCEL_AUTOMATION_BYPASS_SECRET: "letmein",
};

test("every sample is listed here", () => {
  const found = readdirSync(root, { recursive: true }).filter((path) => /cardea[^/]*\.yml$/.test(path));
  assert.deepEqual(found.sort(), Object.keys(cores).sort());
});

/** What `cardea doctor --offline` prints. @throws where it finds an error */
function doctor(file, variables) {
  const java = process.env.JAVA_HOME ? join(process.env.JAVA_HOME, "bin", "java") : "java";
  const known = Object.fromEntries(Object.entries(variables).map(([name, value]) => [name, VALUES[name] ?? value]));
  const args = ["-XX:TieredStopAtLevel=1", "-jar", jar, "doctor", "--offline", "--config", file];
  return execFileSync(java, args, { env: { ...environment(), ...known }, encoding: "utf8", stdio: ["ignore", "pipe", "pipe"] });
}

describe("the core's file", { skip: withoutServer }, () => {
  for (const [file, variables] of Object.entries(cores)) {
    test(`has no errors with the variables of its platform: ${file}`, () => {
      assert.match(doctor(join(root, file), variables), /has no errors/);
    });
  }

  test("has no errors as the guide of Next begins", () => {
    const [, text] = /^```yaml\n(.*?)^```$/ms.exec(readFileSync(join(root, "../next.md"), "utf8"));
    const folder = mkdtempSync(join(tmpdir(), "cardea-guide-"));
    try {
      writeFileSync(join(folder, "cardea.yml"), text);
      assert.match(doctor(join(folder, "cardea.yml"), { AUTH_SECRET: "" }), /has no errors/);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});

describe("the site of each platform", () => {
  for (const [file, variables] of Object.entries(sites)) {
    test(`finds its core, which finds its hooks: ${file}`, () => {
      const core = yaml(file);
      const address = new URL(variables.CARDEA_URL);
      const isPlain = address.protocol === "http:";
      const whole = { ...variables, AUTH_SECRET: VALUES.AUTH_SECRET, NODE_ENV: "production", ...(file.includes("previews") ? { VERCEL: "1" } : {}) };
      assert.ok(settingsOf({ allowHttpCore: isPlain }, whole, core.basePath).core);
      if (isPlain) {
        assert.throws(() => settingsOf({}, whole, core.basePath), /allowHttpCore/);
        assert.equal(Number(address.port), core.port);
      }
      const hooks = (core.hooks.url ?? `https://*${core.hooks.path}`).replace("${AUTH_URL}", variables.AUTH_URL ?? "");
      assert.ok(hooks.endsWith(`${core.basePath}/hooks`), hooks);
      assert.ok("AUTH_SECRET" in variables);
    });
  }

  test("names the services of Compose by their own names", () => {
    assert.equal(new URL(compose.web.environment.CARDEA_URL).hostname, "core");
    assert.equal(new URL(yaml("compose/cardea.yml").hooks.url).hostname, "web");
    assert.equal(new URL(compose.core.environment.DATABASE_URL.replace(/\$\{[^}]*\}/, "x")).hostname, "db");
    assert.equal(compose.core.ports, undefined, "browsers do not reach the core");
  });

  test("reaches a core that the public does not, at the core's port", () => {
    const { app, checks, services, http_service: service } = toml("fly/core.toml");
    assert.equal(new URL(toml("fly/web.toml").env.CARDEA_URL).hostname, `${app}.internal`);
    assert.deepEqual([services, service], [undefined, undefined]);
    assert.equal(checks.health.port, yaml("fly/cardea.yml").port);
    assert.equal(container("cloud-run/core.yaml").ports[0].containerPort, yaml("cloud-run/cardea.yml").port);
    assert.equal(yaml("cloud-run/core.yaml").metadata.annotations["run.googleapis.com/ingress"], "internal");
  });
});

test("every image is made of files that are beside it", () => {
  for (const folder of ["fly", "cloud-run", "compose"]) {
    const copied = /^COPY (.*) \S+$/m.exec(read(`${folder}/Containerfile`))[1].split(" ").filter((name) => name !== "cardea-server.jar");
    for (const name of copied) assert.ok(existsSync(join(root, folder, name)), `${folder}/${name}`);
  }
});
