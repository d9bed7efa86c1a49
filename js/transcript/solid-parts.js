// The site for SolidStart: its server hands routes the event of a web request, and so does this one.
import { listen } from "../testing/core.js";
import { observed } from "./site/observed.js";
import { elsewhere, routes, session } from "./site/solid.js";

async function answer(passed) {
  // As SolidStart's server does, which sees the address that the browser asked for.
  const proto = passed.headers.get("x-forwarded-proto");
  const request = proto ? new Request(passed.url.replace(/^http:/, `${proto}:`), passed) : passed;
  const { pathname } = new URL(request.url);
  if (pathname === "/observed") return Response.json(observed.splice(0));
  if (pathname === "/who") return Response.json(await session(request).catch((error) => ({ thrown: error.message })));
  const route = (pathname.startsWith("/elsewhere/") ? elsewhere : routes)[request.method];
  return (await route?.({ request })) ?? new Response("nothing here", { status: 404 });
}

await listen(answer, Number(process.env.PORT));
console.log("ready");
