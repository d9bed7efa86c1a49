export type Awaitable<T> = T | Promise<T>;

/** `DefaultUser` of Auth.js. A field is absent or null where the provider does not say it. */
export interface DefaultUser {
  /** The user's id. Absent where it is not known yet, such as in a profile. */
  id?: string;
  name?: string | null;
  email?: string | null;
  /** The address of a picture. */
  image?: string | null;
}

/** Who is signed in: `User` of Auth.js. Declare further fields in your own `declare module`. */
export interface User extends DefaultUser {}

/** `DefaultSession` of Auth.js. */
export interface DefaultSession {
  /** Absent if the `session` callback left it out. */
  user?: User;
  /** When the session ends unless it is renewed: ISO 8601. */
  expires: string;
}

/** What is known of the visitor: `Session` of Auth.js. Declare further fields in your own `declare module`. */
export interface Session extends DefaultSession {}

/** How a provider signs users in: `ProviderType` of Auth.js. */
export type ProviderType = "oidc" | "oauth" | "email" | "credentials" | "webauthn";

/** A user's account at a provider: `Account` of Auth.js. Tokens that the provider did not send are absent. */
export interface Account {
  /** The provider's id, such as `github`. */
  provider: string;
  /** The user's id at the provider. */
  providerAccountId: string;
  type: ProviderType;
  /** The user's id. Absent while it is not known yet. */
  userId?: string;
  access_token?: string;
  id_token?: string;
  refresh_token?: string;
  scope?: string;
  /** Seconds, as the provider sent it. */
  expires_in?: number;
  /** When the access token expires: seconds since 1970. */
  expires_at?: number;
  token_type?: string;
  [field: string]: unknown;
}

/** What a provider says of a user, `Profile` of Auth.js: the standard claims of OpenID Connect, and any other. */
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

/** `DefaultJWT` of Auth.js: the claims that a sign-in sets. */
export interface DefaultJWT extends Record<string, unknown> {
  name?: string | null;
  email?: string | null;
  picture?: string | null;
  /** The user's id. */
  sub?: string;
  /** When the token was issued: seconds since 1970. */
  iat?: number;
  /** When the token expires: seconds since 1970. */
  exp?: number;
  /** The token's id. */
  jti?: string;
}

/** The claims of a session's token: `JWT` of Auth.js. Declare further claims in your own `declare module`. */
export interface JWT extends DefaultJWT {}

/** A user of the store: `AdapterUser` of Auth.js. Times are ISO 8601 texts, because arguments arrive as JSON. */
export interface AdapterUser extends User {
  id: string;
  email: string;
  /** When the address was verified; null if it was not. */
  emailVerified: string | null;
}

/** A database session: `AdapterSession` of Auth.js, with a text for the time. */
export interface AdapterSession {
  /** The value of the session cookie. It signs its bearer in, so never log it. */
  sessionToken: string;
  userId: string;
  expires: string;
}

/** A provider as pages may know it: `PublicProvider` of Auth.js. */
export interface PublicProvider {
  id: string;
  name: string;
  type: ProviderType;
  signinUrl: string;
  callbackUrl: string;
}

/** Paths of pages of the application: `PagesOptions` of Auth.js. */
export interface PagesOptions {
  signIn: string;
  signOut: string;
  error: string;
  /** Shown after a sign-in link was sent. */
  verifyRequest: string;
  /** Shown to a user who signs in for the first time. */
  newUser: string;
}

/**
 * Callbacks that decide: `callbacks` of Auth.js. They run in this site: the core asks which of them exist, and calls
 * those. An absent one leaves the decision to the core's default.
 */
export interface Callbacks {
  /** Whether a user may sign in; a text is the address to redirect to instead. Absent: every user may. */
  signIn?: (params: {
    user: User | AdapterUser;
    account: Account | null;
    profile?: Profile;
    email?: { verificationRequest?: boolean };
    credentials?: Record<string, unknown>;
  }) => Awaitable<boolean | string>;
  /** Where to redirect after a sign-in or sign-out. Absent: to addresses of this site only, otherwise to `baseUrl`. */
  redirect?: (params: { url: string; baseUrl: string }) => Awaitable<string>;
  /** The claims of a token session, at a sign-in, an update and each read. Null ends the session. Absent: unchanged. */
  jwt?: (params: {
    token: JWT;
    /** Absent except at a sign-in; typed as `next-auth` types it. With `account` it is there. */
    user: User | AdapterUser;
    account?: Account | null;
    profile?: Profile;
    /** Absent at a read. */
    trigger?: "signIn" | "signUp" | "update";
    /** What `update` was given. Absent except with `trigger: "update"`. */
    session?: any;
    isNewUser?: boolean;
    /** The user as the store has it, if this read of a revocable session asked the core, which it does every few seconds. */
    storedUser?: AdapterUser;
  }) => Awaitable<JWT | null>;
  /** What pages and browsers see of a session. Absent: the user's name, address and picture. */
  session?: (params: {
    session: Session & { user: AdapterUser } & Partial<AdapterSession>;
    /** With token sessions only; typed as `next-auth` types it. */
    token: JWT;
    /** With database sessions only; typed as `next-auth` types it. */
    user: AdapterUser;
    /** What `update` was given. */
    newSession?: any;
    trigger?: "update";
  }) => Awaitable<Session | DefaultSession | null>;
}

