import type { Config } from "../config/config.ts";

/** Where people reach the pages, without a slash at the end: for links that leave this process. */
export const siteOf = ({ publicUrl, port }: Pick<Config, "publicUrl" | "port">): string =>
  (publicUrl ?? `http://localhost:${port}`).replace(/\/+$/, "");
