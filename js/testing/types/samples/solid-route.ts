// sample
// src/routes/api/auth/[...solidauth].ts, with CARDEA_URL, AUTH_URL and AUTH_SECRET in the environment
import { SolidAuth } from "@cardea/solid-start";
import { config } from "~/lib/auth";

export const { GET, POST } = SolidAuth(config);
// end
