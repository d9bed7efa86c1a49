/** Options as the core gives them: binary parts are base64url texts. The user's handle is a text, and its UTF-8 is the handle. */
export interface PasskeyOptions {
  action: "register" | "authenticate";
  options: Record<string, any>;
}

export interface PasskeyAnswer extends Record<string, unknown> {
  id: string;
}

/** Asks the browser for a passkey, or for a new one; the answer as JSON, as Web Authentication Level 3 writes it. */
export async function passkeyAnswer({ action, options }: PasskeyOptions): Promise<PasskeyAnswer> {
  const publicKey = parsed(options);
  const how = publicKey as unknown as PublicKeyCredentialCreationOptions & PublicKeyCredentialRequestOptions;
  const credential =
    action === "register" ? await navigator.credentials.create({ publicKey: how }) : await navigator.credentials.get({ publicKey: how });
  if (!credential) throw new Error("the browser gave no passkey");
  return json(credential as PublicKeyCredential);
}

/** Browsers that have this method (Web Authentication Level 3 §5.1.10.2) stop offering a new passkey that no account has. */
export async function signalUnknownPasskey(rpId: string, credentialId: string): Promise<void> {
  const browser = globalThis.PublicKeyCredential as { signalUnknownCredential?: (unknown: object) => Promise<void> } | undefined;
  await browser?.signalUnknownCredential?.({ rpId, credentialId }).catch((error: unknown) => console.info("[cardea] passkey signal", error));
}

function parsed(options: Record<string, any>): Record<string, unknown> {
  const ids = (list?: { id: string }[]) => list?.map((each) => ({ ...each, id: bytes(each.id) }));
  const { user, excludeCredentials, allowCredentials, ...rest } = options;
  return {
    ...rest,
    challenge: bytes(options["challenge"]),
    ...(user ? { user: { ...user, id: new TextEncoder().encode(user.id) } } : {}),
    ...(excludeCredentials ? { excludeCredentials: ids(excludeCredentials) } : {}),
    ...(allowCredentials?.length ? { allowCredentials: ids(allowCredentials) } : {}),
  };
}

function json(credential: PublicKeyCredential): PasskeyAnswer {
  const answer = credential.response as AuthenticatorAttestationResponse & AuthenticatorAssertionResponse;
  const response: Record<string, unknown> = { clientDataJSON: base64url(answer.clientDataJSON) };
  if (answer.attestationObject) {
    response["attestationObject"] = base64url(answer.attestationObject);
    response["transports"] = answer.getTransports?.() ?? [];
  } else {
    response["authenticatorData"] = base64url(answer.authenticatorData);
    response["signature"] = base64url(answer.signature);
    if (answer.userHandle) response["userHandle"] = base64url(answer.userHandle);
  }
  return {
    id: credential.id,
    rawId: base64url(credential.rawId),
    type: credential.type,
    response,
    clientExtensionResults: credential.getClientExtensionResults(),
    ...(credential.authenticatorAttachment ? { authenticatorAttachment: credential.authenticatorAttachment } : {}),
  };
}

function bytes(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (char) => char.charCodeAt(0));
}

function base64url(data: ArrayBuffer): string {
  let text = "";
  for (const byte of new Uint8Array(data)) text += String.fromCharCode(byte);
  return btoa(text).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}
