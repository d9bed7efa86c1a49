/** What only `@auth/solid-start` has. */
export default (scene) => {
  scene("getSession", ["solid"], async ({ step, minted }) => {
    const cookies = await minted({ name: "Ada", email: "ada@example.com", sub: "42" }, { maxAge: 3600 });
    await step("signed out", "GET", "/who", { stranger: true });
    await step("signed in", "GET", "/who", { cookies });
    await step("a cookie that is none", "GET", "/who", { cookies: { "authjs.session-token": "junk" } });
    await step("a session in parts", "GET", "/who", { cookies: await minted({ name: "Ada", sub: "42", blob: "x".repeat(6000) }) });
    await step("a session that jwt ends", "GET", "/who", { cookies: await minted({ name: "gone", sub: "42" }) });
    await step("a session whose user is left out", "GET", "/who", { cookies: await minted({ name: "hidden", sub: "42" }) });
  });

  scene("the prefix", ["solid"], async ({ step }) => {
    await step("a path beside it", "GET", "/api/authentic/csrf");
    await step("the prefix alone", "GET", "/api/auth");
    await step("an action of passkeys", "GET", "/api/auth/webauthn-options/passkey");
    await step("another one: providers", "GET", "/elsewhere/providers");
    await step("another one: signed out", "GET", "/elsewhere/session");
    await step("another one: the sign-in page", "GET", "/elsewhere/signin", { stranger: true });
  });
};
