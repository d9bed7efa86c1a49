import { AuthError, CredentialsSignin } from "@cardea/next";
import { signIn } from "@/auth";

/** What an action of this application catches. */
export async function POST(request: Request) {
  try {
    await signIn("credentials", { ...(await request.json()), redirect: false });
    return Response.json({});
  } catch (error) {
    if (!(error instanceof AuthError)) throw error;
    const thrown = error.cause?.err;
    const cause = thrown && { name: thrown.name, message: thrown.message };
    const code = error instanceof CredentialsSignin ? error.code : undefined;
    return Response.json({ type: error.type, code, cause, retryAfter: error.retryAfter });
  }
}
