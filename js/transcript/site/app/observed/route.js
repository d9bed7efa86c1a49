import { observed } from "../../observed.js";

export const dynamic = "force-dynamic";
export const GET = () => Response.json(observed.splice(0));
