import type { Config } from "../config/config.ts";

/** Returns the public base URL of the pages without a trailing slash, for links in emails and other outgoing data. */
export const siteOf = ({ publicUrl, port }: Pick<Config, "publicUrl" | "port">): string =>
  (publicUrl ?? `http://localhost:${port}`).replace(/\/+$/, "");
