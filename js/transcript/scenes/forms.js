/** The forms of `auth`. */
export default (scene) => {
  const short = { name: "Ada", email: "ada@example.com", sub: "42" };
  const junk = { "authjs.session-token": "junk" };

  for (const site of ["bare", "decided"]) {
    scene(`auth, ${site}`, [site], async ({ step, minted }) => {
      const cookies = await minted({ ...short, own: "kept to the server" }, { maxAge: 3600 });
      const ways = { "a route handler": "/who", "a wrapped one": "/wrapped", "an API route of the pages router": "/api/who", "getServerSideProps": "/_next/data/transcript/props.json", "the page behind a middleware": "/guarded?who=1", "a wrapped middleware": "/around" };
      for (const [way, path] of Object.entries(ways)) {
        await step(`${way}, signed out`, "GET", path, { stranger: true });
        await step(`${way}, signed in`, "GET", path, { cookies });
        await step(`${way}, a cookie that is none`, "GET", path, { cookies: junk });
      }
      await step("a route handler, a way back off this site in the cookie", "GET", "/wrapped", { cookies: { ...cookies, "authjs.callback-url": "https%3A%2F%2Felsewhere.example" } });
    });
  }

  scene("a session callback that leaves the user out", ["decided"], async ({ step, minted }) => {
    const cookies = await minted({ name: "hidden", sub: "42", own: "kept to the server" }, { maxAge: 3600 });
    await step("for browsers", "GET", "/api/auth/session", { cookies });
    await step("for a route handler", "GET", "/who", { cookies });
    await step("for a wrapped one", "GET", "/wrapped", { cookies });
  });

  scene("wrapped functions", ["decided"], async ({ step, minted }) => {
    const cookies = await minted(short, { maxAge: 3600 });
    for (const as of ["redirect", "cookie", "nothing", "throws"]) await step(`a route handler answers: ${as}`, "GET", `/wrapped?as=${as}`, { cookies });
    await step("a route handler reads a body", "POST", "/wrapped", { json: { a: 1 }, cookies });
    for (const as of ["redirect", "rewrite", "next", "cookie", "nothing", "throws"]) {
      await step(`a middleware answers: ${as}`, "GET", `/around/x?as=${as}`, { cookies });
      await step(`a middleware answers a visitor: ${as}`, "GET", `/around/x?as=${as}`, { stranger: true });
    }
    await step("a middleware lets a post go on", "POST", "/around/x?as=next", { json: { a: 1 }, cookies });
  });

  scene("verdicts", ["decided"], async ({ step, minted }) => {
    const cookies = await minted(short, { maxAge: 3600 });
    for (const verdict of ["no", "nothing", "member", "response", "redirect", "relative", "signin", "throws"]) {
      await step(`${verdict}, signed out`, "GET", `/guarded/x?verdict=${verdict}&a=b`, { stranger: true });
      await step(`${verdict}, signed in`, "GET", `/guarded/x?verdict=${verdict}&a=b`, { cookies });
    }
    await step("no, a wrapped middleware runs all the same", "GET", "/around/x?verdict=no", { stranger: true });
    await step("no, a wrapped route handler runs all the same", "GET", "/wrapped?verdict=no", { stranger: true });
    await step("a response instead of a wrapped route handler", "GET", "/wrapped?verdict=response", { stranger: true });
    await step("a redirect instead of a wrapped middleware", "GET", "/around/x?verdict=redirect", { stranger: true });
    await step("no, with an error and a way back in the query", "GET", "/guarded/x?verdict=no&error=Mine&callbackUrl=%2Fmine", { stranger: true });
  });

  scene("a configuration for each request", ["decided"], async ({ step, minted }) => {
    const cookies = await minted(short, { maxAge: 3600 });
    const headers = { "x-tenant": "acme" };
    await step("providers", "GET", "/lazy/providers", { stranger: true, headers });
    await step("the session", "GET", "/lazy/session", { cookies, headers });
    await step("a route handler", "GET", "/who?lazy=1", { cookies, headers });
    await step("a wrapped one", "GET", "/lazily-wrapped", { cookies, headers });
    await step("middleware", "GET", "/lazily/x", { cookies, headers });
    await step("middleware that says no", "GET", "/lazily/x?verdict=no", { stranger: true, headers });
    await step("an API route of the pages router", "GET", "/api/who?lazy=1", { cookies, headers });
    await step("getServerSideProps", "GET", "/_next/data/transcript/props.json?lazy=1", { cookies, headers });
    await step("signIn", "POST", "/act", { json: { act: "signIn", late: true, args: ["acme", { redirectTo: "/in" }] }, headers, stranger: true });
    await step("signOut", "POST", "/act", { json: { act: "signOut", late: true, args: [{ redirectTo: "/bye" }] }, headers, cookies });
    await step("update", "POST", "/act", { json: { act: "unstable_update", late: true, args: [{ user: { name: "Countess" } }] }, headers, cookies });
  });

  scene("cookies of the answer beside ours", ["decided"], async ({ step, minted }) => {
    const cookies = await minted(short, { maxAge: 3600 });
    await step("of an API route", "GET", "/api/who?own=1", { cookies });
    await step("a session in parts, kept alive", "GET", "/guarded/x", { cookies: await minted({ ...short, blob: "x".repeat(6000) }, { maxAge: 3600 }) });
  });
};
