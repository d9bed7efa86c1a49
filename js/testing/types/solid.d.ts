// What we use of SolidStart; the applications in `examples` compile against the real one.
declare module "solid-js/web" {
  export function getRequestEvent(): { request: Request; response: { headers: Headers } } | undefined;
}
declare module "@solidjs/start/middleware" {
  import type { SolidEvent } from "@cardea/solid-start";
  export function createMiddleware(handlers: { onRequest: (event: SolidEvent) => Promise<Response | undefined> }): unknown;
}
