import { routes } from "../../../../site/solid.js";

export const { GET, POST } = routes;
