import type { Member } from "../../domain/access/member.ts";
import { openText, sealText } from "../../platform/crypto/sealed-text.ts";
import { databaseNow } from "../../platform/db/clock.ts";
import type { Db } from "../../platform/db/connect.ts";
import { AppError } from "../../platform/errors.ts";

/** Time between entering the password and the start of the download. The download itself has no limit. */
const ticketLifetimeMs = 60_000;

const sealContext = ({ sessionId }: Member) => `export:${sessionId}`;

/**
 * Creates a ticket with which one session can start the download within a minute. The download is started by a link,
 * which cannot contain the password.
 * @param key the installation's key
 * @returns the ticket, for the query of the link
 */
export async function makeExportTicket(db: Db, key: Buffer, member: Member): Promise<string> {
  const expiresAt = (await databaseNow(db)).getTime() + ticketLifetimeMs;
  return sealText(key, sealContext(member), String(expiresAt)).toString("base64url");
}

/** @throws AppError password-needed when the ticket is missing, too old or of another session */
export async function requireExportTicket(db: Db, key: Buffer, member: Member, ticket = ""): Promise<void> {
  const expiresAt = Number(openText(key, sealContext(member), Buffer.from(ticket, "base64url")));
  if (expiresAt > (await databaseNow(db)).getTime()) return;
  throw new AppError("password-needed", "Confirm your password in Settings to download everything.");
}
