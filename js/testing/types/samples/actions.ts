import { signIn, signOut, unstable_update } from "@/auth";

declare const formData: FormData;
// sample
await signIn("credentials", formData);                       // or { username, password, redirectTo: "/in" }
await signIn("github", { redirectTo: "/in" }, { prompt: "login" });
const url = await signIn("github", { redirect: false });
await signOut({ redirectTo: "/" });
const session = await unstable_update({ user: { name: "Ada" } });
// end
