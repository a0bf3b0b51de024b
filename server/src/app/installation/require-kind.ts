import type { Logger } from "pino";
import type { Config } from "../../platform/config/config.ts";
import { withDb } from "../../platform/db/connect.ts";
import { AppError } from "../../platform/errors.ts";
import { StartError } from "../../platform/process/start-error.ts";
import { lockInstallationKind } from "./kind.ts";

/**
 * Checks, before a process serves requests, that an installation for its own practice has at most one practice, and
 * gives it unlimited use.
 * @param url of a migrated database
 * @throws StartError when there is more than one practice
 */
export async function requireFittingKind(config: Config, url: string, log: Logger): Promise<void> {
  try {
    await withDb(url, log, (db) => db.transaction((tx) => lockInstallationKind(tx, config)));
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== "several-practices") throw error;
    throw new StartError(
      "INSTALLATION is practice, but this installation has more than one practice. Start with INSTALLATION=service, delete the practices that are not yours in the portal, and set INSTALLATION=practice again.",
    );
  }
}
