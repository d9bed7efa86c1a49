import type { SiteConfig } from "@cardea/bridge";

// Not every application has the types of Node.
declare const process: { env: Record<string, string | undefined> };

/** What a try chooses when it starts the application. */
const { DEPLOYMENT = "", LOST, PROXIES } = process.env;

/** A hook of each kind, for tries of what the packages promise. What it logs is read there. */
export const contract = {
  ...(PROXIES ? { clientAddress: Number(PROXIES) } : {}),
  authorize: ({ username, password }, request) => {
    if (username === "broken") throw new TypeError("no such table");
    if (password !== "open sesame") return null;
    const address = request.headers.get("x-forwarded-for");
    return { id: `people/${username}`, name: username, email: `${username}@example.com`, address };
  },
  profile: {
    acme: (profile) => ({ id: profile.sub, name: profile.name.toUpperCase(), email: profile.email, role: "editor" }),
  },
  account: {
    acme: ({ access_token, token_type }) => ({ access_token, token_type }),
  },
  generateVerificationToken: () => "246810",
  sendVerificationRequest: ({ identifier, token, url }) => console.log(`mail ${JSON.stringify({ identifier, token, url })}`),
  forwardAuth: {
    authorized: ({ path }) => path !== "/admin",
  },
  callbacks: {
    ...(LOST === "signIn" ? {} : { signIn: ({ user }: { user: { name?: string | null } }) => user.name !== "banned" }),
    redirect: ({ url, baseUrl }) => {
      if (url.endsWith("/lost")) throw new TypeError("no such page");
      return url.startsWith(`${baseUrl}/`) ? url : baseUrl;
    },
    jwt: ({ token, user, trigger, session }) => {
      if (user) Object.assign(token, { role: Reflect.get(user, "role") ?? "guest", address: Reflect.get(user, "address") });
      if (trigger === "update") token.name = session.user.name;
      return token;
    },
    // The address of the user is left out.
    session: ({ session: { expires, user }, token: { role, address } }) => {
      const shown = { name: user.name, role: String(role), address, deployment: DEPLOYMENT };
      return { expires, user: shown };
    },
  },
  events: {
    createUser: (_, { id }) => console.log(`createUser ${id}`),
    linkAccount: ({ account }) => console.log(`linkAccount ${Object.keys(account).sort()}`),
    signIn: (_, { id }) => console.log(`signIn ${id}`),
  },
} satisfies SiteConfig;
