// The snippets that applications on v5 have, with the imports changed: each has to compile as it is.
import NextAuth, { AuthError, CredentialsSignin, customFetch, type NextAuthConfig, type Session, type User } from "@cardea/next";
import type { Adapter, AdapterAccountType, AdapterUser, VerificationToken } from "@cardea/next/adapters";
import { decode, encode, getToken, type GetTokenParams, type JWT, type JWTDecodeParams, type JWTEncodeParams, type JWTOptions } from "@cardea/next/jwt";
import {
  signIn as signInHere,
  signOut as signOutHere,
  useSession,
  type SessionContextValue,
  type SessionProviderProps,
  type SignInAuthorizationParams,
  type SignInOptions,
  type SignInResponse,
  type SignOutParams,
  type UpdateSession,
  type UseSessionOptions,
} from "@cardea/next/react";
import type { GetSessionResult } from "@cardea/solid-start";
import type { SignInAuthorizationParams as SolidParams } from "@cardea/solid-start/client";
import type { NextRequest } from "next/server";

declare module "@cardea/next/jwt" {
  interface JWT {
    id?: string;
    accessToken?: string;
  }
}
declare module "@cardea/next" {
  interface Session {
    accessToken?: string;
  }
}

export const config = {
  pages: { signIn: "/login" },
  callbacks: {
    authorized({ auth, request: { nextUrl } }) {
      const isLoggedIn = !!auth?.user;
      if (nextUrl.pathname.startsWith("/dashboard")) return isLoggedIn;
      if (isLoggedIn) return Response.redirect(new URL("/dashboard", nextUrl));
      return true;
    },
    jwt({ token, user, account, trigger, session }) {
      if (account) {
        token.id = user.id;
        token.accessToken = account.access_token;
      }
      if (user) token.name = user.name;
      if (trigger === "update") token.name = session.user.name;
      return token;
    },
    session({ session, token }) {
      if (session.user && token.id) session.user.id = token.id;
      if (token.accessToken) session.accessToken = token.accessToken;
      return session;
    },
  },
} satisfies NextAuthConfig;

export const { handlers, auth, signIn, signOut, unstable_update } = NextAuth(config);

// A middleware that answers nothing.
export const middleware = auth((req) => {
  if (!req.auth && req.nextUrl.pathname !== "/login") return Response.redirect(new URL("/login", req.nextUrl.origin));
  return null;
});
export const api = auth(async (req, context: { params: Promise<{ id: string }> }) => {
  const { id } = await context.params;
  return req.auth ? Response.json({ id, user: req.auth.user }) : Response.json({ message: "Not authenticated" }, { status: 401 });
});

// An action with values of an interface.
interface LoginValues {
  email: string;
  password: string;
}
export async function login(values: LoginValues): Promise<string | undefined> {
  try {
    await signIn("credentials", values);
    await signIn("credentials", { ...values, redirect: false });
    await signIn("credentials", Object.fromEntries(new FormData()));
    return undefined;
  } catch (error) {
    if (error instanceof CredentialsSignin) return error.code;
    if (error instanceof AuthError) {
      switch (error.type) {
        case "CredentialsSignin":
          return "Invalid credentials.";
        case "TooManyRequests":
          return `Try again in ${error.retryAfter} seconds.`;
        default:
          return error.cause?.err?.message;
      }
    }
    throw error;
  }
}

// Tokens: own claims, options in an object of their own.
export async function claims(req: NextRequest, secret: string): Promise<string | undefined> {
  const params: GetTokenParams = { req, secret };
  const token: JWT | null = await getToken({ req, secret, logger: console });
  const raw = await getToken({ req, secret, raw: true });
  const text = await encode<{ tenant: string }>({ token: { tenant: "a" }, secret, salt: "s" });
  const own = await decode<{ tenant: string }>({ token: text, secret, salt: "s" });
  return raw ? token?.accessToken : own?.tenant ?? (params.raw ? "raw" : undefined);
}
export const jwt: JWTOptions = {
  secret: "s",
  maxAge: 60,
  encode: (params: JWTEncodeParams) => encode(params),
  decode: (params: JWTDecodeParams) => decode(params),
};

// In the browser.
export async function browser(update: UpdateSession, params: SignInAuthorizationParams & SolidParams): Promise<Session | null> {
  const options: SignInOptions<false> = { redirect: false, redirectTo: "/in" };
  const response: SignInResponse = await signInHere("credentials", { ...options, redirect: false }, params);
  const out: SignOutParams<false> = { redirect: false };
  await signOutHere({ ...out, redirect: false });
  const session: Session | null = await update({ user: { name: response.code } });
  return session;
}
export const props: SessionProviderProps = { baseUrl: "https://app.example", session: null };
export const hook = (): SessionContextValue<true> => useSession({ required: true } satisfies UseSessionOptions<true>);

// Schemas and stores that import the types.
export const type = "oidc" satisfies AdapterAccountType;
export const wrapped: Adapter = {
  createUser: async (user: AdapterUser) => ({ ...user, emailVerified: new Date() }),
  useVerificationToken: async ({ identifier, token }): Promise<VerificationToken> => ({ identifier, token, expires: new Date() }),
};
export const own = { [customFetch]: fetch };
export const solid = async (result: GetSessionResult): Promise<User | undefined> => (await result)?.user;
