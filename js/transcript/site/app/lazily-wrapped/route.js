import { answer } from "../../answers.js";
import { lazy } from "../../auth.js";

export const GET = lazy.auth((request, context) => answer(request, context));
