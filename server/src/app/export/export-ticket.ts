import type { Member } from "../../domain/access/member.ts";
import { openText, sealText } from "../../platform/crypto/sealed-text.ts";
import { databaseNow } from "../../platform/db/clock.ts";
import type { Db } from "../../platform/db/connect.ts";
import { AppError } from "../../platform/errors.ts";

/** From the password to the first byte; the download itself may take as long as it needs. */
const lifeMs = 60_000;

const sealContext = ({ sessionId }: Member) => `export:${sessionId}`;

/**
 * Lets one session begin the download within a minute. A link starts a download, and a link carries no password.
 * @param key the installation's
 * @returns for the query of the link
 */
export async function makeExportTicket(db: Db, key: Buffer, member: Member): Promise<string> {
  const expiresAt = (await databaseNow(db)).getTime() + lifeMs;
  return sealText(key, sealContext(member), String(expiresAt)).toString("base64url");
}

/** @throws AppError password-needed when it is missing, too old or another session's */
export async function requireExportTicket(db: Db, key: Buffer, member: Member, ticket = ""): Promise<void> {
  const expiresAt = Number(openText(key, sealContext(member), Buffer.from(ticket, "base64url")));
  if (expiresAt > (await databaseNow(db)).getTime()) return;
  throw new AppError("password-needed", "Confirm your password in Settings to download everything.");
}
