/** A source without what moved, with imports of Cardea's packages. */
export function rewrite(state, path) {
  const text = state.files.get(path);
  const cuts = cutsOf(state, path, text);
  const gone = state.cuts.has(path) ? unused(state, path, cuts) : [];
  const changes = [...cuts, ...gone.filter((each) => !cuts.some((cut) => each.from >= cut.from && each.to <= cut.to)), ...modules(state, path, gone)];
  let changed = text;
  for (const { from, to, by } of changes.sort((a, b) => b.from - a.from)) changed = changed.slice(0, from) + by + changed.slice(to);
  return { path, text, changed: gone.length && !/\n{3}/.test(text) ? changed.replace(/\n{3,}/g, "\n\n") : changed };
}

/** The settings that moved: whole lines where a setting has its own lines. */
function cutsOf(state, path, text) {
  return [...(state.cuts.get(path) ?? [])].map(([node, lines]) => {
    let from = node.getStart();
    let to = node.getEnd();
    const comma = /^\s*,/.exec(text.slice(to))?.[0].length ?? 0;
    to += comma;
    const begin = text.lastIndexOf("\n", from - 1) + 1;
    const blank = text.slice(begin, from).trim() === "";
    const rest = /^[ \t]*(?:\/\/[^\n]*)?\r?\n/.exec(text.slice(to))?.[0];
    const indent = blank ? text.slice(begin, from) : "  ";
    if (blank && rest) [from, to] = [begin, to + rest.length];
    else if (!comma && !lines.length) from -= /(,\s*)?$/.exec(text.slice(0, from))[0].length;
    const by = lines.length ? lines.map((line) => (/^\s*$/.test(line) ? line : indent + line)).join("\n") : "";
    return { from, to, by: by && (blank && rest ? `${by}\n` : `\n${by}\n`) };
  });
}

/** Imports and constants of a file that only the settings used which moved. */
function unused(state, path, cuts) {
  const { ts } = state;
  const tree = state.tree(path);
  const ranges = [...cuts];
  const gone = [];
  const within = (node) => ranges.some(({ from, to }) => node.getStart() >= from && node.getEnd() <= to);
  const uses = (name, self) => {
    let inside = 0;
    let outside = 0;
    const visit = (node) => {
      if (node === self) return;
      if (ts.isIdentifier(node) && node.text === name && !isName(ts, node)) within(node) ? inside++ : outside++;
      ts.forEachChild(node, visit);
    };
    visit(tree);
    // What moved may go on in the source, such as the body of authorize.
    const kept = cuts.some(({ by }) => by.split("\n").some((line) => !line.trim().startsWith("//") && new RegExp(`\\b${name.replace("$", "\\$")}\\b`).test(line)));
    return { inside, outside: outside + (kept ? 1 : 0) };
  };
  const drop = (node) => {
    const range = wholeLines(tree.text, node);
    gone.push(range);
    ranges.push(range);
  };
  for (let more = true; more; ) {
    more = false;
    for (const statement of tree.statements) {
      if (within(statement) || !names(ts, statement).length) continue;
      if (names(ts, statement).every((name) => { const { inside, outside } = uses(name, statement); return inside > 0 && outside === 0; })) {
        drop(statement);
        more = true;
      }
    }
  }
  for (const statement of tree.statements) if (!within(statement)) gone.push(...shortened(state, statement, uses));
  return gone;
}

/** The names that a statement brings, if it does nothing else: an import, or constants that are not exported. */
function names(ts, statement) {
  if (ts.isImportDeclaration(statement) && statement.importClause) {
    const { name, namedBindings } = statement.importClause;
    const more = !namedBindings ? [] : ts.isNamespaceImport(namedBindings) ? [namedBindings.name] : namedBindings.elements.map((each) => each.name);
    return [...(name ? [name] : []), ...more].map((each) => each.text);
  }
  if (ts.isVariableStatement(statement) && !statement.modifiers?.length) {
    const all = statement.declarationList.declarations;
    return all.every((each) => ts.isIdentifier(each.name)) ? all.map((each) => each.name.text) : [];
  }
  return [];
}

/** An import of which some names are used no more. */
function shortened(state, statement, uses) {
  const { ts } = state;
  const bindings = ts.isImportDeclaration(statement) ? statement.importClause?.namedBindings : undefined;
  if (!bindings || !ts.isNamedImports(bindings)) return [];
  const isGone = (each) => { const { inside, outside } = uses(each.name.text, statement); return inside > 0 && outside === 0; };
  const left = bindings.elements.filter((each) => !isGone(each));
  if (left.length === bindings.elements.length || !left.length) return [];
  return [{ from: bindings.getStart(), to: bindings.getEnd(), by: `{ ${left.map((each) => each.getText()).join(", ")} }` }];
}

/** Whether it only names a member, as `b` in `a.b` and in `{ b: 1 }`. */
function isName(ts, node) {
  const { parent } = node;
  return (ts.isPropertyAccessExpression(parent) && parent.name === node) || (ts.isPropertyAssignment(parent) && parent.name === node);
}

function wholeLines(text, node) {
  const from = text.lastIndexOf("\n", node.getStart() - 1) + 1;
  const end = text.indexOf("\n", node.getEnd());
  return { from, to: end < 0 ? text.length : end + 1, by: "" };
}

/** Names of modules, wherever a source has them: import, export, import(), require(), declare module. */
function modules(state, path, gone) {
  const { ts } = state;
  const found = [];
  const seen = new Set();
  const change = (literal) => {
    const { text } = literal;
    if (seen.has(literal) || !/^(next-auth|@auth\/)/.test(text)) return;
    seen.add(literal);
    const start = literal.getStart();
    if (gone.some(({ from, to }) => start >= from && start < to)) return;
    const counterpart = state.module(text);
    const quote = literal.getText()[0];
    if (counterpart) return found.push({ from: start, to: literal.getEnd(), by: quote + counterpart + quote });
    state.findings.push({ path, line: state.line(path, literal), what: text, reason: "has no counterpart among Cardea's packages", way: wayOf(text) });
  };
  const visit = (node) => {
    if ((ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) && node.moduleSpecifier) change(node.moduleSpecifier);
    if (ts.isModuleDeclaration(node) && ts.isStringLiteral(node.name)) change(node.name);
    if (ts.isImportTypeNode(node) && ts.isLiteralTypeNode(node.argument)) change(node.argument.literal);
    const called = ts.isCallExpression(node) && (node.expression.kind === ts.SyntaxKind.ImportKeyword || (ts.isIdentifier(node.expression) && node.expression.text === "require"));
    if (called && node.arguments[0] && ts.isStringLiteralLike(node.arguments[0])) change(node.arguments[0]);
    ts.forEachChild(node, visit);
  };
  visit(state.tree(path));
  return found;
}

function wayOf(module) {
  if (/\/providers?(\/|$)/.test(module)) return "providers are named in cardea.yml; take the import and what uses it out";
  if (/-adapter/.test(module)) return "the store is named in cardea.yml; take the import and what uses it out";
  return "take it out, or leave next-auth installed for it";
}
