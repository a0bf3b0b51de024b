import { followStoredSettings } from "../platform/config/live-config.ts";
import { secretKey } from "../platform/crypto/secret-key.ts";
import { siteOf } from "../platform/http/site.ts";
import { runCommand } from "../platform/process/command.ts";
import { requireSharedKey } from "../platform/process/database.ts";
import { requireMatchingKey } from "../platform/process/installation-key.ts";
import { StartError } from "../platform/process/start-error.ts";
import { setUpAddress } from "./set-up/address.ts";
import { forgetWrongCodes, signInPath } from "./set-up/check-code.ts";
import { withDatabase } from "./start/with-database.ts";

const help = `./sheaf setup-address
    Prints only the address, with its code, at which a new installation is set up: the address that the first start printed.
    After wrong codes, the next code can be tried at once again.
    Fails when the installation has already been set up. With several machines, set the DATABASE_URL and SHEAF_KEY they share.`;

await runCommand(help, async () => {
  await withDatabase(async (db, config, url, log) => {
    if (config.databaseUrl) requireSharedKey(config);
    await requireMatchingKey(config, url, log);
    const address = await setUpAddress(db, config, siteOf(config));
    if (!address) {
      const settings = await followStoredSettings(config, { db, key: await secretKey(config), log });
      settings.close();
      const signIn = `${siteOf(config)}${signInPath(config.installation)}`;
      throw new StartError(`This installation has been set up. Sign in at ${signIn}.`);
    }
    await forgetWrongCodes(db);
    console.log(address);
  });
});
