import { until } from "../../testing/process.js";
import { Visitor } from "../../transcript/visitor.js";
import { startHooks } from "../checks.js";
import { SESSION, build, copied, secret, serve, site, startApp, startIdentity } from "../parts.js";

export const CORE = "http://127.0.0.1:3100";
const providers = `
  - { id: credentials, credentials: { username: {}, password: { type: password } } }
  - { id: acme, type: oidc, issuer: "http://127.0.0.1:3200", clientId: web, clientSecret: web-secret }
  - { id: nodemailer, server: "smtp://127.0.0.1:3225", from: no-reply@app.example }`;

/** The settings of the core; each session is renewed by each visit. */
export const settings = (hooks, { secrets = [secret], hasUrl = true } = {}) => `
env: development
${hasUrl ? `url: ${site}\nforwardAuth: { audience: "${site}" }` : ""}
basePath: /api/auth
port: 3100
secret: [${secrets.join(", ")}]
bridge: true
store: memory
session: { strategy: jwt, updateAge: 0 }
trustedProxies: [127.0.0.0/8]
providers: ${providers}
hooks: ${hooks}
`;

/** An application with a hook of each kind, its core, and what is between them; each can be started again otherwise. */
export async function startApplication(name, way) {
  const folder = build(name, ["npm", ["run", "--silent", "build"]], copied(name, way));
  const hooks = await startHooks();
  const auto = `{ url: "${hooks.url}/api/auth/hooks", timeout: 4000 }`;
  const its = { folder, hooks, auto, identity: await startIdentity() };
  const stop = async () => {
    for (const each of [its.core, its.app, its.identity, hooks]) await each?.stop();
  };
  try {
    its.app = await startApp(name, folder);
    its.core = await serve(folder, settings(auto));
  } catch (error) {
    await stop();
    throw error;
  }
  const restartCore = async (text = settings(auto), env = {}) => {
    await its.core.stop();
    its.core = await serve(folder, text, env);
  };
  const restartApp = async (env) => {
    await its.app.stop();
    its.app = await startApp(name, folder, { env });
  };
  return Object.assign(its, {
    stop,
    restartCore,
    restartApp,
    /** Starts both again as they were at first. */
    async restart() {
      await restartCore();
      await restartApp();
      await signedIn("ada");
    },
    /** Starts the application on a port, beside the one that runs. */
    begin: (options) => startApp(name, folder, options),
  });
}

/** A browser without a screen, behind a proxy that ends TLS. */
export const visitor = (origin = site, port = 3000) => new Visitor(origin, `http://127.0.0.1:${port}`);

/** Posts to a route of sign-in with the token against forged requests. */
export async function posted(who, action, fields) {
  const { csrfToken } = JSON.parse((await who.ask("GET", "/api/auth/csrf")).text);
  return who.ask("POST", `/api/auth/${action}`, { form: { csrfToken, callbackUrl: `${who.site}/members`, ...fields } });
}

export const signIn = (who, username, password = "open sesame") => posted(who, "callback/credentials", { username, password });

/** The user of the application; undefined for a visitor who is not signed in. */
export async function user(who) {
  const { status, text } = await who.ask("GET", "/api/me");
  return status === 200 ? (JSON.parse(text).user ?? undefined) : undefined;
}

/** A user who has signed in, as soon as the core has heard of the hooks. */
export async function signedIn(username, who = visitor()) {
  const isIn = await until(async () => (await signIn(who, username)) && (await user(who))?.name === username);
  if (!isIn) throw new Error(`${username} could not sign in at ${who.site}: ${(await signIn(who, username)).text.slice(0, 500)}`);
  return who;
}

/** The lines of an answer that set the session's cookie. */
export const sessionLines = ({ cookies }) => cookies.filter((line) => line.startsWith(SESSION));
