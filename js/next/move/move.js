import { coreFile } from "./core-file.js";
import { importsOf, objectOf, treeOf } from "./declarations.js";
import { rewrite } from "./rewrite.js";
import { nameOf } from "./values.js";

/** Modules of Auth.js that a source imports from, and Cardea's; null for a module without a counterpart. */
const MODULES = new Map([
  ["next-auth", "@cardea/next"],
  ["next-auth/react", "@cardea/next/react"],
  ["next-auth/jwt", "@cardea/next/jwt"],
  ["next-auth/webauthn", "@cardea/next/webauthn"],
  ["next-auth/adapters", "@cardea/next/adapters"],
  ["@auth/solid-start", "@cardea/solid-start"],
  ["@auth/solid-start/client", "@cardea/solid-start/client"],
]);
const CORE_MODULES = new Map([
  ["@auth/core", ""],
  ["@auth/core/types", ""],
  ["@auth/core/errors", ""],
  ["@auth/core/jwt", "/jwt"],
  ["@auth/core/adapters", "/adapters"],
]);
const OLD = /^(next-auth|@auth\/[\w-]+)(\/.*)?$/;

/**
 * What an application becomes: the core's file, the changed sources, and what cannot be moved. Changes nothing.
 *
 * @param files the sources by path
 */
export function move(ts, files, folder) {
  const state = { ts, files, folder, trees: new Map(), findings: [], cuts: new Map(), old: new Set(), solid: false };
  const old = [...files.keys()].filter((path) => /next-auth|@auth\//.test(files.get(path)) && importsOf(state, path).some(({ module }) => OLD.test(module)));
  for (const path of old) noted(state, path);
  const four = old.flatMap((path) => importsOf(state, path).filter(isOfFour).map(({ local, node }) => ({ path, local, node })))[0];
  if (four) {
    return { problem: `${four.path}:${lineOf(state, four.path, four.node)}: ${four.local} is of next-auth 4, whose configuration is another. Move to next-auth 5 first, then run this again` };
  }
  const calls = old.flatMap((path) => callsOf(state, path));
  const configs = calls.map((call) => ({ ...call, settings: settingsOf(state, call.path, call.argument) }));
  const unread = configs.find(({ settings }) => !settings);
  if (unread) {
    const at = `${unread.path}:${lineOf(state, unread.path, unread.argument)}`;
    return { problem: `${at}: the configuration is not written as an object that can be read here. Write NextAuth({ … }), with the object in this file or imported from one, and try again` };
  }
  // A split configuration has a second call for the edge, which says a part of the first.
  const whole = configs.sort((a, b) => b.settings.length - a.settings.length)[0];
  const yaml = whole && coreFile(state, whole.settings);
  if (whole) for (const { settings } of configs) for (const setting of settings) state.cut(setting);
  const edits = old.map((path) => rewrite(state, path)).filter(({ text, changed }) => text !== changed);
  return { yaml, edits, findings: state.findings.sort(byPlace), packages: { old: [...state.old].sort(), solid: state.solid } };
}

/** What only next-auth 4 has. */
function isOfFour({ module, imported }) {
  return /^next-auth(\/next|\/middleware)?$/.test(module) && /^(NextAuthOptions|AuthOptions|getServerSession|unstable_getServerSession|withAuth)$/.test(imported ?? "");
}

const byPlace = (a, b) => (a.path === b.path ? a.line - b.line : a.path < b.path ? -1 : 1);

/** Gives the state of a run what it does for the parts. */
function noted(state, path) {
  for (const { module } of importsOf(state, path)) {
    const name = /^(next-auth|@auth\/[\w-]+)/.exec(module)?.[1];
    if (name) state.old.add(name);
    if (module.startsWith("@auth/solid-start")) state.solid = true;
  }
  state.module = (module) => {
    const core = CORE_MODULES.get(module);
    if (core !== undefined) return state.solid ? (core ? null : "@cardea/solid-start") : `@cardea/next${core}`;
    return MODULES.get(module) ?? null;
  };
  state.tree = (file) => treeOf(state, file);
  state.imports = (file) => importsOf(state, file);
  state.line = (file, node) => lineOf(state, file, node);
  state.find = (setting, node, what, reason, way) =>
    state.findings.push({ path: setting.path, line: lineOf(state, setting.path, node), what, reason, way });
  state.cut = (setting) => {
    if (!state.moved?.has(setting.name)) return;
    const cuts = state.cuts.get(setting.path) ?? new Map();
    cuts.set(setting.node, setting.name === "providers" ? state.replacement?.get(setting.node) ?? [] : state.kept?.get(setting.node) ?? []);
    state.cuts.set(setting.path, cuts);
  };
}

function lineOf(state, path, node) {
  const tree = treeOf(state, path);
  return tree.getLineAndCharacterOfPosition(node.getStart(tree)).line + 1;
}

/** Where a file makes a site of a configuration. */
function callsOf(state, path) {
  const { ts } = state;
  const makers = new Set(
    importsOf(state, path)
      .filter(({ module, imported }) => (module === "next-auth" && imported === "default") || (module === "@auth/solid-start" && imported === "SolidAuth"))
      .map(({ local }) => local),
  );
  const found = [];
  const visit = (node) => {
    if (ts.isCallExpression(node) && ts.isIdentifier(node.expression) && makers.has(node.expression.text) && node.arguments[0]) {
      found.push({ path, argument: node.arguments[0] });
    }
    ts.forEachChild(node, visit);
  };
  visit(treeOf(state, path));
  return found;
}

/** The settings of a configuration as they count, each with its place; undefined where they cannot be seen. */
function settingsOf(state, path, node, seen = new Set()) {
  const object = objectOf(state, path, node, seen);
  if (!object) return undefined;
  const { ts } = state;
  const all = new Map();
  for (const property of object.node.properties) {
    if (ts.isSpreadAssignment(property)) {
      const spread = settingsOf(state, object.path, property.expression, seen);
      if (!spread) return undefined;
      for (const setting of spread) all.set(`${setting.name} of ${setting.path}`, setting);
      continue;
    }
    const name = nameOf(ts, property);
    if (name === undefined) return undefined;
    // What is said again counts; what it takes the place of is cut all the same.
    all.set(`${name} of ${object.path}`, { name, node: property, path: object.path, value: valueNode(ts, property) });
  }
  return [...all.values()];
}

function valueNode(ts, property) {
  if (ts.isPropertyAssignment(property)) return property.initializer;
  return ts.isShorthandPropertyAssignment(property) ? property.name : property;
}
