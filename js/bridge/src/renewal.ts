/**
 * Which cookies of the session an answer may carry: all, those that prolong it, or none. An answer that may overtake that of
 * a sign-in deletes no cookie.
 */
export type Prolongs = boolean | "renewals";

/** What of a request decides what its answer may carry. */
interface Asking {
  method: string;
  headers: Headers;
  url: string;
}

/**
 * What the answer may carry. Browsers fetch ahead and in parallel. What such an answer brings back of a session that was
 * changed or ended meanwhile, the change cookie corrects.
 *
 * @param inMiddleware where scripts' own requests pass too; frameworks hide from it which of them are prefetches
 */
export function mayProlong({ method, headers, url }: Asking, inMiddleware: boolean): Prolongs {
  const { pathname } = new URL(url);
  // A post may change the session itself. Files may be kept by shared caches, and the policy of Next hides that here.
  if ((method !== "GET" && method !== "HEAD") || /\/_next\/(?!data\/)/.test(pathname)) return false;
  const isAhead = isPrefetch(headers) || headers.has("x-nextjs-data") || (inMiddleware && headers.get("sec-fetch-dest") === "empty");
  return isAhead ? "renewals" : true;
}

/** Whether a browser fetches ahead what it may never show (Fetch, section 2.3), or the router of Next does. */
export function isPrefetch(headers: Headers): boolean {
  if (headers.has("next-router-prefetch") || headers.has("x-middleware-prefetch")) return true;
  const purposes = ["purpose", "sec-purpose", "x-purpose", "x-moz"].map((name) => headers.get(name) ?? "");
  return purposes.some((purpose) => /prefetch|prerender|preview/i.test(purpose));
}
