import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { begin, environment } from "./process.js";

const here = (path) => fileURLToPath(new URL(path, import.meta.url));

export const jar = process.env.CARDEA_JAR ?? here("../../server/target/cardea-server.jar");
/** The jar of development mode, where `bin/cardea` finds it too. */
export const developmentJar = [join(dirname(jar), "cardea-dev.jar"), here("../../tools/dev/target/cardea-dev.jar")].find(existsSync);
/** The folder with the `classes` of the Java examples, and the `lib` that they need. */
export const examples = process.env.CARDEA_EXAMPLES ?? here("../../examples/target");

/** Why tests against the server are skipped, or false; where everything is required, nothing is. */
export const withoutServer =
  existsSync(jar) || process.env.CARDEA_REQUIRE === "all" ? false : "the server's jar is not there: mvn install -Dfor=server";

/** It starts once for each test file and answers little: compiling well would cost more than it gives. */
export const QUICK = ["-Xmx128m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1"];

/**
 * Starts the server as it is shipped, in a separate process.
 *
 * @param variables of its environment that the configuration names
 */
export async function serve(config, variables = {}) {
  const folder = mkdtempSync(join(tmpdir(), "cardea-"));
  const file = join(folder, "cardea.yml");
  writeFileSync(file, config);
  const java = process.env.JAVA_HOME ? join(process.env.JAVA_HOME, "bin", "java") : "java";
  const args = [...QUICK, "-jar", jar, "serve", "--config", file, "--port", "0"];
  const remove = () => rmSync(folder, { recursive: true });
  try {
    const server = await begin("the server", java, args, { env: { ...environment(), ...variables }, ready: /^cardea listening on (.*)$/ });
    /** Writes another configuration, and waits until it is in force. */
    const reload = async (other) => {
      const before = server.log.length;
      writeFileSync(file, other);
      server.signal("SIGHUP");
      const [, refused] = await server.logs(/the configuration was (not )?reloaded.*\n/, before);
      if (refused) throw new Error(server.log.slice(before).join(""));
    };
    return { url: server.found[1], log: server.log, reload, stop: () => server.stop().then(remove) };
  } catch (error) {
    remove();
    throw error;
  }
}
