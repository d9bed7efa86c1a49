// The same for SolidStart: its routes, and a page that reads the session.
import * as cardea from "@cardea/solid-start";
import * as solidAuth from "@auth/solid-start";
import { configOf, theirs } from "./config.js";

const { SolidAuth, getSession, ...wrapper } = theirs ? solidAuth : cardea;
// The reference ignores its prefix in places, so its base path is set as well.
const config = () => ({ ...configOf(wrapper), trustHost: true, ...(theirs ? { basePath: "/api/auth" } : {}) });

export const routes = SolidAuth(config());
export const elsewhere = SolidAuth({ ...configOf(wrapper), trustHost: true, prefix: "/elsewhere" });
export const session = (request) => getSession(request, config());