/**
 * A delivery of an event. If a handler throws, the core sends the event again, twice at most. Auth.js has no such
 * argument.
 */
export interface Delivery {
  /** The same for all deliveries of one event. */
  id: string;
  /** The request that caused the event. Absent from cores that do not say. */
  request?: EventRequest;
}

/**
 * The request that caused an event, for audit logs. Address and user agent are personal data: store them only as long as
 * you need them. Auth.js has no such argument.
 */
export interface EventRequest {
  /** The id in the core's log lines and traces. Absent for `session` where this site read the session itself. */
  id?: string;
  /** The address of the visitor, as for the limits on attempts. Absent if it is unknown. */
  clientAddress?: string;
  /** What the visitor's browser says that it is, 512 characters at most. Absent if it says nothing. */
  userAgent?: string;
}

/**
 * Events that report what happened: `events` of Auth.js. They run in this site: the core asks which of them exist, and
 * sends those. An absent one is not sent.
 */
export interface Events {
  createUser?: (message: { user: User }, delivery: Delivery) => Awaitable<unknown>;
  updateUser?: (message: { user: User }, delivery: Delivery) => Awaitable<unknown>;
  linkAccount?: (message: { user: User; account: Account; profile: User }, delivery: Delivery) => Awaitable<unknown>;
  /** A session was read. */
  session?: (message: { session: Session; token?: JWT }, delivery: Delivery) => Awaitable<unknown>;
  signIn?: (
    message: { user: User; account?: Account | null; profile?: Profile; isNewUser?: boolean },
    delivery: Delivery,
  ) => Awaitable<unknown>;
  signOut?: (message: { session: AdapterSession | null } | { token: JWT | null }, delivery: Delivery) => Awaitable<unknown>;
  /** A sign-in failed. `errorId` is the reference in the core's log. Auth.js has no such event. */
  signInFailed?: (message: { reason: string; provider?: string; errorId: string }, delivery: Delivery) => Awaitable<unknown>;
  /** A session was ended before it expired, except by its own sign-out. Auth.js has no such event. */
  sessionEnded?: (
    message: {
      sessionId: string;
      userId: string;
      reason: "elsewhere" | "administrator" | "limit" | "firstVerification" | "userDeleted" | "provider";
    },
    delivery: Delivery,
  ) => Awaitable<unknown>;
  /**
   * A module of the core changed what belongs to a user, such as a password. There's no `userId` if it's about someone who
   * isn't a user yet, such as an invitation. Auth.js has no such event.
   */
  accountChanged?: (
    message: { kind: string; userId?: string; details: Record<string, any> },
    delivery: Delivery,
  ) => Awaitable<unknown>;
}

/**
 * Returns the user with these credentials; null if they are wrong: `authorize` of a credentials provider in `next-auth`.
 * Throw `CredentialsSignin` for your own error code.
 */
export type Authorize = (credentials: Record<string, any>, request: Request) => Awaitable<User | null>;

/** The tokens of a provider, under the names of its answer: `TokenSet` of Auth.js. */
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

/** The look of built-in pages and mails: `Theme` of Auth.js, as the core has it. */
export interface Theme {
  colorScheme?: "auto" | "dark" | "light";
  /** The address of a picture. */
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
  provider: { id: string; type: "email"; name: string; from?: string; maxAge: number; codes?: true };
  /** What the link holds: the code, where `generateVerificationToken` makes one. */
  token: string;
  theme: Theme;
  request: Request;
}

/** Sends the mail with the link. What it throws ends on the sign-in page, with `EmailSignin`. */
export type SendVerificationRequest = (params: VerificationRequestParams) => Awaitable<void>;

