import { CredentialsSignin, type SolidAuthConfig } from "@cardea/solid-start";

class Locked extends CredentialsSignin {
  code = "locked";
}

// Providers, store and secret are in cardea.yml. What decides runs here, called by the core.
export const config: SolidAuthConfig = {
  authorize: ({ username, password }) => {
    if (username === "locked") throw new Locked();
    return password === "open sesame" ? { id: `people/${username}`, name: username } : null;
  },
  events: {
    signIn: ({ user }) => console.log(`signed in: ${user.name ?? user.email}`),
  },
};
