// A site without a framework: it asks the core who is signed in, with the cookies of the request.
const http = require("node:http");

const core = process.env.CORE;
const escape = (text) => String(text).replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);

async function session(cookie) {
  const answer = await fetch(`${core}/auth/session`, { headers: cookie ? { cookie } : {}, signal: AbortSignal.timeout(5_000) });
  if (!answer.ok) throw new Error(`the core answered ${answer.status}`);
  return answer.json();
}

const server = http.createServer(async (request, response) => {
  response.setHeader("Content-Type", "text/html; charset=utf-8");
  response.setHeader("Cache-Control", "private, no-store");
  try {
    const { user } = (await session(request.headers.cookie)) ?? {};
    response.end(user ? `<p>Signed in as ${escape(user.email)}. <a href="/auth/signout">Sign out</a></p>` : '<p>Not signed in. <a href="/auth/signin">Sign in</a></p>');
  } catch {
    // Whether a user is signed in is unknown, so no page is shown.
    response.writeHead(503).end("<p>Please try again in a moment.</p>");
  }
});
server.listen(process.env.PORT ?? 8000, () => console.log(`listening on ${server.address().port}`));
