import type { Config } from "../../platform/config/config.ts";
import { secretKey } from "../../platform/crypto/secret-key.ts";
import type { Db } from "../../platform/db/connect.ts";
import { setUpCode } from "./code.ts";
import { findOpenSetUp } from "./state.ts";

/**
 * Returns the address at which a new installation is set up. The code is in the fragment, after the #, which browsers
 * do not send: it does not reach logs or proxies.
 * @param site address of the pages, without a slash at the end
 * @returns undefined when set-up has ended
 */
export async function setUpAddress(db: Db, config: Config, site: string): Promise<string | undefined> {
  const row = await findOpenSetUp(db, config);
  return row && `${site}/set-up#code=${setUpCode(await secretKey(config), row.nonce)}`;
}
