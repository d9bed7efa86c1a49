/** Where the routes are on this site, and where they are in the core. */
export interface Paths {
  site: string;
  core: string;
}

/** A path of this site's routes as the core knows it; any other path as it is. */
export function inward(pathname: string, { site, core }: Paths): string {
  return moved(pathname, site, core);
}

/** An address as the core gives it, as this site knows it: an absolute one on this site, or a path. */
export function outward(address: string, origin: string, { site, core }: Paths): string {
  if (site === core) return address;
  const start = address.startsWith(`${origin}/`) ? origin : "";
  return start + moved(address.slice(start.length), core, site);
}

/**
 * The path of a cookie as this site knows it. Providers lead to the core's own `callback`, so what is sent there keeps its
 * path, and so does what is sent everywhere.
 */
export function cookiePathOutward(path: string, paths: Paths): string {
  const rest = path.startsWith(`${paths.core}/`) ? path.slice(paths.core.length) : "/";
  return rest === "/" || /^\/callback(\/|$)/.test(rest) ? path : outward(path, "", paths);
}

/** The same for the path in a `Set-Cookie` header. */
export function setCookieOutward(line: string, paths: Paths): string {
  return line.replace(/(;\s*path=)([^;]*)/gi, (_, before: string, path: string) => before + cookiePathOutward(path.trim(), paths));
}

/** As {@link outward}, for every address in a page. */
export function pageOutward(html: string, origin: string, paths: Paths): string {
  if (paths.site === paths.core) return html;
  return html.replace(/(<[^>]*?\s(?:href|action|src|formaction|data-[a-z-]+)=")([^"]*)/g, (_, before: string, address: string) => {
    return before + outward(address, origin, paths);
  });
}

/** A base path as it is written: with a slash in front, without one at the end. */
export function basePathOf(text: string): string {
  const path = `/${text.replace(/^\/+|\/+$/g, "")}`;
  return path === "/" ? "" : path;
}

function moved(address: string, from: string, to: string): string {
  if (!address.startsWith(from)) return address;
  const rest = address.slice(from.length);
  return rest === "" || /^[/?#]/.test(rest) ? to + rest : address;
}
