#!/usr/bin/env node
// Moves an application from next-auth or @auth/solid-start to Cardea: cardea-move [FOLDER] [--write] [--out FILE].
import { existsSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join, relative, resolve } from "node:path";
import { diff } from "./diff.js";
import { move } from "./move.js";
import { sources } from "./sources.js";

const USAGE = `cardea-move [FOLDER] [--write] [--out FILE]

Reads the configuration of next-auth or @auth/solid-start in FOLDER (default: this one), shows the cardea.yml that it
becomes, the changes of the sources as a diff, and what cannot be moved. Nothing is changed without --write.

  --write      writes cardea.yml and the sources; a cardea.yml that is there is never overwritten
  --out FILE   another name for cardea.yml
`;

process.exitCode = run(process.argv.slice(2));

/** 0: moved, or nothing to move; 1: the application's configuration cannot be read; 2: the call is wrong. */
function run(args) {
  const options = optionsOf(args);
  if (!options) return 2;
  if (options.help) return say(USAGE), 0;
  if (!existsSync(join(options.folder, "package.json"))) {
    return complain(`${options.folder} has no package.json; give the application's folder`), 2;
  }
  const ts = typescriptOf(options.folder);
  if (!ts) return 2;
  const moved = move(ts, sources(options.folder), options.folder);
  if (moved.problem) return complain(moved.problem), 1;
  return report(moved, options);
}

function optionsOf(args) {
  const options = { folder: undefined, write: false, out: "cardea.yml", help: false };
  for (let i = 0; i < args.length; i++) {
    const arg = args[i];
    if (arg === "--help" || arg === "-h") options.help = true;
    else if (arg === "--write") options.write = true;
    else if (arg === "--out" && args[i + 1] && !args[i + 1].startsWith("-")) options.out = args[++i];
    else if (arg.startsWith("-") || options.folder) return complain(`${arg} is not known here\n\n${USAGE}`);
    else options.folder = arg;
  }
  return { ...options, folder: resolve(options.folder ?? ".") };
}

/** The application's own compiler: it reads the application's language in the version that is written there. */
function typescriptOf(folder) {
  try {
    const ts = createRequire(join(folder, "package.json"))("typescript");
    if (typeof ts.createSourceFile === "function") return ts;
    return complain(`TypeScript ${ts.version} of the application has no parser that can be called; npm install --save-dev typescript@5 and try again`);
  } catch {
    return complain("cardea-move reads the sources with the application's own TypeScript, which is not installed: npm install --save-dev typescript");
  }
}

function report({ yaml, edits, findings, packages }, { folder, write, out }) {
  const file = resolve(folder, out);
  const there = yaml !== undefined && existsSync(file);
  if (!yaml && !edits.length && !findings.length) return say("Nothing to move: no source names next-auth or @auth/solid-start.\n"), 0;
  if (there && write) {
    return complain(`${out} is there and is not overwritten. Nothing was changed. Move it away, or name another with --out FILE`), 2;
  }
  if (yaml !== undefined) say(diff(out, "", yaml));
  for (const { path, text, changed } of edits) say(diff(relative(folder, path), text, changed));
  if (there) say(`\n${out} is there already: --write would change nothing. Move it away, or name another with --out FILE.\n`);
  if (findings.length) say(`\nNot moved, ${findings.length}:\n`);
  for (const { path, line, what, reason, way } of findings) {
    say(`  ${relative(folder, path)}:${line}  ${what}\n      ${reason}\n      Instead: ${way}\n`);
  }
  if (write) {
    // The configuration first: without it the sources would have lost what they said.
    if (yaml !== undefined) writeFileSync(file, yaml, { flag: "wx" });
    for (const { path, changed } of edits) writeFileSync(path, changed);
  }
  if (yaml === undefined && !edits.length) return 0;
  say(write ? "\nWritten. Next:\n" : "\nNothing was written: add --write. Then:\n");
  const own = packages.solid ? "@cardea/solid-start" : "@cardea/next";
  say(`  npm install @cardea/bridge ${own}    (not on npm yet: both archives in one command, see docs/next.md "Install")\n`);
  if (packages.old.length) say(`  npm uninstall ${packages.old.join(" ")}\n`);
  if (yaml !== undefined) say(`  cardea doctor --config ${out}\n`);
  return 0;
}

function say(text) {
  process.stdout.write(text);
}

function complain(text) {
  process.stderr.write(`${text.trimEnd()}\n`);
}
