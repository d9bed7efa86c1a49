// Makes the package of a runtime, without its Java: node manifest.js PLATFORM FOLDER
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const here = (path) => fileURLToPath(new URL(path, import.meta.url));
const json = (path) => JSON.parse(readFileSync(here(path), "utf8"));

export const platforms = json("platforms.json");

/** package.json of the runtime for that platform. */
export function manifest(platform) {
  const { version, license, author, homepage, repository, bugs, engines, publishConfig } = json("../server/package.json");
  return {
    name: `@cardea/runtime-${platform}`,
    version,
    description: `The Java that runs @cardea/server on ${platform}`,
    keywords: ["cardea", "java", "runtime", platform],
    ...platforms[platform],
    files: ["java", "README.md", "LICENSE"],
    preferUnplugged: true,
    sideEffects: false,
    license: `${license} AND GPL-2.0-only WITH Classpath-exception-2.0`,
    author,
    homepage,
    repository: { ...repository, directory: "js/runtime" },
    bugs,
    engines,
    publishConfig,
  };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [platform, folder] = process.argv.slice(2);
  if (!platforms[platform] || !folder) {
    console.error(`usage: node manifest.js PLATFORM FOLDER, with one of ${Object.keys(platforms).join(", ")}`);
    process.exit(2);
  }
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "package.json"), `${JSON.stringify(manifest(platform), null, 2)}\n`);
  copyFileSync(here("../../LICENSE"), join(folder, "LICENSE"));
  writeFileSync(
    join(folder, "README.md"),
    `# @cardea/runtime-${platform}\n\nA Java runtime for \`@cardea/server\` on ${platform}, linked from Eclipse Temurin 25. npm installs it as an optional\ndependency. Do not depend on it directly. Its licences are in \`java/legal\`.\n`,
  );
}
