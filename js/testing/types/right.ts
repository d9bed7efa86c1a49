// What an application may write: this has to be accepted as it is.
import NextAuth, {
  AuthError,
  CredentialsSignin,
  type Account,
  type DefaultSession,
  type NextAuthConfig,
  type NextAuthRequest,
  type NextAuthResult,
  type OpenSession,
  type Profile,
  type Session,
  type User,
} from "@cardea/next";
import { decode, encode, getToken, type JWT } from "@cardea/next/jwt";
import { signOut as signOutOfNext, type SessionProviderProps } from "@cardea/next/react";
import { signIn as withPasskey } from "@cardea/next/webauthn";
import { getSession, SolidAuth, type SolidAuthConfig } from "@cardea/solid-start";
import { signIn, signOut } from "@cardea/solid-start/client";
import { authMiddleware } from "@cardea/solid-start/middleware";

declare module "@cardea/next" {
  interface User {
    role?: string;
  }
}
declare module "@cardea/next/jwt" {
  interface JWT {
    role?: string;
  }
}

class Locked extends CredentialsSignin {
  override code = "locked";
}

const shared = {
  secret: ["newer", "older"],
  basePath: "/api/auth",
  trustHost: true,
  debug: false,
  pages: { signIn: "/login", signOut: "/bye", error: "/error", verifyRequest: "/mail", newUser: "/welcome" },
  logger: { error: (error) => console.error(error.name), warn: (code) => console.warn(code), debug: () => {} },
  callbacks: {
    signIn: ({ user, account, profile, email, credentials }) => {
      if (email?.verificationRequest) return user.email?.endsWith("@example.com") ?? false;
      if (credentials?.["locked"]) throw new Locked();
      return account?.provider !== "acme" || profile?.given_name?.length ? true : "/not-you";
    },
    redirect: ({ url, baseUrl }) => (url.startsWith(baseUrl) ? url : baseUrl),
    jwt: async ({ token, user, account, profile, trigger, session, isNewUser }) => {
      if (trigger === "update") return { ...token, name: String(session?.user?.name) };
      if (user) token["role"] = user.role ?? profile?.nickname ?? account?.providerAccountId;
      return isNewUser === false || token.sub ? token : null;
    },
    session: ({ session, token, user, newSession, trigger }) => {
      session.user.role = typeof token?.role === "string" ? token.role : user?.id;
      return trigger === "update" ? { ...session, ...newSession } : session;
    },
  },
  events: {
    createUser: ({ user }) => user.id,
    updateUser: ({ user }) => user.name,
    linkAccount: ({ user, account, profile }) => [user.id, account.provider, profile.email],
    session: ({ session, token }) => session.expires + token?.sub,
    signIn: ({ user, account, profile, isNewUser }) => [user.id, account?.type, profile?.sub, isNewUser],
    signOut: (message) => ("token" in message ? message.token?.sub : message.session?.userId),
  },
  authorize: async ({ username, password }, request) =>
    password === request.headers.get("x") ? { id: "1", name: String(username), email: null, image: null, role: "member" } : null,
} satisfies NextAuthConfig;

export const result: NextAuthResult = NextAuth({
  ...shared,
  callbacks: { ...shared.callbacks, authorized: ({ auth, request }) => Boolean(auth) || request.nextUrl.pathname === "/" },
});
export const lazy = NextAuth(async (request) => ({ ...shared, core: request?.nextUrl.pathname.startsWith("/eu/") ? "https://eu.core.example" : "https://core.example" }));
export const { handlers, auth, unstable_update } = result;

export const GET = auth((request: NextAuthRequest) => Response.json(request.auth?.user?.role));
export async function page(): Promise<string> {
  const session: Session | null = await auth();
  // What has lost its type, as in code of the pages router that was moved.
  const untyped: Session | null = await auth({} as any);
  void untyped;
  const kept: DefaultSession = session ?? { expires: "" };
  const url: string = await result.signIn("github", { redirect: false, redirectTo: "/in" }, { prompt: "login" });
  const out: string = await result.signOut({ redirect: false, federated: true });
  const changed = await unstable_update({ user: { name: "Ada" } });
  const open: OpenSession[] = await result.sessions.list();
  const isEnded: boolean = await result.sessions.end(open[0]?.id ?? "");
  const ended: number = (await result.sessions.endOthers()) + (await result.sessions.endAll());
  void [isEnded, ended];
  return [kept.user?.role, url, out, changed?.expires].join();
}
export async function action(form: FormData): Promise<void> {
  try {
    await result.signIn("credentials", form);
  } catch (error) {
    if (error instanceof AuthError && error.type === "AccessDenied") return;
    throw error;
  }
}

export async function tokens(req: Request): Promise<JWT | null> {
  const raw: string | null = await getToken({ req, secret: "s", raw: true });
  const token = await getToken({ req, secret: ["s", "t"], secureCookie: true });
  const text: string = await encode({ token: { sub: "1", role: "member" }, secret: "s", salt: "authjs.session-token", maxAge: 60 });
  return raw ? token : decode({ token: text, secret: "s", salt: "authjs.session-token" });
}

const solid: SolidAuthConfig = { ...shared, prefix: "/api/auth", session: "local", sessionCookie: "sid", timeout: { read: 1000 } };
export const routes = SolidAuth(solid);
export const guard = authMiddleware(solid, { protect: ["/members", /^\/admin/], redirectTo: "/login" });
export const who = (request: Request): Promise<Session | null> => getSession(request, solid, new Headers());
export const clients = [
  () => signIn("credentials", { username: "a", redirect: false }).then((told) => told?.error),
  () => signOut({ redirectTo: "/", federated: true }),
  () => signOutOfNext({ redirect: false, federated: true }).then(({ url }) => url),
  () => withPasskey("passkey", { action: "register", redirect: false }),
];
export const props: SessionProviderProps = { session: null, refetchInterval: 0, refetchWhenOffline: false };
export const stored: [Account, Profile, User] = [
  { provider: "acme", providerAccountId: "1", type: "oidc", token_type: "bearer" },
  { sub: "1", address: { locality: "London" }, updated_at: 0, custom: [] },
  { id: "1", role: "member" },
];
