import type { Config } from "../../platform/config/config.ts";
import { secretKey } from "../../platform/crypto/secret-key.ts";
import type { Db } from "../../platform/db/connect.ts";
import { setUpCode } from "./code.ts";
import { findOpenSetUp } from "./state.ts";

/**
 * The one address at which a new installation is set up. The code stands behind the #, which no browser sends: it
 * reaches no log and no proxy.
 * @param site where people reach the pages, without a slash at the end
 * @returns undefined when set-up has ended
 */
export async function setUpAddress(db: Db, config: Config, site: string): Promise<string | undefined> {
  const row = await findOpenSetUp(db, config);
  return row && `${site}/set-up#code=${setUpCode(await secretKey(config), row.nonce)}`;
}
