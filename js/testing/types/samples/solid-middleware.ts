// sample
// src/middleware.ts
import { authMiddleware } from "@cardea/solid-start/middleware";
import { createMiddleware } from "@solidjs/start/middleware";
import { config } from "~/lib/auth";

export default createMiddleware({ onRequest: authMiddleware(config, { protect: ["/members"], redirectTo: "/" }) });
// end
