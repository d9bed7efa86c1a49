// sample
// src/lib/auth.ts
import type { SolidAuthConfig } from "@cardea/solid-start";

export const config: SolidAuthConfig = {
  authorize: ({ username, password }) => (password === "open sesame" ? { id: "1", name: username } : null),
};
// end
