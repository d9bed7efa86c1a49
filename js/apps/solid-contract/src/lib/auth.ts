import type { SolidAuthConfig } from "@cardea/solid-start";
import { contract } from "./contract";

export const config: SolidAuthConfig = contract;
