/** What Next's `basePath` is: each of its bundlers writes the value in the place of this name. */
declare const process: { env: { __NEXT_ROUTER_BASEPATH?: string } };

/**
 * The request as the browser sent it: Next takes its `basePath` off the path before a route handler sees it, and the
 * settings have whole paths.
 *
 * @param routes where the settings say that the routes are
 */
export function withBasePath(request: Request, routes: string): Request {
  const prefix = typeof process === "undefined" ? undefined : process.env.__NEXT_ROUTER_BASEPATH;
  const url = new URL(request.url);
  if (!prefix || !routes.startsWith(`${prefix}/`) || url.pathname.startsWith(`${routes}/`)) return request;
  url.pathname = prefix + url.pathname;
  const { method, headers, body, signal } = request;
  return new Request(url, { method, headers, signal, ...(body ? { body, duplex: "half" } : {}) } as RequestInit);
}