/** What `sendMail` gets: an email of a module of the core, such as the notice of a changed password. */
export interface MailParams {
  /** The address. */
  to: string;
  subject: string;
  text: string;
  html: string;
  provider: VerificationRequestParams["provider"];
}

/** Sends another email than that with the link. If it throws, the core may try again. Auth.js has no such function. */
export type SendMail = (mail: MailParams) => Awaitable<void>;

/** What `signUp` gets: a visitor who would become a user, by whatever sign-in method. Nothing is stored yet. */
export interface SignUpParams {
  /** Absent if the sign-in method has none. */
  email?: string;
  /** Whether the visitor has just received an email at the address. Otherwise it is what a provider or a visitor says. */
  isEmailProven: boolean;
  name?: string;
  /** The id of the provider. */
  provider: string;
  /** What the visitor entered into your own fields of the form for a new account. */
  fields: Record<string, string>;
  /** The visitor's IP address, if it is known. */
  ip?: string;
}

/** Decides who may become a user, with `accounts` in the core. If it throws, the visitor is refused. Auth.js has no such function. */
export type SignUp = (params: SignUpParams) => Awaitable<boolean>;

/** What `secondFactor` gets: a sign-in whose first proof has been accepted. There is no session yet. */
export interface SecondFactorParams {
  /** As stored; a new one as the sign-in method describes them. */
  user: User;
  /** The id of the provider. */
  provider: string;
  /** What the visitor has shown so far, such as `pwd` or `otp` (RFC 8176); `fed` for an account at a provider. */
  amr: string[];
}

/**
 * Decides whether a sign-in asks for a second factor, with `accounts` in the core. `if-enrolled` asks users who have one. If it
 * returns nothing, the core's setting decides; if it throws, the visitor is refused. Auth.js has no such function.
 */
export type SecondFactor = (params: SecondFactorParams) => Awaitable<"never" | "if-enrolled" | "required" | undefined>;

/** Makes what the link holds, such as a code of six digits. If it returns nothing, the core makes it. */
export type GenerateVerificationToken = () => Awaitable<string | undefined>;

