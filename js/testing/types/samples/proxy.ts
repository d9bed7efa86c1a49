// sample
// proxy.ts (Next 14 and 15: middleware.ts, and `auth as middleware`)
export { auth as proxy } from "./auth";

// Pages and API routes, without the files that they are made of: each of those would ask the core too.
export const config = { matcher: ["/((?!_next/static|_next/image|favicon.ico).*)"] };
// end
