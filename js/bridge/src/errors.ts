/** What the core says of a refusal. */
export interface Refusal {
  type: string;
  /** The page that explains it to visitors. */
  kind: "signIn" | "error";
  /** Of wrong credentials. */
  code?: string;
  message: string;
  /** What the application threw, such as in `authorize` or the `signIn` callback. */
  cause?: { name: string; message: string; provider?: string };
  /** The reference in the core's log. */
  id?: string;
}

/** What an error is, as in the core's log. `Configuration` is thrown here; the others are the core's. A newer core may have more. */
export type ErrorType =
  | "AccessDenied"
  | "AccountNotLinked"
  | "AdapterError"
  | "ApplicationUnavailable"
  | "AuthError"
  | "CallbackRouteError"
  | "Configuration"
  | "CookiesBlocked"
  | "CredentialsSignin"
  | "DuplicateConditionalUI"
  | "EmailNotVerified"
  | "EmailSignin"
  | "ErrorPageLoop"
  | "EventError"
  | "ExperimentalFeatureNotEnabled"
  | "InvalidCallbackUrl"
  | "InvalidCheck"
  | "InvalidConfiguration"
  | "InvalidEndpoints"
  | "InvalidProvider"
  | "JWTSessionError"
  | "MissingAdapter"
  | "MissingAdapterMethods"
  | "MissingAuthorize"
  | "MissingCSRF"
  | "MissingSecret"
  | "MissingWebAuthnAutocomplete"
  | "OAuthAccountNotLinked"
  | "OAuthCallbackError"
  | "OAuthProfileParseError"
  | "OAuthSignInError"
  | "SessionTokenError"
  | "SignOutError"
  | "TooManyRequests"
  | "UnknownAction"
  | "UnsupportedStrategy"
  | "UntrustedHost"
  | "Verification"
  | "WebAuthnVerificationError"
  | (string & {});

const BRAND = Symbol.for("cardea.AuthError");

/** Base of all errors of sign-in. Tell them by `type`; the message is for the log, not for visitors. */
export class AuthError extends Error {
  static type: ErrorType = "AuthError";
  static kind: "signIn" | "error" = "error";

  type: ErrorType;
  kind: "signIn" | "error";
  /** The reference in the core's log. */
  declare id?: string;
  /** Seconds to wait, of type `TooManyRequests`. */
  declare retryAfter?: number;
  /** What the application threw is `err`: an error with its name and message. They may hold anything: never show them. */
  declare cause?: Record<string, unknown> & { err?: Error };

  constructor(message?: string | ErrorOptions, options?: ErrorOptions) {
    super(typeof message === "string" ? message : undefined);
    const of = new.target as typeof AuthError;
    const cause = (typeof message === "string" ? options : message)?.cause;
    if (cause instanceof Error) this.cause = { err: cause };
    else if (cause !== undefined) this.cause = cause as Record<string, unknown>;
    this.type = of.type;
    this.kind = of.kind;
    // Minifiers change the names of classes; logs need them.
    this.name = of.type;
    Object.defineProperty(this, BRAND, { value: of.type });
  }

  static of(refusal: Refusal): AuthError {
    const wrong = refusal.type === "CredentialsSignin";
    const error = wrong ? new CredentialsSignin(refusal.message) : new AuthError(refusal.message);
    if (wrong && refusal.code !== undefined) (error as CredentialsSignin).code = refusal.code;
    error.type = error.name = refusal.type;
    error.kind = refusal.kind;
    if (refusal.id !== undefined) error.id = refusal.id;
    if (refusal.cause) error.cause = causeOf(refusal.cause);
    return error;
  }

  /** A bundler may have made two classes of one. */
  static override [Symbol.hasInstance](value: unknown): boolean {
    if (typeof value !== "object" || value === null) return false;
    if (Object.prototype.isPrototypeOf.call(this.prototype, value)) return true;
    const brand = (value as { [BRAND]?: unknown })[BRAND];
    return this === AuthError ? brand !== undefined : this === CredentialsSignin && brand === "CredentialsSignin";
  }
}

function causeOf({ name, message, ...more }: NonNullable<Refusal["cause"]>): Record<string, unknown> & { err: Error } {
  const err = new Error(message);
  // Its stack is that of this process, which says nothing of where the application threw.
  Object.defineProperty(err, "name", { value: name, configurable: true, writable: true });
  err.stack = `${name}: ${message}`;
  return { ...more, err };
}

/** Wrong credentials. Thrown by `authorize`; the code reaches the visitor's page, so it should not tell what was wrong. */
export class CredentialsSignin extends AuthError {
  static override type: ErrorType = "CredentialsSignin";
  static override kind: "signIn" | "error" = "signIn";
  code = "credentials";
}

/** The core gave no usable answer, so it is unknown who is signed in. */
export class BridgeError extends Error {
  override readonly name = "BridgeError";
  /** The reference that the visitor's page shows. */
  declare id?: string;

  /** @param status 0 where there was no answer at all */
  constructor(
    message: string,
    readonly status: number,
    readonly refusal?: AuthError,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}

/** This site was set up wrongly; the message names the setting. */
export class ConfigurationError extends AuthError {
  static override type: ErrorType = "Configuration";
}
