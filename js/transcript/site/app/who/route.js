import { auth } from "../../auth.js";

export const GET = async () => Response.json(await auth());
