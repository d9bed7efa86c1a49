import * as eager from "../../auth.js";

const { lazy, wrapper } = eager;

/** Calls one of them as an action would, and tells what came of it; a redirect of Next's goes its way. */
export async function POST(request) {
  const { act, args = [], form, late } = await request.json();
  const acts = late ? lazy : eager;
  try {
    const returned = await acts[act](...args, ...(form ? [formOf(form)] : []));
    return Response.json({ returned: returned ?? null });
  } catch (error) {
    if (String(error?.digest).startsWith("NEXT_REDIRECT")) throw error;
    const is = ["AuthError", "CredentialsSignin"].filter((name) => error instanceof wrapper[name]);
    const { type, code, kind, name, message, cause } = error;
    return Response.json({ thrown: { is, type, code, kind, name, message, cause: cause && told(cause) } });
  }
}

/** What an error says of its cause, without a stack. */
function told({ err, provider }) {
  return { provider, err: err && { name: err.name, message: err.message } };
}

function formOf(fields) {
  const form = new FormData();
  for (const [name, value] of fields) form.append(name, value);
  return form;
}
