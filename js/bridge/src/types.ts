export type Awaitable<T> = T | Promise<T>;

export interface DefaultUser {
  id?: string;
  name?: string | null;
  email?: string | null;
  image?: string | null;
}

/** Who is signed in. Declare further fields in your own `declare module`. */
export interface User extends DefaultUser {}

export interface DefaultSession {
  user?: User;
  expires: string;
}

/** What is known of the visitor. Declare further fields in your own `declare module`. */
export interface Session extends DefaultSession {}

export type ProviderType = "oidc" | "oauth" | "email" | "credentials" | "webauthn";

export interface Account {
  provider: string;
  providerAccountId: string;
  type: ProviderType;
  userId?: string;
  access_token?: string;
  id_token?: string;
  refresh_token?: string;
  scope?: string;
  expires_in?: number;
  expires_at?: number;
  token_type?: string;
  [field: string]: unknown;
}

/** What a provider says of a user: the standard claims of OpenID Connect, and any other. */
export interface Profile {
  id?: string | null;
  sub?: string | null;
  name?: string | null;
  given_name?: string | null;
  family_name?: string | null;
  middle_name?: string | null;
  nickname?: string | null;
  preferred_username?: string | null;
  profile?: string | null;
  picture?: any;
  website?: string | null;
  email?: string | null;
  email_verified?: boolean | null;
  gender?: string | null;
  birthdate?: string | null;
  zoneinfo?: string | null;
  locale?: string | null;
  phone_number?: string | null;
  updated_at?: string | number | null;
  address?: {
    formatted?: string | null;
    street_address?: string | null;
    locality?: string | null;
    region?: string | null;
    postal_code?: string | null;
    country?: string | null;
  } | null;
  [claim: string]: unknown;
}

export interface DefaultJWT extends Record<string, unknown> {
  name?: string | null;
  email?: string | null;
  picture?: string | null;
  sub?: string;
  iat?: number;
  exp?: number;
  jti?: string;
}

/** The claims of a session's token. */
export interface JWT extends DefaultJWT {}

/** A user of the store. Times are ISO texts, as everything comes as JSON. */
export interface AdapterUser extends User {
  id: string;
  email: string;
  emailVerified: string | null;
}

export interface AdapterSession {
  sessionToken: string;
  userId: string;
  expires: string;
}

/** A provider as pages may know it. */
export interface PublicProvider {
  id: string;
  name: string;
  type: ProviderType;
  signinUrl: string;
  callbackUrl: string;
}

export interface PagesOptions {
  signIn: string;
  signOut: string;
  error: string;
  verifyRequest: string;
  newUser: string;
}

/** Callbacks that decide. They run here: the core asks this site which it has, and calls those. */
export interface Callbacks {
  signIn?: (params: {
    user: User | AdapterUser;
    account: Account | null;
    profile?: Profile;
    email?: { verificationRequest?: boolean };
    credentials?: Record<string, unknown>;
  }) => Awaitable<boolean | string>;
  redirect?: (params: { url: string; baseUrl: string }) => Awaitable<string>;
  jwt?: (params: {
    token: JWT;
    /** Absent except at a sign-in; typed as `next-auth` types it. With `account` it is there. */
    user: User | AdapterUser;
    account?: Account | null;
    profile?: Profile;
    trigger?: "signIn" | "signUp" | "update";
    session?: any;
    isNewUser?: boolean;
  }) => Awaitable<JWT | null>;
  session?: (params: {
    session: Session & { user: AdapterUser } & Partial<AdapterSession>;
    token: JWT;
    user: AdapterUser;
    newSession?: any;
    trigger?: "update";
  }) => Awaitable<Session | DefaultSession | null>;
}

/** Which of several deliveries of an event this is. If a handler throws, the core sends the event again, twice at most. */
export interface Delivery {
  /** The same each time. */
  id: string;
}

