import { lazy } from "../../../auth.js";

export const { GET, POST } = lazy.handlers;
