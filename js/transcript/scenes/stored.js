/** With a store: sign-in links, accounts, database sessions; with the application's own pages where sessions are tokens. */
export default (scene) => {
  const act = (name, ...args) => ["POST", "/act", { json: { act: name, args } }];

  scene("pages of one's own", ["stored"], async ({ step, token }) => {
    const csrfToken = await token();
    for (const page of ["signin", "signout", "verify-request", "error"]) await step(page, "GET", `/api/auth/${page}`, { stranger: true });
    await step("signin with a way back", "GET", "/api/auth/signin?callbackUrl=%2Fin", { stranger: true });
    await step("signin with an error", "GET", "/api/auth/signin?error=CredentialsSignin&code=locked", { stranger: true });
    for (const error of ["Configuration", "AccessDenied", "Verification"]) await step(`error, ${error}`, "GET", `/api/auth/error?error=${error}`, { stranger: true });
    const credentials = { csrfToken, username: "ada", password: "guess", callbackUrl: "/in" };
    await step("wrong credentials", "POST", "/api/auth/callback/credentials", { form: credentials });
    await step("wrong credentials, from a script", "POST", "/api/auth/callback/credentials", { form: credentials, headers: { "x-auth-return-redirect": "1" } });
    await step("authorize breaks", "POST", "/api/auth/callback/credentials", { form: { ...credentials, password: "crash" } });
    await step("no token", "POST", "/api/auth/callback/credentials", { form: { username: "ada" }, stranger: true });
    await step("signIn without a provider", ...act("signIn"));
    await step("signIn with wrong credentials", ...act("signIn", "credentials", { username: "ada", password: "guess" }));
    await step("the middleware says no", "GET", "/guarded/x?verdict=no", { stranger: true });
    await step("right credentials", "POST", "/api/auth/callback/credentials", { form: { ...credentials, password: "open sesame" } });
  });

  for (const site of ["stored", "rows"]) {
    scene(`sign-in links, ${site}`, [site], async ({ step, token, mailed, minted }) => {
      const csrfToken = await token();
      const at = "/api/auth/signin/nodemailer";
      await step("asked for", "POST", at, { form: { csrfToken, email: "Bob@Example.com", callbackUrl: "/in" } });
      const link = await mailed();
      await step("followed", "GET", link);
      await step("the session", "GET", "/api/auth/session");
      await step("auth", "GET", "/who");
      await step("behind the middleware", "GET", "/guarded/x?who=1");
      await step("followed again", "GET", link, { stranger: true });
      await step("asked for from a script", "POST", at, { form: { csrfToken, email: "bob@example.com", callbackUrl: "/in" }, headers: { "x-auth-return-redirect": "1" } });
      const again = await mailed();
      await step("of another user", "GET", again.replace("bob", "eve"), { stranger: true });
      await step("with another token", "GET", again.replace(/token=\w{8}/, "token=00000000"), { stranger: true });
      await step("followed by a user who is known", "GET", again);
      await step("asked for without an address", "POST", at, { form: { csrfToken, callbackUrl: "/in" } });
      await step("asked for with what is none", "POST", at, { form: { csrfToken, email: "bob", callbackUrl: "/in" } });
      await step("asked for by an action", ...act("signIn", "nodemailer", { email: "carol@example.com", redirectTo: "/in" }));
      await mailed();
      await step("asked for by an action, not leaving", ...act("signIn", "nodemailer", { email: "carol@example.com", redirect: false }));
      await mailed();
      await step("asked for by a user whom signIn rejects", "POST", at, { form: { csrfToken, email: "banned@example.com", callbackUrl: "/in" } });
      await step("a change", "POST", "/api/auth/session", { json: { csrfToken, data: { user: { name: "Bobby" } } } });
      await step("a change by an action", ...act("unstable_update", { user: { name: "Robert" } }));
      await step("out by an action", ...act("signOut", { redirectTo: "/bye" }));
      await step("the session after that", "GET", "/api/auth/session");
      await step("a token that is not a row", "GET", "/api/auth/session", { cookies: site === "rows" ? { "authjs.session-token": "8f0f1a3c-6a1e-4b8e-9c55-0d8f5f1f2a11" } : await minted({ name: "Ada", sub: "42" }) });
      await step("auth with a token that is not a row", "GET", "/wrapped", { cookies: { "authjs.session-token": "8f0f1a3c-6a1e-4b8e-9c55-0d8f5f1f2a11" } });
    });

    scene(`accounts, ${site}`, [site], async ({ step, token, consent, mailed }) => {
      const csrfToken = await token();
      const enter = async () => consent(JSON.parse((await step.silently("POST", "/api/auth/signin/acme", { form: { csrfToken, callbackUrl: "/in" }, headers: { "x-auth-return-redirect": "1" } })).text).url);
      await step("a first sign-in", "GET", await enter());
      await step("the session", "GET", "/api/auth/session");
      await step("auth", "GET", "/who");
      await step("a second one, while signed in", "GET", await enter());
      await step("out", "POST", "/api/auth/signout", { form: { csrfToken, callbackUrl: "/bye" } });
      await step("a third one", "GET", await enter());
      await step("out again", "POST", "/api/auth/signout", { form: { csrfToken, callbackUrl: "/bye" } });
      await step.silently("POST", "/api/auth/signin/nodemailer", { form: { csrfToken, email: "ada@example.com", callbackUrl: "/in" } });
      await step("the same address by mail", "GET", await mailed());
    });
  }
};
