import { register } from "node:module";

// Where a bundler would find them: Next.js without `.js` at the end, and our packages as they are built here.
const at = (path) => new URL(path, import.meta.url).href;
const resolver = `export const resolve = (name, context, next) => {
  const part = /^next\\/(headers|navigation|server)$/.exec(name)?.[1];
  if (part) return { url: ${JSON.stringify(at("./node_modules/next/"))} + part + ".js", shortCircuit: true };
  return next(name, context);
}`;
register(`data:text/javascript,${encodeURIComponent(resolver)}`);
