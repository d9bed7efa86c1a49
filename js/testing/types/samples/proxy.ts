// sample
// proxy.ts (Next 14 and 15: middleware.ts, and `auth as middleware`)
export { auth as proxy } from "./auth";
// end
