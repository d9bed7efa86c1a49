import { Authenticator } from "../authenticator.js";

/** What the client for browsers asks for a passkey, and what it posts. */
export default (scene) => {
  scene("passkeys", ["passkeys"], async ({ step, token }) => {
    const options = "/api/auth/webauthn-options/passkey";
    const device = new Authenticator("https://app.example");
    const csrfToken = await token();
    const post = (action, data) => ["POST", "/api/auth/callback/passkey", { form: { csrfToken, callbackUrl: "/in", action, data }, headers: { "x-auth-return-redirect": "1" } }];
    const asked = async (name, query) => JSON.parse((await step(name, "GET", `${options}?${query}`)).text).options;

    await step("options for a new one without an address", "GET", `${options}?action=register`, { stranger: true });
    await step("options for an action that is none", "GET", `${options}?action=unheard`, { stranger: true });
    await step("options of a provider that has none", "GET", "/api/auth/webauthn-options/credentials", { stranger: true });
    await step("a new one without options before", ...post("register", device.register({ challenge: "AAAA", rp: { id: "app.example" } })));
    const made = await asked("options for a new one", "action=register&email=grace%40example.com");
    await step("a new one", ...post("register", device.register(made)));
    await step("the session", "GET", "/api/auth/session");
    await step("auth", "GET", "/who");
    await asked("options for another one, while signed in", "action=register");
    await step("out", "POST", "/api/auth/signout", { form: { csrfToken, callbackUrl: "/bye" } });
    await asked("options for an address that has one", "action=authenticate&email=grace%40example.com");
    await asked("options for an address that is not known", "action=authenticate&email=unknown%40example.com");
    const wanted = await asked("options to sign in", "");
    const proof = device.authenticate(wanted);
    await step("in by it", ...post("authenticate", proof));
    await step("the session then", "GET", "/api/auth/session");
    await step("out again", "POST", "/api/auth/signout", { form: { csrfToken, callbackUrl: "/bye" } });
    await step("in by the same answer", ...post("authenticate", proof));
    await asked("options to sign in once more", "action=authenticate");
    await step("in by what is none", ...post("authenticate", "{}"));
    await step("in without an answer", "POST", "/api/auth/callback/passkey", { form: { csrfToken, action: "authenticate" } });
  });
};
