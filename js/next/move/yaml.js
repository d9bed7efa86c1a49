/** A variable of the environment, which the server's file names too. */
export class Variable {
  constructor(name, fallback) {
    this.text = fallback === undefined ? `\${${name}}` : `\${${name}:-${fallback}}`;
  }
}

/** Text as YAML, in a form that is read as text whatever it says. */
export function scalar(value) {
  if (value instanceof Variable) return JSON.stringify(value.text);
  if (typeof value !== "string") return JSON.stringify(value);
  const text = value.replaceAll("${", "$${");
  const plain = /^[A-Za-z/][\w./@-]*$/.test(text) && !/^(true|false|null|yes|no|on|off|y|n)$/i.test(text);
  return plain ? text : JSON.stringify(text);
}

/** A value on one line. */
export function flow(value) {
  if (Array.isArray(value)) return `[${value.map(flow).join(", ")}]`;
  if (value && typeof value === "object" && !(value instanceof Variable)) {
    return `{ ${Object.entries(value).map(([key, each]) => `${scalar(key)}: ${flow(each)}`).join(", ")} }`;
  }
  return scalar(value);
}
