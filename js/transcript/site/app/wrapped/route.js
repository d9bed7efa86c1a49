import { auth } from "../../auth.js";
import { answer } from "../../answers.js";

export const GET = auth((request, context) => answer(request, context));
export const POST = GET;
