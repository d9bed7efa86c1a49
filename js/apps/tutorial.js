import { execFileSync, spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { environment, freePort, until } from "../testing/process.js";

const root = fileURLToPath(new URL("../../", import.meta.url));
const STEP = /^(?:`([^`\n]+)`\n\n)?```(\w+)\n(.*?)^```$/gms;

/**
 * Follows a page of `docs/start` to the letter in an empty folder: writes its files and runs its commands, in their order.
 * Its last command serves the site and keeps running. A free port takes the place of 3000.
 *
 * @returns the site's address and folder, and what ends it
 */
export async function tutorial(page) {
  const text = readFileSync(join(root, "docs/start", `${page}.md`), "utf8");
  const folder = mkdtempSync(join(tmpdir(), `cardea-start-${page}-`));
  const port = await freePort();
  const env = { ...environment("NODE", "PORT"), CARDEA: root.replace(/\/$/, ""), NEXT_TELEMETRY_DISABLED: "1" };
  const here = (content) => content.replaceAll("3000", String(port));
  const commands = [];
  for (const [, file, language, content] of text.matchAll(STEP)) {
    if (file) {
      mkdirSync(dirname(join(folder, file)), { recursive: true });
      writeFileSync(join(folder, file), here(content));
    } else if (language === "sh") {
      commands.push(...content.split("\n").filter((line) => line && !line.startsWith("export CARDEA=")));
    }
  }
  const last = commands.pop();
  for (const command of commands) execFileSync("sh", ["-c", here(command)], { cwd: folder, env, stdio: "inherit" });
  // A separate process group: the command starts the application, which starts others.
  const child = spawn("sh", ["-c", `exec ${here(last)}`], { cwd: folder, env, detached: true, stdio: ["ignore", "pipe", "pipe"] });
  const log = [];
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (data) => log.push(String(data)));
  const gone = new Promise((resolve) => child.once("exit", resolve));
  const stop = async () => {
    try {
      process.kill(-child.pid, "SIGTERM");
    } catch {
      // It has ended.
    }
    await gone;
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  };
  const url = `http://localhost:${port}`;
  const came = await until(async () => child.exitCode !== null || (await answers(url)), 300_000);
  if (came && child.exitCode === null) return { url, folder, log, stop };
  await stop();
  throw new Error(`${last} serves nothing:\n${log.join("")}`);
}

function answers(url) {
  return fetch(url, { signal: AbortSignal.timeout(60_000) }).then((answer) => answer.ok, () => false);
}
