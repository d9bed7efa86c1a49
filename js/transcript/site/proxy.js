import { answer } from "./answers.js";
import { auth, lazy } from "./auth.js";

const around = auth((request) => answer(request));

/** `auth` itself, a function that it wraps, and `auth` of the configuration that is made for each request. */
export function proxy(request, event) {
  const { pathname } = request.nextUrl;
  if (pathname.startsWith("/around")) return around(request, event);
  return pathname.startsWith("/lazily") ? lazy.auth(request, event) : auth(request, event);
}

export const config = { matcher: ["/guarded/:path*", "/around/:path*", "/lazily/:path*"] };
