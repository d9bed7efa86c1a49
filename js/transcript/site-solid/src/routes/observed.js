import { observed } from "../../site/observed.js";

export const GET = () => Response.json(observed.splice(0));