/** Where this package logs: `logger` of Auth.js. A function that is absent writes to the console. */
export interface Logger {
  error: (error: Error) => void;
  warn: (code: string) => void;
  /** Not called yet. */
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

/** A session of a user, as the core lists it. Times are ISO strings. */
export interface OpenSession {
  /** Identifies the session; it grants no access. */
  id: string;
  /** Whether it is the session of the visitor who asks. */
  current: boolean;
  /** When the user signed in, if the core knows. */
  begun?: string | null;
  /** When it was last extended, if the core knows. */
  seen?: string | null;
  expires: string;
  /** The provider of the sign-in. */
  provider?: string | null;
  /** The network of the client, or its IP address. */
  client?: string | null;
  userAgent?: string | null;
}

/** A user's own sessions, in all browsers. */
export interface SessionList {
  /** Lists them, the most recently used first; none if no user is signed in. */
  list: () => Promise<OpenSession[]>;
  /** Ends one session. @returns whether it was one of this user's */
  end: (id: string) => Promise<boolean>;
  /** Ends all but this one. @returns how many */
  endOthers: () => Promise<number>;
  /** Ends all, and so signs this browser out. @returns how many */
  endAll: () => Promise<number>;
}

/**
 * How a session is checked. `local`: this site reads, renews and changes its token sessions itself, with its own `jwt` and
 * `session` callbacks; the core is asked for sessions that it keeps in rows, or whose callbacks run elsewhere. `remote`: the
 * core is asked each time. `local-then-remote` is an older name of `local`.
 */
export type SessionCheck = "remote" | "local" | "local-then-remote";

/** Decisions about pages behind a proxy that asks the core. Auth.js has no counterpart. */
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

/**
 * The configuration of a site: `AuthConfig` of Auth.js without the settings of the core. Every setting may be absent.
 * Settings that Auth.js does not have: `core`, `allowHttpCore`, `clientAddress`, `authorize`, `profile`,
 * `account`, `sendVerificationRequest`, `generateVerificationToken`, `sendMail`, `signUp`, `secondFactor`, `forwardAuth`,
 * `sessionCookie`, `timeout`, `onCoreError` and `fetch`. In Auth.js, the functions of a provider are settings of that provider.
 */
export interface SiteConfig extends CoreSettings {
  /** The address of Cardea for this server, never seen by visitors. Default: `CARDEA_URL`. */
  core?: string;
  /** Whether `core` may be plain http beyond this machine, such as on a container's private network. Default: false. */
  allowHttpCore?: boolean;
  /**
   * The secret that the core has too; of several the newest first. Default: `AUTH_SECRET_3`, `AUTH_SECRET_2`,
   * `AUTH_SECRET_1` and `AUTH_SECRET`, in this order; without any of them `NEXTAUTH_SECRET`.
   */
  secret?: string | readonly string[];
  /**
   * Where the routes are on this site. Default: the path of `AUTH_URL`; without one `/api/auth` with `@cardea/next` and
   * `@cardea/solid-start`, and `/auth` with `forwarder`.
   */
  basePath?: string;
  /**
   * Whether `Host` and `X-Forwarded-*` say where this site is. If it is false, only `AUTH_URL` and loopback names do.
   * Default: true with `AUTH_URL`; else true if the first of `AUTH_TRUST_HOST`, `VERCEL` and `CF_PAGES` that is set is not
   * `false`; without any of them, true outside of production.
   */
  trustHost?: boolean;
  /**
   * Where the visitor's address is, by which the core limits attempts. A number: how many proxies of this site append to
   * `X-Forwarded-For`; the outermost of them knows the address. A function, where a platform has a separate header:
   * `(headers) => headers.get("true-client-ip")`. Text that is not an address counts as absent. Take no header that
   * visitors can write. Independent of `trustHost`. Default: the header of the platform on Vercel, Cloudflare Pages and
   * Fly.io; else 0, the address of the connection, which Next.js does not know.
   */
  clientAddress?: number | ((headers: Headers) => string | null | undefined);
  /** Pages of this site. Default: those that the core names. Set the same in the core, which redirects to its own. */
  pages?: Partial<PagesOptions>;
  callbacks?: Callbacks;
  events?: Events;
  /** `authorize` of the credentials provider; or one function for each provider's id. Absent: that of the core. */
  authorize?: Authorize | Record<string, Authorize>;
  /** `profile` of OAuth providers, by their ids. A provider without an entry has the core's. */
  profile?: Record<string, ProfileMapper>;
  /** `account` of OAuth providers, by their ids. A provider without an entry has the core's. */
  account?: Record<string, AccountMapper>;
  /** Sends the mail of the e-mail provider; or one function for each provider's id. Absent: the core sends it. */
  sendVerificationRequest?: SendVerificationRequest | Record<string, SendVerificationRequest>;
  /** Makes what links hold; or one function for each e-mail provider's id. Absent: the core makes it. */
  generateVerificationToken?: GenerateVerificationToken | Record<string, GenerateVerificationToken>;
  /** Sends the emails of the core's modules; or one function for each email provider's id. Absent: the core sends them. */
  sendMail?: SendMail | Record<string, SendMail>;
  /** Decides who may become a user, where the core has `accounts`. Absent: the core's setting `accounts.signUp` decides. */
  signUp?: SignUp;
  /** Decides about a second factor, where the core has `accounts`. Absent: the core's setting `accounts.secondFactor` decides. */
  secondFactor?: SecondFactor;
  /** Decides about pages behind a proxy that asks the core (forward authentication). Absent: signed-in users may. */
  forwardAuth?: ForwardAuth;
  /** How a session is checked. Default: `local`. `strategy`, `maxAge` and `updateAge` of Auth.js are set in the core. */
  session?: SessionCheck | Elsewhere<"strategy, maxAge and updateAge are set in the core; here it is how a session is checked">;
  /** @deprecated Means nothing since `local` reads tokens for their whole life. */
  localFor?: number;
  /** The name of the session cookie, until the core has reported it. Default: that of Auth.js. */
  sessionCookie?: string;
  /** Milliseconds. Default: 5,000 to read, such as sessions everywhere, and 15,000 for the rest. */
  timeout?: { read?: number; act?: number };
  /**
   * Called when a session or a request needs the core, and the core does not answer. That session then reads as null, and
   * its cookies stay. What this function throws reaches the code that read the session. Absent: the outage is only logged.
   */
  onCoreError?: (error: Error) => void;
  /** Default: the console. */
  logger?: Partial<Logger>;
  /**
   * `debug` of Auth.js: logs each call of the core by `logger.debug`, with its path, status and time. Default: false. The
   * core logs each step of a sign-in if its own `debug` is on.
   */
  debug?: boolean;
  /** Calls the core. Default: `fetch` of the platform. */
  fetch?: typeof fetch;
}
