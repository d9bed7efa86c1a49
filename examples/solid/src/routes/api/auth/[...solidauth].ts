import { SolidAuth } from "@cardea/solid-start";
import { config } from "~/lib/auth";

export const { GET, POST } = SolidAuth(config);
