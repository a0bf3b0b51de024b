import type { Logger } from "pino";
import type { Config } from "../config.ts";
import type { Db } from "../db/connect.ts";
import { followStoredSettings } from "../installation/live-config.ts";
import type { AccountMailServices } from "../mail/account-mail.ts";
import { openMail } from "../mail/open-mail.ts";
import { openQueue } from "../queue/pg-boss-queue.ts";
import { secretKey } from "../secret-key.ts";

/** For an operator's command whose act somebody is told of by email: a worker sends it when one runs. */
export async function withMail(
  { db, config, url, log }: { db: Db; config: Config; url: string; log: Logger },
  work: (services: AccountMailServices) => Promise<void>,
): Promise<void> {
  const key = await secretKey(config);
  const liveConfig = await followStoredSettings(config, { db, key, log });
  const mail = openMail(config, db);
  const queue = await openQueue(url, log, { worker: false });
  try {
    await work({ key, mail, queue });
  } finally {
    await queue.close();
    await mail.close();
    liveConfig.close();
  }
}
