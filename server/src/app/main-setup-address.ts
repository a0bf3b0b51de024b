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
    Prints the address with the code at which a new installation is set up, and nothing else; the same as the first start printed.
    Where somebody has tried wrong codes, the next one works at once again.
    Fails when the installation has been set up. On many machines it runs with their DATABASE_URL and SHEAF_KEY.`;

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
