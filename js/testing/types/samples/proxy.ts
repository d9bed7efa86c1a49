// sample
// proxy.ts (Next 14 and 15: middleware.ts, and `auth as middleware`)
export { auth as proxy } from "./auth";

// Pages and API routes, without static files: each of those would need a session check too.
export const config = { matcher: ["/((?!_next/static|_next/image|favicon.ico).*)"] };
// end
