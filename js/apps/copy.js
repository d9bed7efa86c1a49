// A copy of an example that is built in another way: node apps/copy.js EXAMPLE WAY [FOLDER/]
//   solid 2        for SolidStart 2
//   next 15        for Next 15
//   next 14        for Next 14
//   next canary    for the version after the newest release
//   next next-auth the browser's half is next-auth/react and next-auth/webauthn, as they are
//   next cache     with cacheComponents
//   next edge      routes and middleware on the edge
//   next slash     with trailingSlash
//   next base      with basePath
//   next i18n      with i18n, which the pages router has
//   next dev       as it is, to change its files while it runs
//   next accounts  with password accounts of invited users, in the database STORE, and sessions that can be ended
//   next keycloak  with Keycloak as the identity provider, at which sign-outs continue
//   next contract  with a hook of each kind; so is solid contract
// Several ways go together: next 15+contract. What is in a folder such as `solid-2` here takes the place of the example's
// own; the copy goes to `copies/solid-2`.
import { cpSync, existsSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

/** What else is to be changed. */
const others = {
  "solid 2": (app) => {
    app.node(24);
    app.depends({
      "@solidjs/router": "0.16.3",
      "@solidjs/start": "2.0.5",
      // Of its version 3 only those with a date go with Vite 8.
      nitro: "3.0.260903-beta",
      "solid-js": "1.9.19",
      vinxi: undefined,
      vite: "8.3.8",
    });
    app.replace("package.json", "vinxi build", "vite build");
    app.replace("tsconfig.json", "vinxi/types/client", "@solidjs/start/env");
    app.replace("tsconfig.json", "app.config.ts", "vite.config.ts");
    app.remove("app.config.ts");
  },
  "next 15": (app) => {
    app.depends({ next: "15.5.29" });
    middleware(app);
  },
  "next canary": (app) => app.depends({ next: "canary" }),
  "next 14": (app) => {
    app.depends({ next: "14.2.35", react: "18.3.1", "react-dom": "18.3.1", "@types/react": "18.3.27" });
    middleware(app);
  },
  "next next-auth": (app) => {
    app.depends({ "next-auth": "5.0.0-beta.32", "@simplewebauthn/browser": "9.0.1" });
    app.replace("app/client/visitor.tsx", "@cardea/next/react", "next-auth/react");
    app.replace("app/client/visitor.tsx", "@cardea/next/webauthn", "next-auth/webauthn");
  },
  "next cache": (app) => {
    app.write("next.config.mjs", "export default { cacheComponents: true };\n");
    // Components that read the session would have to wait in Suspense, which shows nothing to browsers without scripts.
    app.replace("app/layout.tsx", "export const metadata", "export const instant = false;\n\nexport const metadata");
  },
  "next slash": (app) => app.write("next.config.mjs", "export default { trailingSlash: true };\n"),
  "next base": (app) => {
    app.write("next.config.mjs", 'export default { basePath: "/shop" };\n');
    app.replace("auth.ts", "NextAuth({", 'NextAuth({\n  basePath: "/shop/api/auth",');
    app.replace("cardea.yml", "basePath: /api/auth", "basePath: /shop/api/auth");
    app.replace("cardea.yml", "3000/api/auth/hooks", "3000/shop/api/auth/hooks");
    app.replace("auth.ts", "new URL(request.url)", "request.nextUrl");
    // As with next-auth: addresses to return to are whole paths.
    app.replace("app/page.tsx", 'redirectTo: "/members"', 'redirectTo: "/shop/members"');
    app.replace("app/page.tsx", 'redirectTo: "/"', 'redirectTo: "/shop"');
    app.replace("app/login/page.tsx", '"/members"', '"/shop/members"');
    app.replace("app/client/visitor.tsx", "<SessionProvider>", '<SessionProvider basePath="/shop/api/auth">');
    app.replace("app/client/visitor.tsx", 'redirectTo: "/client"', 'redirectTo: "/shop/client"');
  },
  "next i18n": (app) => {
    app.write("next.config.mjs", 'export default { i18n: { locales: ["en", "de"], defaultLocale: "en", localeDetection: false } };\n');
    app.replace("proxy.ts", '["/members/:path*"]', '["/members/:path*", "/pages"]');
    app.replace("auth.ts", '!new URL(request.url).pathname.startsWith("/members")', '!["/members", "/pages"].some((path) => request.nextUrl.pathname.startsWith(path))');
  },
  "next dev": (app) => app.replace("package.json", "../../bin/", `${here("../../bin/")}`),
  // Next 16 calls its middleware the proxy, which runs on Node alone; the edge is the middleware's as before.
  "next edge": (app) => app.remove("proxy.ts"),
  "next accounts": (app) => {
    app.replace("cardea.yml", "\nsession: { strategy: jwt }", "\nsession: { strategy: revocable }\naccounts: { signUp: invited }");
    app.replace("cardea.yml", "\nstore: memory", '\nstore: "${STORE}"\nmigrate: true');
    app.replace("cardea.yml", "- passkey", "- { id: passkey, userVerification: preferred }");
    app.replace("app/page.tsx", "<SignedIn /> :", '<><a href="/api/auth/account?callbackUrl=%2F">Your account</a><SignedIn /></> :');
  },
  "next keycloak": (app) => {
    const acme = 'issuer: "http://127.0.0.1:3200", clientId: web, clientSecret: web-secret';
    app.replace("cardea.yml", acme, 'issuer: "${ISSUER}", clientId: next, clientSecret: a-client-secret-for-these-tests-only, logout: { rpInitiated: "${RP_INITIATED}" }');
    app.replace("app/client/visitor.tsx", "signOut({ redirect: false })", 'signOut({ redirectTo: "/client" })');
    app.replace("app/page.tsx", "signOut({ redirect: false })", 'signOut({ redirectTo: "/", federated: true })');
  },
  "next contract": (app) => app.add("contract/contract.ts", "contract.ts"),
  "solid contract": (app) => app.add("contract/contract.ts", "src/lib/contract.ts"),
};

/** What Next 16 calls the proxy. */
function middleware(app) {
  app.replace("proxy.ts", "auth as proxy", "auth as middleware");
  app.rename("proxy.ts", "middleware.ts");
}

const here = (path) => fileURLToPath(new URL(path, import.meta.url));
const [example, way, folder = here(`copies/${example}-${way}/`)] = process.argv.slice(2);
const ways = `${way}`.split("+");
if (!ways.every((each) => others[`${example} ${each}`])) refuse(`node apps/copy.js EXAMPLE WAY [FOLDER/], of ${Object.keys(others).join(", ")}`);
if (existsSync(folder)) {
  const old = readdirSync(folder).filter((name) => name !== "node_modules");
  if (old.length && !isCopy()) refuse(`${folder} is something else`);
  for (const name of old) rmSync(join(folder, name), { recursive: true });
}

// What was built and installed is the example's; `run` starts programs that are beside it.
const own = ["node_modules", "packages", ".next", ".output", ".vinxi", "next-env.d.ts", "run"];
const left = own.map((name) => here(`../../examples/${example}/${name}`));
cpSync(here(`../../examples/${example}/`), folder, { recursive: true, filter: (path) => !left.includes(path) });

function read(name) {
  return readFileSync(join(folder, name), "utf8");
}

function write(name, text) {
  writeFileSync(join(folder, name), text);
}

function isCopy() {
  return existsSync(join(folder, "package.json")) && JSON.parse(read("package.json")).name === `cardea-example-${example}`;
}

function depends(wanted) {
  const all = JSON.parse(read("package.json"));
  for (const [name, version] of Object.entries(wanted)) (all.devDependencies && name in all.devDependencies ? all.devDependencies : all.dependencies)[name] = version;
  write("package.json", `${JSON.stringify(all, null, 2)}\n`);
}

const app = {
  depends,
  write,
  add: (name, other) => cpSync(here(name), join(folder, other)),
  rename: (name, other) => renameSync(join(folder, name), join(folder, other)),
  remove: (name) => rmSync(join(folder, name)),
  replace(name, old, text) {
    if (!read(name).includes(old)) throw new Error(`${name} of the example has no ${old} any more`);
    write(name, read(name).replace(old, text));
  },
  /** Where this Node is older the copy brings one along, as a package whose program npm finds first. */
  node(oldest) {
    if (Number.parseInt(process.versions.node) < oldest) depends({ node: `npm:node-${process.platform}-${process.arch}@${oldest}` });
  },
};
for (const each of ways) {
  const instead = here(`${example}-${each}/`);
  if (existsSync(instead)) cpSync(instead, folder, { recursive: true });
  others[`${example} ${each}`](app);
}

function refuse(why) {
  console.error(why);
  process.exit(2);
}
