import { copyFileSync, existsSync, mkdirSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { freePort, until } from "../testing/process.js";
import { start } from "./parts.js";

const here = (path) => fileURLToPath(new URL(path, import.meta.url));
/** Where Maven unpacks it for the tests of Java. */
const unpacked = here("../../tests/it/target/keycloak/");
const realm = here("../../tests/it/src/test/resources/keycloak/cardea-realm.json");
const found = existsSync(unpacked) ? readdirSync(unpacked).find((name) => /^keycloak-\d[\d.]*$/.test(name)) : undefined;
const home = process.env.CARDEA_KEYCLOAK ?? (found && join(unpacked, found));
/** On a busy machine, in milliseconds: its first start compiles it. */
const PATIENCE = 4 * 60_000;

/** Why tests with Keycloak are skipped, or false. */
export const withoutKeycloak = home ? false : "Keycloak is not there: mvn -Dkeycloak -pl tests/it dependency:unpack@keycloak, or name its folder in CARDEA_KEYCLOAK";

/** A Keycloak with the realm of the tests of Java. It forgets everything when it stops. */
export async function startKeycloak() {
  mkdirSync(join(home, "data/import"), { recursive: true });
  copyFileSync(realm, join(home, "data/import/cardea-realm.json"));
  const [port, management] = [await freePort(), await freePort()];
  const args = ["start-dev", "--db=dev-mem", "--import-realm", "--http-host=127.0.0.1", `--http-port=${port}`, `--http-management-port=${management}`, "--cache=local"];
  const env = { JAVA_OPTS_APPEND: "-Xmx512m" };
  const keycloak = await start("Keycloak", "/bin/sh", [join(home, "bin/kc.sh"), ...args], { port, env, patience: PATIENCE });
  const issuer = `http://localhost:${port}/realms/cardea`;
  const isReady = async () => (await fetch(`${issuer}/.well-known/openid-configuration`)).ok;
  if (!(await until(isReady))) throw new Error(`Keycloak has no realm:\n${keycloak.log.join("")}`);
  return { ...keycloak, issuer };
}
