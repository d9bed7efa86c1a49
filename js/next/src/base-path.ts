/** What Next's `basePath` is: each of its bundlers writes the value in the place of this name. */
declare const process: { env: { __NEXT_ROUTER_BASEPATH?: string } };

/**
 * A path as the browser sent it: Next takes its `basePath` off before a route handler sees it, and the settings have whole
 * paths.
 *
 * @param routes where the settings say that the routes are
 */
export function wholePath(pathname: string, routes: string): string {
  const prefix = typeof process === "undefined" ? undefined : process.env.__NEXT_ROUTER_BASEPATH;
  const isWhole = !prefix || !routes.startsWith(`${prefix}/`) || pathname === prefix || pathname.startsWith(`${prefix}/`);
  return isWhole ? pathname : prefix + pathname;
}

/** The request with its {@link wholePath}. */
export function withBasePath(request: Request, routes: string): Request {
  const url = new URL(request.url);
  const path = wholePath(url.pathname, routes);
  if (path === url.pathname) return request;
  url.pathname = path;
  const { method, headers, body, signal } = request;
  return new Request(url, { method, headers, signal, ...(body ? { body, duplex: "half" } : {}) } as RequestInit);
}
