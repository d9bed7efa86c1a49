/** `signIn`, `signOut` and `unstable_update`, called by the application's server. */
export default (scene) => {
  const right = { username: "ada", password: "open sesame" };
  const act = (name, args, more = {}) => {
    const { form, ...rest } = more;
    return ["POST", "/act", { json: { act: name, args, form }, ...rest }];
  };
  const referer = (from) => ({ headers: { referer: `{site}${from}` } });

  scene("signIn", ["bare"], async ({ step }) => {
    await step("without a provider", ...act("signIn", []));
    await step("without a provider, from a page", ...act("signIn", [], referer("/page?a=b")));
    await step("without a provider, not leaving", ...act("signIn", [null, { redirect: false, redirectTo: "/in" }]));
    await step("a provider that is none", ...act("signIn", ["unheard", { redirectTo: "/in" }]));
    await step("a provider that is none, not leaving", ...act("signIn", ["unheard", { redirect: false }]));
    await step("a provider whose id is a path", ...act("signIn", ["../signout", { redirectTo: "/in" }]));
    await step("an identity provider", ...act("signIn", ["acme", { redirectTo: "/in" }]));
    await step("an identity provider, from a page", ...act("signIn", ["acme"], referer("/page")));
    await step("an identity provider, not leaving", ...act("signIn", ["acme", { redirect: false, redirectTo: "/in" }]));
    await step("an identity provider, with parameters", ...act("signIn", ["acme", { redirectTo: "/in" }, { prompt: "login", login_hint: "a b" }]));
    await step("an identity provider, with parameters as text", ...act("signIn", ["acme", { redirectTo: "/in" }, "prompt=login"]));
    await step("an identity provider, with parameters as pairs", ...act("signIn", ["acme", { redirectTo: "/in" }, [["prompt", "login"]]]));
    await step("an identity provider, with a parameter that is ours", ...act("signIn", ["acme", { redirectTo: "/in" }, { client_id: "eve" }]));
    await step("wrong credentials", ...act("signIn", ["credentials", { ...right, password: "guess" }]));
    await step("wrong credentials, not leaving", ...act("signIn", ["credentials", { ...right, password: "guess", redirect: false }]));
    await step("a custom code", ...act("signIn", ["credentials", { ...right, password: "locked" }]));
    await step("a custom message", ...act("signIn", ["credentials", { ...right, password: "sealed" }]));
    await step("authorize breaks", ...act("signIn", ["credentials", { ...right, password: "crash" }]));
    await step("right credentials", ...act("signIn", ["credentials", { ...right, redirectTo: "/in" }], { stranger: true }));
    await step("right credentials, from a page", ...act("signIn", ["credentials", right], { ...referer("/page"), stranger: true }));
    await step("right credentials, from nowhere", ...act("signIn", ["credentials", right], { stranger: true }));
    await step("right credentials, to this site's own address", ...act("signIn", ["credentials", { ...right, redirectTo: "{site}/in" }], { stranger: true }));
    await step("right credentials, to elsewhere", ...act("signIn", ["credentials", { ...right, redirectTo: "https://elsewhere.example/" }], { stranger: true }));
    await step("right credentials, to a script", ...act("signIn", ["credentials", { ...right, redirectTo: "javascript:alert(1)" }], { stranger: true }));
    await step("right credentials, as a form", ...act("signIn", ["credentials"], { form: [["username", "eve"], ["username", "ada"], ["password", "open sesame"], ["redirectTo", "/form"]], stranger: true }));
    await step("of another id", ...act("signIn", ["staff", { ...right, redirectTo: "/staff" }], { stranger: true }));
    await step("right credentials, not leaving", ...act("signIn", ["credentials", { ...right, redirect: false, redirectTo: "/in" }]));
    await step("auth then", "GET", "/who");
    await step("fields that are not texts", ...act("signIn", ["credentials", { ...right, remember: true, age: 3, none: null, redirectTo: "/in" }]));
    await step("because another site said so", ...act("signIn", ["credentials", { ...right, redirectTo: "/in" }], { headers: { "sec-fetch-site": "cross-site" }, stranger: true }));
  });

  scene("signOut", ["bare"], async ({ step, minted }) => {
    const cookies = await minted({ name: "Ada", sub: "42" });
    await step("signed out", ...act("signOut", [{ redirectTo: "/bye" }], { stranger: true }));
    await step("signed in", ...act("signOut", [{ redirectTo: "/bye" }], { cookies }));
    await step("signed in, from a page", ...act("signOut", [], { ...referer("/page"), cookies }));
    await step("signed in, from nowhere", ...act("signOut", [], { cookies }));
    await step("signed in, to elsewhere", ...act("signOut", [{ redirectTo: "https://elsewhere.example/" }], { cookies }));
    await step("signed in, not leaving", ...act("signOut", [{ redirect: false, redirectTo: "/bye" }], { cookies }));
    await step("a session in parts", ...act("signOut", [{ redirectTo: "/bye" }], { cookies: await minted({ name: "Ada", blob: "x".repeat(6000) }) }));
    await step("because another site said so", ...act("signOut", [{ redirectTo: "/bye" }], { cookies, headers: { "sec-fetch-site": "cross-site" } }));
  });

  scene("unstable_update", ["decided"], async ({ step, minted }) => {
    const cookies = await minted({ name: "Ada", email: "ada@example.com", sub: "42" }, { maxAge: 3600 });
    await step("signed in", ...act("unstable_update", [{ user: { name: "Countess" } }], { cookies }));
    await step("signed out", ...act("unstable_update", [{ user: { name: "Countess" } }], { stranger: true }));
    await step("with nothing", ...act("unstable_update", [{}], { cookies }));
    await step("with something that is not an object", ...act("unstable_update", [null], { cookies }));
    await step("an end of the session", ...act("unstable_update", [{ user: { name: "gone" } }], { cookies }));
    await step("a cookie that is none", ...act("unstable_update", [{}], { cookies: { "authjs.session-token": "junk" } }));
  });

  scene("actions that callbacks decide", ["decided"], async ({ step }) => {
    const enter = (username, more = {}) => act("signIn", ["credentials", { username, password: "open sesame", redirectTo: "/in", ...more }], { stranger: true });
    await step("signIn says no", ...enter("banned"));
    await step("signIn sends away", ...enter("away"));
    await step("signIn sends away, not leaving", ...enter("away", { redirect: false }));
    await step("signIn breaks", ...enter("broken"));
    await step("redirect lets go to a friend", ...enter("ada", { redirectTo: "https://friend.example/x" }));
    await step("a large session", ...enter("big"));
    await step("signOut", ...act("signOut", [{ redirectTo: "https://friend.example/bye" }], {}));
  });
};
