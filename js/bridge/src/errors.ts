/** What Cardea says of a refusal. */
export interface Refusal {
  type: string;
  /** The page that explains it to visitors. */
  kind: "signIn" | "error";
  /** Of wrong credentials. */
  code?: string;
  message: string;
  /** The reference in Cardea's log. */
  id?: string;
}

/** Cardea refused. Tell it by `type`; the message is for the log, not for visitors. */
export class AuthError extends Error {
  readonly type: string;
  readonly kind: "signIn" | "error";
  readonly id: string | undefined;

  constructor(refusal: Refusal) {
    super(refusal.message);
    this.name = refusal.type;
    this.type = refusal.type;
    this.kind = refusal.kind;
    this.id = refusal.id;
  }

  static of(refusal: Refusal): AuthError {
    return refusal.type === "CredentialsSignin" ? new CredentialsSignin(refusal) : new AuthError(refusal);
  }
}

/** Wrong credentials; the code may be shown. */
export class CredentialsSignin extends AuthError {
  readonly code: string;

  constructor(refusal: Refusal) {
    super(refusal);
    this.code = refusal.code ?? "credentials";
  }
}

/** Cardea gave no answer that can be used, so nothing is known of anybody. */
export class BridgeError extends Error {
  override readonly name = "BridgeError";

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
