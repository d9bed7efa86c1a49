import { register } from "node:module";

// What we use of Next.js, small: its own is too large for each run. The applications in `examples` run with the real one.
const place = new URL("./next-parts.js", import.meta.url).href;
const resolver = `export const resolve = (name, context, next) =>
  /^next\\/(headers|navigation|server)$/.test(name) ? { url: ${JSON.stringify(place)}, shortCircuit: true } : next(name, context);`;
register(`data:text/javascript,${encodeURIComponent(resolver)}`);
