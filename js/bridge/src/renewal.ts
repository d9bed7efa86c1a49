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
  if (["next-router-prefetch", "x-middleware-prefetch", "x-nextjs-data"].some((name) => headers.has(name))) return false;
  const purposes = ["purpose", "sec-purpose", "x-moz"].map((name) => headers.get(name) ?? "");
  if (purposes.some((purpose) => /prefetch|prerender/i.test(purpose))) return false;
  return !inMiddleware || headers.get("sec-fetch-dest") !== "empty";
}
