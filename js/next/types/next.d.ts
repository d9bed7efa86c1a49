// What we use of Next.js, so that building us does not need it. Applications compile against their own.
declare module "next/server" {
  export class NextRequest extends Request {
    readonly nextUrl: URL;
  }
  export class NextResponse extends Response {
    static next(init?: { request?: { headers?: Headers } }): NextResponse;
    static redirect(url: string | URL, status?: number): NextResponse;
  }
  export interface NextFetchEvent {
    waitUntil(promise: Promise<unknown>): void;
  }
}

declare module "next/headers" {
  interface Cookies {
    getAll(): { name: string; value: string }[];
    set(name: string, value: string, options: object): void;
  }
  export function headers(): Promise<Headers>;
  export function cookies(): Promise<Cookies>;
}

declare module "next/navigation" {
  export function redirect(url: string): never;
}

declare module "next" {
  import type { IncomingMessage, ServerResponse } from "node:http";
  export interface NextApiRequest extends IncomingMessage {}
  export interface NextApiResponse extends ServerResponse {}
  export interface GetServerSidePropsContext {
    req: IncomingMessage;
    res: ServerResponse;
  }
}

declare module "node:http" {
  export interface IncomingMessage {
    url?: string;
    method?: string;
    headers: Record<string, string | string[] | undefined>;
  }
  export interface ServerResponse {
    headersSent: boolean;
    getHeader(name: string): number | string | string[] | undefined;
    setHeader(name: string, value: string[]): unknown;
  }
}
