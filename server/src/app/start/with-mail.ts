import type { Logger } from "pino";
import type { AccountEmailServices } from "../../domain/account-emails/send.ts";
import { openOutbox } from "../../domain/delivery/index.ts";
import type { Config } from "../../platform/config/config.ts";
import { followStoredSettings } from "../../platform/config/live-config.ts";
import { secretKey } from "../../platform/crypto/secret-key.ts";
import type { Db } from "../../platform/db/connect.ts";
import { openMail } from "../../platform/mail/open-mail.ts";
import { openQueue } from "../../platform/queue/pg-boss-queue.ts";

/** Runs an operator's command that notifies somebody by email. A worker sends the email as soon as one is running. */
export async function withMail(
  { db, config, url, log }: { db: Db; config: Config; url: string; log: Logger },
  work: (services: AccountEmailServices) => Promise<void>,
): Promise<void> {
  const key = await secretKey(config);
  const liveConfig = await followStoredSettings(config, { db, key, log });
  const mail = openMail(config, openOutbox(db));
  const queue = await openQueue(url, log, { worker: false });
  try {
    await work({ key, mail, queue });
  } finally {
    await queue.close();
    await mail.close();
    liveConfig.close();
  }
}
