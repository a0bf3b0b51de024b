import type { Logger } from "pino";
import type { Config } from "../config.ts";
import { openDb } from "../db/connect.ts";
import { followStoredSettings } from "../installation/live-config.ts";
import { setUpAddress } from "../installation/set-up/address.ts";
import { secretKey } from "../secret-key.ts";

/** What to do next at an installation that has just been started. */
export interface Welcome {
  line: string;
  /** While it is not set up. */
  setUpAddress: string | undefined;
}

/**
 * @param site where people reach the pages, without a slash at the end
 * @param url of the prepared database
 */
export async function welcome(config: Config, site: string, url: string, log: Logger): Promise<Welcome> {
  const { db, close } = openDb(url, log, { size: 1 });
  try {
    const address = await setUpAddress(db, config, site);
    if (address) return { line: `Set it up at ${address}`, setUpAddress: address };
    (await followStoredSettings(config, { db, key: await secretKey(config), log })).close();
    const isOwn = config.installation === "practice";
    return { line: `${isOwn ? "Sign in" : "Sign up"} at ${site}/auth`, setUpAddress: undefined };
  } finally {
    await close();
  }
}
