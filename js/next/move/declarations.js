import { fileOf } from "./sources.js";
import { unwrapped } from "./values.js";

/** A source as TypeScript reads it, once for each run. */
export function treeOf(state, path) {
  let tree = state.trees.get(path);
  if (!tree) {
    const { ts } = state;
    const kind = /x$/.test(path) ? ts.ScriptKind.TSX : /\.[cm]?js$/.test(path) ? ts.ScriptKind.JSX : ts.ScriptKind.TS;
    tree = ts.createSourceFile(path, state.files.get(path) ?? ts.sys.readFile(path) ?? "", ts.ScriptTarget.Latest, true, kind);
    state.trees.set(path, tree);
  }
  return tree;
}

/** Every name that a file imports, with the module that it comes from. */
export function importsOf(state, path) {
  const { ts } = state;
  const found = [];
  for (const node of treeOf(state, path).statements) {
    if (ts.isExportDeclaration(node) && node.moduleSpecifier) found.push({ module: node.moduleSpecifier.text, node });
    if (ts.isModuleDeclaration(node) && ts.isStringLiteral(node.name)) found.push({ module: node.name.text, node });
    if (!ts.isImportDeclaration(node)) continue;
    const module = node.moduleSpecifier.text;
    const clause = node.importClause;
    if (!clause) found.push({ module, node });
    if (clause?.name) found.push({ module, node, local: clause.name.text, imported: "default" });
    const names = clause?.namedBindings;
    if (names && ts.isNamespaceImport(names)) found.push({ module, node, local: names.name.text, imported: "*" });
    if (names && ts.isNamedImports(names)) {
      for (const each of names.elements) found.push({ module, node, local: each.name.text, imported: (each.propertyName ?? each.name).text, element: each });
    }
  }
  return found;
}

/** The object that an expression stands for: itself, that of a constant here or in an imported file, or what a function gives. */
export function objectOf(state, path, node, seen = new Set()) {
  const { ts } = state;
  const bare = unwrapped(ts, node);
  if (ts.isObjectLiteralExpression(bare)) return { path, node: bare };
  if (ts.isArrowFunction(bare) || ts.isFunctionExpression(bare)) {
    const result = ts.isBlock(bare.body) ? bare.body.statements.find(ts.isReturnStatement)?.expression : bare.body;
    return result && objectOf(state, path, result, seen);
  }
  if (!ts.isIdentifier(bare)) return undefined;
  const found = declared(state, path, bare.text, seen);
  return found && objectOf(state, found.path, found.node, seen);
}

/** What a name stands for: the value of a constant. */
export function declared(state, path, name, seen = new Set()) {
  const { ts } = state;
  if (seen.has(`${path}#${name}`)) return undefined;
  seen.add(`${path}#${name}`);
  for (const statement of treeOf(state, path).statements) {
    if (ts.isVariableStatement(statement)) {
      const found = statement.declarationList.declarations.find((each) => ts.isIdentifier(each.name) && each.name.text === name);
      if (found?.initializer) return { path, node: found.initializer };
    }
    if (name === "default" && ts.isExportAssignment(statement)) return { path, node: statement.expression };
  }
  const from = importsOf(state, path).find(({ local }) => local === name);
  const file = from && fileOf(from.module, path, state.folder);
  return file && declared(state, file, from.imported, seen);
}
