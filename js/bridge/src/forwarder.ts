import { Site } from "./site.js";
import type { SiteConfig } from "./types.js";

/**
 * Sign-in for any framework of web-standard requests and responses.
 *
 *     const sign = forwarder({ basePath: "/auth" });
 *     export default { fetch: async (request) => (await sign(request)) ?? app(request) };
 *
 * It takes the address of the connection too, where the server knows it. The core limits attempts by it, unless
 * `clientAddress` says where the visitor's address is.
 *
 * @returns the answer; nothing where the request is not for its routes
 */
export function forwarder(config: SiteConfig = {}): (request: Request, address?: string) => Promise<Response | undefined> {
  const site = new Site(config, "/auth");
  return async (request, address) => (site.bridge.handles(request) ? site.handle(request, address) : undefined);
}
