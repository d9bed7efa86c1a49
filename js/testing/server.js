import { spawn } from "node:child_process";
import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";

const jar = process.env.CARDEA_JAR ?? fileURLToPath(new URL("../../server/target/cardea-server.jar", import.meta.url));

/** Why tests against the server are skipped, or false; where everything is required, nothing is. */
export const withoutServer =
  existsSync(jar) || process.env.CARDEA_REQUIRE === "all" ? false : "the server's jar is not there: mvn -B -pl server -am package";

/** It starts once for each test file and answers little: compiling well would cost more than it gives. */
const QUICK = ["-Xmx128m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1"];

/** The server as it is shipped, in a process of its own. */
export async function serve(config) {
  const folder = mkdtempSync(join(tmpdir(), "cardea-"));
  const file = join(folder, "cardea.yml");
  writeFileSync(file, config);
  const java = process.env.JAVA_HOME ? join(process.env.JAVA_HOME, "bin", "java") : "java";
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^(AUTH|NEXTAUTH|CARDEA)_/.test(name)));
  const child = spawn(java, [...QUICK, "-jar", jar, "serve", "--config", file, "--port", "0"], { env, stdio: ["ignore", "pipe", "pipe"] });
  const log = [];
  child.stderr.on("data", (text) => log.push(String(text)));
  const gone = new Promise((resolve) => child.once("exit", resolve));
  const stop = async () => {
    child.kill();
    await gone;
    rmSync(folder, { recursive: true });
  };
  for await (const line of createInterface({ input: child.stdout })) {
    const url = /^cardea listening on (.*)$/.exec(line)?.[1];
    if (url) return { url, log, stop };
  }
  await stop();
  throw new Error(`the server did not begin: ${log.join("")}`);
}
