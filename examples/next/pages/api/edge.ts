import { auth } from "@/auth";

export const config = { runtime: "edge" };

export default auth((request) => Response.json(request.auth));