/** Events that watch, after the fact. They run here: the core asks this site which it has, and sends those. */
export interface Events {
  createUser?: (message: { user: User }, delivery: Delivery) => Awaitable<unknown>;
  updateUser?: (message: { user: User }, delivery: Delivery) => Awaitable<unknown>;
  linkAccount?: (message: { user: User; account: Account; profile: User }, delivery: Delivery) => Awaitable<unknown>;
  session?: (message: { session: Session; token?: JWT }, delivery: Delivery) => Awaitable<unknown>;
  signIn?: (
    message: { user: User; account?: Account | null; profile?: Profile; isNewUser?: boolean },
    delivery: Delivery,
  ) => Awaitable<unknown>;
  signOut?: (message: { session: AdapterSession | null } | { token: JWT | null }, delivery: Delivery) => Awaitable<unknown>;
  signInFailed?: (message: { reason: string; provider?: string; errorId: string }, delivery: Delivery) => Awaitable<unknown>;
}

/** Returns the user with these credentials; null if they are wrong. Throw `CredentialsSignin` for your own error code. */
export type Authorize = (credentials: Record<string, any>, request: Request) => Awaitable<User | null>;

/** The tokens of a provider, under the names of its answer. */
export interface TokenSet {
  access_token?: string;
  id_token?: string;
  refresh_token?: string;
  scope?: string;
  expires_in?: number;
  expires_at?: number;
  token_type?: string;
  [field: string]: unknown;
}

/**
 * Makes the user of what a provider says, with any fields: `profile` of a provider in `next-auth`. Its `id` is what stays
 * the same however people rename themselves.
 */
export type ProfileMapper = (profile: any, tokens: TokenSet) => Awaitable<User & Record<string, any>>;

/** What is stored of the tokens: `account` of a provider in `next-auth`. Nothing is stored where it returns nothing. */
export type AccountMapper = (tokens: TokenSet) => Awaitable<TokenSet | undefined | void>;

export interface Theme {
  colorScheme?: "auto" | "dark" | "light";
  logo?: string;
  brandColor?: string;
  buttonText?: string;
}

/** What `sendVerificationRequest` gets, as in `next-auth`; of the provider without what is secret. */
export interface VerificationRequestParams {
  /** The address. */
  identifier: string;
  /** The link that signs in. */
  url: string;
  expires: Date;
  provider: { id: string; type: "email"; name: string; from?: string; maxAge: number };
  /** What the link holds: the code, where `generateVerificationToken` makes one. */
  token: string;
  theme: Theme;
  request: Request;
}

/** Sends the mail with the link. What it throws ends on the sign-in page, with `EmailSignin`. */
export type SendVerificationRequest = (params: VerificationRequestParams) => Awaitable<void>;

/** Makes what the link holds, such as a code of six digits. Nothing: the core makes it. */
export type GenerateVerificationToken = () => Awaitable<string | undefined>;

export interface Logger {
  error: (error: Error) => void;
  warn: (code: string) => void;
  debug: (message: string, metadata?: unknown) => void;
}

/** Where the setting is instead. */
type Elsewhere<Where extends string> = { readonly __cardea: Where };

/** Settings of Auth.js that belong to the core: name them in Java, or in the server's file. */
export interface CoreSettings {
  /** Providers are named in the core; `authorize` of a credentials provider is the setting `authorize`. */
  providers?: Elsewhere<"providers are set in the core">;
  adapter?: Elsewhere<"the store is set in the core">;
  jwt?: Elsewhere<"jwt is set in the core">;
  cookies?: Elsewhere<"cookies are set in the core">;
  theme?: Elsewhere<"the theme is set in the core">;
  useSecureCookies?: Elsewhere<"useSecureCookies is set in the core">;
  redirectProxyUrl?: Elsewhere<"redirectProxyUrl is set in the core">;
  experimental?: Elsewhere<"experimental is set in the core">;
  skipCSRFCheck?: Elsewhere<"the core checks; programmatic calls are signed">;
}

