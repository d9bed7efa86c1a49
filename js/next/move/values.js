import { Variable } from "./yaml.js";

/** What the server's file cannot say, and where it stands. */
export class Unmovable extends Error {
  constructor(node) {
    super("is computed");
    this.node = node;
  }
}

/**
 * The value of an expression that the server's file can say: literals, arithmetic, variables of the environment.
 *
 * @throws Unmovable for anything that only runs
 */
export function valueOf(ts, node, consts = new Map()) {
  const of = (each) => valueOf(ts, each, consts);
  const bare = unwrapped(ts, node);
  if (ts.isStringLiteralLike(bare)) return bare.text;
  if (ts.isNumericLiteral(bare)) return Number(bare.text.replaceAll("_", ""));
  if (bare.kind === ts.SyntaxKind.TrueKeyword) return true;
  if (bare.kind === ts.SyntaxKind.FalseKeyword) return false;
  if (ts.isArrayLiteralExpression(bare)) return bare.elements.map(of);
  if (ts.isObjectLiteralExpression(bare)) return Object.fromEntries(bare.properties.map((property) => entryOf(ts, property, of)));
  const variable = variableOf(ts, bare);
  if (variable) return new Variable(variable);
  if (ts.isTemplateExpression(bare)) return templateOf(ts, bare, of);
  if (ts.isBinaryExpression(bare)) return binaryOf(ts, bare, of);
  if (ts.isIdentifier(bare) && consts.has(bare.text)) return of(consts.get(bare.text));
  throw new Unmovable(bare);
}

/** Without what TypeScript adds: `x!`, `(x)`, `x as T`, `x satisfies T`. */
export function unwrapped(ts, node) {
  let bare = node;
  while (
    ts.isParenthesizedExpression(bare) || ts.isAsExpression(bare) || ts.isNonNullExpression(bare) ||
    ts.isSatisfiesExpression?.(bare) || ts.isTypeAssertionExpression?.(bare)
  ) bare = bare.expression;
  return bare;
}

/** The name of a property; undefined for a computed one. */
export function nameOf(ts, property) {
  const { name } = property;
  return name && (ts.isIdentifier(name) || ts.isStringLiteralLike(name)) ? name.text : undefined;
}

function entryOf(ts, property, of) {
  const name = nameOf(ts, property);
  if (name === undefined || !ts.isPropertyAssignment(property)) throw new Unmovable(property);
  return [name, of(property.initializer)];
}

/** `process.env.NAME`, `process.env["NAME"]`, `env.NAME` of the usual helpers. */
function variableOf(ts, node) {
  if (ts.isElementAccessExpression(node) && ts.isStringLiteralLike(node.argumentExpression)) {
    return isEnvironment(node.expression) ? node.argumentExpression.text : undefined;
  }
  return ts.isPropertyAccessExpression(node) && isEnvironment(node.expression) ? node.name.text : undefined;
}

function isEnvironment(node) {
  return /^(process\.env|import\.meta\.env|env)$/.test(node.getText());
}

function templateOf(ts, node, of) {
  let text = node.head.text.replaceAll("${", "$${");
  for (const { expression, literal } of node.templateSpans) {
    const value = of(expression);
    text += (value instanceof Variable ? value.text : String(value)) + literal.text.replaceAll("${", "$${");
  }
  const whole = new Variable("");
  whole.text = text;
  return whole;
}

function binaryOf(ts, node, of) {
  const left = of(node.left);
  const right = of(node.right);
  const kind = node.operatorToken.kind;
  if (left instanceof Variable && /^\$\{\w+\}$/.test(left.text) && typeof right === "string" && !right.includes("}")) {
    if (kind === ts.SyntaxKind.BarBarToken || kind === ts.SyntaxKind.QuestionQuestionToken) return new Variable(left.text.slice(2, -1), right);
  }
  if (typeof left === "number" && typeof right === "number") {
    if (kind === ts.SyntaxKind.AsteriskToken) return left * right;
    if (kind === ts.SyntaxKind.PlusToken) return left + right;
    if (kind === ts.SyntaxKind.MinusToken) return left - right;
    if (kind === ts.SyntaxKind.SlashToken) return left / right;
  }
  if (typeof left === "string" && typeof right === "string" && kind === ts.SyntaxKind.PlusToken) return left + right;
  throw new Unmovable(node);
}
