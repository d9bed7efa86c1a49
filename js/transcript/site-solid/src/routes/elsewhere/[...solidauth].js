import { elsewhere } from "../../../site/solid.js";

export const { GET, POST } = elsewhere;
