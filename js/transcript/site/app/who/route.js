import { auth, lazy } from "../../auth.js";

export const GET = async (request) => Response.json(await (request.nextUrl.searchParams.has("lazy") ? lazy.auth() : auth()));
