/** What of a request decides whether its answer may prolong the session. */
interface Asking {
  method: string;
  headers: Headers;
  url: string;
}

/**
 * Whether the answer may prolong the session. Browsers fetch ahead and in parallel: the answer to such a request may arrive
 * after that of an update or a sign-out, and would undo it.
 *
 * @param inMiddleware where scripts' own requests pass too; frameworks hide from it which of them are prefetches
 */
export function mayProlong({ method, headers, url }: Asking, inMiddleware: boolean): boolean {
  if ((method !== "GET" && method !== "HEAD") || new URL(url).pathname.includes("/_next/")) return false;
  if (isPrefetch(headers) || headers.has("x-nextjs-data")) return false;
  return !inMiddleware || headers.get("sec-fetch-dest") !== "empty";
}

/** Whether a browser fetches ahead what it may never show (Fetch, section 2.3), or the router of Next does. */
export function isPrefetch(headers: Headers): boolean {
  if (headers.has("next-router-prefetch") || headers.has("x-middleware-prefetch")) return true;
  const purposes = ["purpose", "sec-purpose", "x-purpose", "x-moz"].map((name) => headers.get(name) ?? "");
  return purposes.some((purpose) => /prefetch|prerender|preview/i.test(purpose));
}
