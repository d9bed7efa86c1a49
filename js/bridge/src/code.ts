const known = new WeakMap<object, string>();
const ids = new WeakMap<object, string>();

/** What only this one function has, whichever others have the same code. */
export function idOf(callback: (...args: never[]) => unknown): string {
  let id = ids.get(callback);
  if (id === undefined) ids.set(callback, (id = crypto.randomUUID()));
  return id;
}

/** A function's code as every bundle of a site has it. */
export function codeOf(callback: (...args: never[]) => unknown): string {
  let code = known.get(callback);
  if (code === undefined) known.set(callback, (code = withoutShortNames(String(callback))));
  return code;
}

/** A module, as bundlers name it while a site is developed: with the bundle that it is in. */
const MODULE = /^__TURBOPACK__|__WEBPACK_/;

/**
 * A bundler may give the variables of each bundle other names, and reach what is imported by a variable (`a.push()`, `b()`)
 * or by a module (`t.f.push()`, `(0,t.g)()`).
 */
function withoutShortNames(code: string): string {
  const called = code.replace(/\(0,\s*([\w$.]+)\)/g, "$1");
  const masked = called.replace(/[\w$]+/g, (name) => (name.length < 4 || MODULE.test(name) ? "_" : name)).replace(/\s+/g, "");
  return masked.replace(/_(?:\._)+(?![\w$])/g, "_");
}
