import { signIn, signOut, unstable_update, wrapper } from "../../auth.js";

const acts = { signIn, signOut, update: unstable_update };

/** Calls one of them as an action would, and tells what came of it; a redirect of Next's goes its way. */
export async function POST(request) {
  const { act, args = [], form } = await request.json();
  const given = form ? [args[0], formOf(form), ...args.slice(1)] : args;
  try {
    return Response.json({ returned: (await acts[act](...given)) ?? null });
  } catch (error) {
    if (String(error?.digest).startsWith("NEXT_REDIRECT")) throw error;
    const { AuthError, CredentialsSignin } = wrapper;
    const is = [AuthError && error instanceof AuthError && "AuthError", error instanceof CredentialsSignin && "CredentialsSignin"];
    const { type, code, kind } = error;
    return Response.json({ thrown: { is: is.filter(Boolean), type, code, kind, name: error.name, cause: error.cause?.err?.message } });
  }
}

function formOf(fields) {
  const form = new FormData();
  for (const [name, value] of fields) form.append(name, value);
  return form;
}
