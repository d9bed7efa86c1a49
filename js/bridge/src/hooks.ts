import { verifyHook } from "./signature.js";

/** Hooks by name, such as `callbacks/jwt` or `events/signIn`; what a callback returns is the result. */
export type Hooks = Record<string, (params: any) => unknown>;

/** Thrown by a callback: who is there may not come in. */
export class Refused extends Error {
  /** @param code of `CredentialsSignin`, which the visitor's page gets */
  constructor(
    readonly type: "CredentialsSignin" | "AccessDenied",
    readonly code?: string,
  ) {
    super(type);
  }
}

/**
 * Answers calls of Cardea's hooks: mount it where `hooks.url` points.
 *
 * @param options the secret that Cardea has too, and the path of `hooks.url`
 */
export function hookReceiver(
  hooks: Hooks,
  options: { secret: string | readonly string[]; path?: string },
): (request: Request) => Promise<Response> {
  const prefix = `${options.path ?? "/hooks"}/`;
  return async (request) => {
    const { pathname } = new URL(request.url);
    if (request.method !== "POST" || !pathname.startsWith(prefix)) return new Response(null, { status: 404 });
    const name = pathname.slice(prefix.length);
    const body = new Uint8Array(await request.arrayBuffer());
    if (!(await verifyHook(request.headers.get("x-cardea-signature"), name, body, options.secret))) {
      return Response.json({ error: "the signature is wrong" }, { status: 401 });
    }
    const hook = Object.hasOwn(hooks, name) ? hooks[name] : undefined;
    if (!hook) return new Response(null, { status: 204 });
    try {
      return Response.json({ result: (await hook(JSON.parse(new TextDecoder().decode(body)))) ?? null });
    } catch (error) {
      return Response.json({ error: told(error) });
    }
  };
}

function told(error: unknown): { type: string; code?: string; message?: string } {
  if (error instanceof Refused) return error.code === undefined ? { type: error.type } : { type: error.type, code: error.code };
  return error instanceof Error ? { type: error.name, message: error.message } : { type: "Error" };
}