/**
 * How a session is checked. `local`: this site reads, renews and changes its token sessions itself, with its own `jwt` and
 * `session` callbacks; the core is asked for sessions that it keeps in rows, or whose callbacks run elsewhere. `remote`: the
 * core is asked each time. `local-then-remote` is an older name of `local`.
 */
export type SessionCheck = "remote" | "local" | "local-then-remote";

export interface ForwardAuth {
  /**
   * Whether a signed-in user may see a page; false gets 403. Visitors who are not signed in are not asked about. An
   * answer that is neither true nor false, an error and no answer within `hooks.timeout` get 503.
   *
   * @param path of the page in one spelling: decoded, in lower case, without a slash at its end. Decide by it, not by
   * `request.url`.
   * @param request of the browser, without its cookies
   */
  authorized: (params: { path: string; auth: Session; request: Request }) => Awaitable<boolean>;
}

export interface SiteConfig extends CoreSettings {
  /** The address of Cardea for this server, never seen by visitors. Default: `CARDEA_URL`. */
  core?: string;
  /** Whether `core` may be plain http beyond this machine, such as on a container's private network. Default: false. */
  allowHttpCore?: boolean;
  /** The secret that the core has too; of several the newest first. Default: `AUTH_SECRET`. */
  secret?: string | readonly string[];
  /** Where the routes are on this site. */
  basePath?: string;
  /** Whether `Host` and `X-Forwarded-*` say where this site is. Without it only `AUTH_URL` and loopback names do. */
  trustHost?: boolean;
  /**
   * How many proxies of this site append to `X-Forwarded-For`: the outermost of them knows the visitor's address, which
   * rate limits count by. Default: 1 with `trustHost`, else none.
   */
  proxies?: number;
  /**
   * The visitor's address, where a platform has a separate header for it, such as `(headers) =>
   * headers.get("cf-connecting-ip")`. It replaces `proxies`, and holds without `trustHost`. Text that is not an address
   * counts as absent. Take no header that visitors can write: the core limits attempts by the address.
   */
  clientAddress?: (headers: Headers) => string | null | undefined;
  /** Pages of this site. Default: those that the core names. */
  pages?: Partial<PagesOptions>;
  callbacks?: Callbacks;
  events?: Events;
  /** Of the credentials provider; or by the id of each. */
  authorize?: Authorize | Record<string, Authorize>;
  /** Of OAuth providers, by their ids. Others have the core's. */
  profile?: Record<string, ProfileMapper>;
  /** Of OAuth providers, by their ids. Others have the core's. */
  account?: Record<string, AccountMapper>;
  /** Of the e-mail provider, in place of the core's mail; or by the id of each. */
  sendVerificationRequest?: SendVerificationRequest | Record<string, SendVerificationRequest>;
  /** Of the e-mail provider; or by the id of each. */
  generateVerificationToken?: GenerateVerificationToken | Record<string, GenerateVerificationToken>;
  /** What this application decides about pages that a proxy protects by the core's forward authentication. */
  forwardAuth?: ForwardAuth;
  /** `strategy`, `maxAge` and `updateAge` are the core's. */
  session?: SessionCheck | Elsewhere<"strategy, maxAge and updateAge are set in the core; here it is how a session is checked">;
  /** @deprecated Means nothing since `local` reads tokens for their whole life. */
  localFor?: number;
  /** The name of the session cookie, until the core has reported it. Default: that of Auth.js. */
  sessionCookie?: string;
  /** Milliseconds. Default: 5,000 to read, such as sessions everywhere, and 15,000 for the rest. */
  timeout?: { read?: number; act?: number };
  /**
   * Called when the core does not answer. No user is signed in then. What this function throws reaches the code that
   * read the session, for an application that prefers to show an error.
   */
  onCoreError?: (error: Error) => void;
  logger?: Partial<Logger>;
  debug?: boolean;
  /** Instead of the platform's. */
  fetch?: typeof fetch;
}
