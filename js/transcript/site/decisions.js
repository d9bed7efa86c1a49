import { observed } from "./observed.js";

/** Decisions that depend on who comes, so that one application shows all of them. */
export const authorize = ({ CredentialsSignin }) =>
  async function authorize({ username, password }) {
    if (password === "locked") throw Object.assign(new CredentialsSignin(), { code: "locked out" });
    if (password === "sealed") throw new CredentialsSignin("no more tries today");
    if (password === "crash") throw new Error("the user store is away");
    return password === "open sesame" ? { id: `people/${username}`, name: username, email: `${username}@example.com` } : null;
  };

export function callbacksOf() {
  const callbacks = {
    signIn({ user }) {
      if (user.name === "banned") return false;
      if (user.name === "away") return "/away?from=sign-in";
      if (user.name === "broken") throw new Error("the list of guests is away");
      return true;
    },
    redirect({ url, baseUrl }) {
      const to = new URL(url, baseUrl);
      return [baseUrl, "https://friend.example"].includes(to.origin) ? to.href : baseUrl;
    },
    jwt({ token, user, trigger, session }) {
      if (user) token.role = user.name === "root" ? "admin" : "guest";
      if (user?.name === "big") token.blob = "x".repeat(6000);
      if (trigger === "update" && session?.user?.name) token.name = session.user.name;
      return token.name === "gone" && !user ? null : token;
    },
    session({ session, token, user }) {
      if (token?.name === "hidden") return { expires: session.expires };
      Object.assign(session.user, { id: token ? token.sub : user.id, role: token?.role });
      return session;
    },
  };
  const all = Object.entries(callbacks).map(([name, callback]) => [name, seen("callback", name, callback)]);
  return Object.fromEntries(all);
}

const names = ["signIn", "signOut", "createUser", "updateUser", "linkAccount", "session"];
export const events = Object.fromEntries(names.map((name) => [name, seen("event", name, () => {})]));

function seen(kind, name, then) {
  return (params) => {
    observed.push({ kind, name, params: JSON.parse(JSON.stringify(params)) });
    return then(params);
  };
}
