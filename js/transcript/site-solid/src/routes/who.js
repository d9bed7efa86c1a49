import { session } from "../../site/solid.js";

export const GET = async ({ request }) => Response.json(await session(request).catch((error) => ({ thrown: error.message })));
