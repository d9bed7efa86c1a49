declare const username: string;
declare const password: string;
// sample
import { signIn, signOut } from "@cardea/solid-start/client";

await signIn("github", { redirectTo: "/members" });
const { error, code } = (await signIn("credentials", { username, password, redirect: false }))!;
await signIn("passkey", { action: "authenticate" });
await signOut({ redirectTo: "/" });
// end
