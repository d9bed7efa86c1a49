/** Seconds after which a browser may try again: the time for which the circuit breaker rests. */
const RETRY_AFTER = "3";

/**
 * The answer while the core does not answer: 503 as a small page for browsers that navigate, as JSON for all others. It
 * sets no cookies, so it signs no user out.
 *
 * @param reference that the log has too
 * @param status 503, or that of another failure
 */
export function unavailable(headers: Headers, reference: string, status = 503): Response {
  const answer = new Headers({
    "cache-control": "private, no-store",
    "x-content-type-options": "nosniff",
    "cardea-error-id": reference,
  });
  if (status === 503) answer.set("retry-after", RETRY_AFTER);
  if (!wantsPage(headers)) {
    const message = "Sign-in is not available; the server's log tells why";
    return Response.json({ message, reference }, { status, headers: answer });
  }
  answer.set("content-type", "text/html; charset=utf-8");
  answer.set("content-security-policy", "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; base-uri 'none'");
  answer.set("referrer-policy", "same-origin");
  return new Response(page(reference), { status, headers: answer });
}

/** Whether a browser navigates: scripts say that they fetch, and programs do not ask for a page. */
function wantsPage(headers: Headers): boolean {
  const destination = headers.get("sec-fetch-dest");
  if (headers.get("x-auth-return-redirect") || destination === "empty") return false;
  return (headers.get("accept") ?? "").includes("text/html");
}

/** A reference is of our own making and needs no escaping. */
function page(reference: string): string {
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Sign-in is temporarily unavailable</title>
<style>
:root { color-scheme: light dark; font: 1rem/1.5 system-ui, sans-serif }
main { max-width: 28rem; margin: 15vh auto; padding: 0 1rem }
small { opacity: .7 }
</style>
<main>
<h1>Sign-in is temporarily unavailable</h1>
<p>Please try again in a few seconds. If you are signed in, you stay signed in.</p>
<p><a href="">Try again</a></p>
<p><small>Reference: ${reference}</small></p>
</main>
</html>
`;
}
