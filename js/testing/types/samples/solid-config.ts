import type { SolidAuthConfig } from "@cardea/solid-start";

export const config: SolidAuthConfig = {};
