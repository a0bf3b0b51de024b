import type { Logger } from "pino";
import type { Config } from "../../platform/config/config.ts";
import { followStoredSettings } from "../../platform/config/live-config.ts";
import { secretKey } from "../../platform/crypto/secret-key.ts";
import { withDb } from "../../platform/db/connect.ts";
import { setUpAddress } from "../set-up/address.ts";

/** What the operator should do after the start of an installation. */
export interface Welcome {
  line: string;
  /** Set until the installation has been set up. */
  setUpAddress: string | undefined;
}

/**
 * @param site address of the pages, without a slash at the end
 */
export async function welcome(config: Config, site: string, url: string, log: Logger): Promise<Welcome> {
  return withDb(url, log, async (db) => {
    const address = await setUpAddress(db, config, site);
    if (address) return { line: `Set it up at ${address}`, setUpAddress: address };
    (await followStoredSettings(config, { db, key: await secretKey(config), log })).close();
    const isOwn = config.installation === "practice";
    return { line: `${isOwn ? "Sign in" : "Sign up"} at ${site}/auth`, setUpAddress: undefined };
  });
}
