/** How the server is started. */
export interface StartOptions {
  /** Starts development mode: local accounts, local mail, local secret. Default: false. */
  dev?: boolean;
  /** The path of a configuration file. Required unless `dev` is true. */
  config?: string;
  /** The port to listen on. Default: a free one, even if the configuration names another. */
  port?: number;
  /** In development mode, the application to which all other requests are passed, such as `http://localhost:8080`. */
  app?: string;
  /** The working folder, which gets the folder `.cardea` in development mode. Default: that of this process. */
  cwd?: string;
  /** Environment variables in addition to those of this process. */
  env?: Record<string, string>;
  /** How many milliseconds the server may take to listen. Default: 60,000. */
  timeout?: number;
}

/** A mail that arrived in development mode. */
export interface Mail {
  id: number;
  to: string;
  subject: string;
  text: string;
  /** The sender. Absent for a mail of Cardea. */
  from?: string;
  /** The HTML part. Empty if it has none. */
  html: string;
  /** The first web address in it: of a mail of Cardea, the sign-in link. Empty if it has none. */
  url: string;
  /** The token that the link holds: the code, for providers that mail one. Absent for a mail of the application. */
  code?: string;
  /** When it arrived: ISO 8601. */
  received: string;
  /** When the link expires: ISO 8601. Absent for a mail of the application. */
  expires?: string;
}

/** A running server. */
export interface Server {
  /** The address of the site, such as `http://localhost:3000`. */
  url: string;
  /** What the application needs in its environment: `CARDEA_URL`, and in development mode `AUTH_URL` and `AUTH_SECRET`. */
  env: Record<string, string>;
  /** Returns the mails of development mode, newest first. Rejects outside of development mode. */
  inbox(): Promise<Mail[]>;
  /** Stops the server, and resolves when it has ended. May be called twice. */
  stop(): Promise<void>;
}

/**
 * Starts the server as a process, and resolves when it listens.
 *
 * @throws if no Java 17 is found, if the configuration has errors, or if the server does not listen in time
 */
export function start(options?: StartOptions): Promise<Server>;
