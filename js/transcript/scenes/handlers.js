/** GET and POST of every action, as browsers and scripts send them. */
export default (scene) => {
  scene("public reads", ["bare", "solid"], async ({ step }) => {
    await step("providers", "GET", "/api/auth/providers");
    await step("a token for posts", "GET", "/api/auth/csrf");
    await step("the same token again", "GET", "/api/auth/csrf");
    await step("the session of a visitor", "GET", "/api/auth/session");
    await step("the same, as the client for browsers asks", "GET", "/api/auth/session", { headers: { "content-type": "application/json" } });
    await step("the session of a visitor, first of all", "GET", "/api/auth/session", { stranger: true });
    await step("the sign-in page", "GET", "/api/auth/signin", { stranger: true });
    await step("the sign-in page with a way back", "GET", "/api/auth/signin?callbackUrl=%2Finside", { stranger: true });
    await step("the sign-in page with a way off this site", "GET", "/api/auth/signin?callbackUrl=https%3A%2F%2Felsewhere.example%2F", { stranger: true });
    await step("the sign-in page with a way back that is a script", "GET", "/api/auth/signin?callbackUrl=javascript%3Aalert(1)", { stranger: true });
    await step("the sign-in page with an error", "GET", "/api/auth/signin?error=CredentialsSignin&code=locked", { stranger: true });
    await step("the page for signing out", "GET", "/api/auth/signout", { stranger: true });
    await step("the page that says that a mail was sent", "GET", "/api/auth/verify-request", { stranger: true });
    for (const error of ["Configuration", "AccessDenied", "Verification", "Unheard"]) {
      await step(`the error page for ${error}`, "GET", `/api/auth/error?error=${error}`, { stranger: true });
    }
    await step("the error page without an error", "GET", "/api/auth/error", { stranger: true });
  });

  scene("what is not there", ["bare", "solid"], async ({ step }) => {
    await step("an action that is none", "GET", "/api/auth/unheard");
    await step("a provider's page by GET", "GET", "/api/auth/signin/acme");
    await step("a provider that is none", "GET", "/api/auth/signin/unheard");
    await step("a callback of a provider that is none", "GET", "/api/auth/callback/unheard");
    await step("a post to csrf", "POST", "/api/auth/csrf", { form: {} });
    await step("a post to providers", "POST", "/api/auth/providers", { form: {} });
    await step("a post to an action that is none", "POST", "/api/auth/unheard", { form: {} });
    await step("PUT", "PUT", "/api/auth/session", { json: {} });
    await step("HEAD", "HEAD", "/api/auth/session");
    await step("OPTIONS", "OPTIONS", "/api/auth/session");
  });

  scene("posts without a token", ["bare", "solid"], async ({ step }) => {
    await step("signin at a provider", "POST", "/api/auth/signin/acme", { form: { callbackUrl: "/in" }, stranger: true });
    await step("right credentials", "POST", "/api/auth/callback/credentials", { form: { username: "ada", password: "open sesame" }, stranger: true });
    await step("signout", "POST", "/api/auth/signout", { form: {}, stranger: true });
    await step("session", "POST", "/api/auth/session", { json: { data: { name: "Eve" } }, stranger: true });
    await step("signin at a provider, from a script", "POST", "/api/auth/signin/acme", { form: {}, headers: { "x-auth-return-redirect": "1" }, stranger: true });
    await step("a token of another visitor", "POST", "/api/auth/signout", { form: { csrfToken: "0".repeat(64) } });
    await step("a body that is neither a form nor JSON", "POST", "/api/auth/signout", { json: undefined, headers: { "content-type": "text/plain" } });
  });

  scene("credentials", ["bare", "solid"], async ({ step, token }) => {
    const csrfToken = await token();
    const credentials = { csrfToken, username: "ada", password: "open sesame" };
    const at = "/api/auth/callback/credentials";
    const script = { "x-auth-return-redirect": "1" };
    await step("signin only shows the page", "POST", "/api/auth/signin/credentials", { form: { csrfToken } });
    await step("wrong", "POST", at, { form: { ...credentials, password: "guess" } });
    await step("wrong, from a script", "POST", at, { form: { ...credentials, password: "guess" }, headers: script });
    await step("a custom code", "POST", at, { form: { ...credentials, password: "locked" } });
    await step("a custom code, from a script", "POST", at, { form: { ...credentials, password: "locked" }, headers: script });
    await step("authorize breaks", "POST", at, { form: { ...credentials, password: "crash" } });
    await step("authorize breaks, from a script", "POST", at, { form: { ...credentials, password: "crash" }, headers: script });
    await step("right", "POST", at, { form: { ...credentials, callbackUrl: "/inside?a=b" } });
    await step("the session", "GET", "/api/auth/session");
    await step("right once more, and off this site", "POST", at, { form: { ...credentials, callbackUrl: "https://elsewhere.example/" } });
    await step("right, and to this site's own address", "POST", at, { form: { ...credentials, callbackUrl: "{site}/there" } });
    await step("right, with no way back", "POST", at, { form: credentials });
    await step("right, and to a script", "POST", at, { form: { ...credentials, callbackUrl: "javascript:alert(1)" } });
    await step("right, from a script", "POST", at, { form: { ...credentials, callbackUrl: "/in" }, headers: script });
    await step("right, as JSON", "POST", at, { json: { ...credentials, callbackUrl: "/json" } });
    await step("of another id", "POST", "/api/auth/callback/staff", { form: { ...credentials, callbackUrl: "/staff" } });
    await step("by GET", "GET", `${at}?username=ada&password=open+sesame`);
    await step("the page for signing out", "GET", "/api/auth/signout");
    await step("the sign-in page while signed in", "GET", "/api/auth/signin");
    await step("a change of the session", "POST", "/api/auth/session", { json: { csrfToken, data: { user: { name: "Countess" } } } });
    await step("a change of nothing", "POST", "/api/auth/session", { json: { csrfToken } });
    await step("out", "POST", "/api/auth/signout", { form: { csrfToken, callbackUrl: "/bye" } });
    await step("out, being out", "POST", "/api/auth/signout", { form: { csrfToken, callbackUrl: "/bye" } });
    await step("out, from a script", "POST", "/api/auth/signout", { form: { csrfToken, callbackUrl: "/bye" }, headers: script });
    await step("a change of no session", "POST", "/api/auth/session", { json: { csrfToken, data: {} } });
  });

  scene("an identity provider", ["bare", "solid"], async ({ step, token, consent }) => {
    const csrfToken = await token();
    await step("signin", "POST", "/api/auth/signin/acme?prompt=login", { form: { csrfToken, callbackUrl: "/inside" } });
    const begun = await step("signin, from a script", "POST", "/api/auth/signin/acme", { form: { csrfToken, callbackUrl: "/inside" }, headers: { "x-auth-return-redirect": "1" } });
    await step("callback", "GET", await consent(JSON.parse(begun.text).url));
    await step("the session", "GET", "/api/auth/session");
    await step("the same callback again", "GET", await consent(JSON.parse(begun.text).url));
    await step("an unsolicited callback", "GET", "/api/auth/callback/acme?code=x", { stranger: true });
    await step("a user who refuses", "GET", "/api/auth/callback/acme?error=access_denied");
  });

  scene("cookies that came from elsewhere", ["bare", "solid"], async ({ step, minted }) => {
    const session = { user: {}, sub: "42", name: "Ada", email: "ada@example.com", picture: null };
    await step("a token that next-auth made", "GET", "/api/auth/session", { cookies: await minted(session) });
    await step("one that expired", "GET", "/api/auth/session", { cookies: await minted(session, { maxAge: -60 }) });
    await step("one of another secret", "GET", "/api/auth/session", { cookies: await minted(session, { secret: "another" }) });
    await step("one that is none", "GET", "/api/auth/session", { cookies: { "authjs.session-token": "junk" } });
    await step("a part without its others", "GET", "/api/auth/session", { cookies: { "authjs.session-token.1": "junk" } });
    await step("an invalid way back", "GET", "/api/auth/csrf", { cookies: { "authjs.callback-url": "javascript%3Aalert(1)" } });
    await step("a way back to elsewhere", "GET", "/api/auth/csrf", { cookies: { "authjs.callback-url": "https%3A%2F%2Felsewhere.example" } });
    await step("a token for posts that is broken", "GET", "/api/auth/csrf", { cookies: { "authjs.csrf-token": "a%7Cb" } });
  });

  scene("a session that is too large for a cookie", ["decided", "solid"], async ({ step, token }) => {
    const csrfToken = await token();
    await step("in", "POST", "/api/auth/callback/credentials", { form: { csrfToken, username: "big", password: "open sesame", callbackUrl: "/in" } });
    await step("the session", "GET", "/api/auth/session");
    await step("a smaller one instead", "POST", "/api/auth/callback/credentials", { form: { csrfToken, username: "ada", password: "open sesame", callbackUrl: "/in" } });
    await step("large again", "POST", "/api/auth/callback/credentials", { form: { csrfToken, username: "big", password: "open sesame", callbackUrl: "/in" } });
    await step("out", "POST", "/api/auth/signout", { form: { csrfToken, callbackUrl: "/bye" } });
  });

  scene("callbacks and events", ["decided", "solid"], async ({ step, token, consent }) => {
    const csrfToken = await token();
    const enter = (username, callbackUrl = "/in", headers = {}) => ["POST", "/api/auth/callback/credentials", { form: { csrfToken, username, password: "open sesame", callbackUrl }, headers }];
    const script = { "x-auth-return-redirect": "1" };
    await step("signIn says no", ...enter("banned"));
    await step("signIn says no to a script", ...enter("banned", "/in", script));
    await step("signIn sends away", ...enter("away"));
    await step("signIn sends a script away", ...enter("away", "/in", script));
    await step("signIn breaks", ...enter("broken"));
    await step("redirect lets go to a friend", ...enter("root", "https://friend.example/x"));
    await step("redirect keeps here", ...enter("root", "https://elsewhere.example/x"));
    await step("the session", "GET", "/api/auth/session");
    await step("a change", "POST", "/api/auth/session", { json: { csrfToken, data: { user: { name: "Countess" } } } });
    await step("a change that ends the session", "POST", "/api/auth/session", { json: { csrfToken, data: { user: { name: "gone" } } } });
    await step("the session that is over", "GET", "/api/auth/session");
    await step("in with a name that jwt ends", ...enter("gone"));
    await step("what is left of it", "GET", "/api/auth/session");
    const begun = await step("a provider", "POST", "/api/auth/signin/acme", { form: { csrfToken, callbackUrl: "/inside" } });
    await step("its callback", "GET", await consent(begun.headers.get("location")));
    await step("its session", "GET", "/api/auth/session");
    await step("out", "POST", "/api/auth/signout", { form: { csrfToken, callbackUrl: "/bye" } });
  });
};
