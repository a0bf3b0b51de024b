import { eq } from "drizzle-orm";
import type { Tx } from "../../platform/db/connect.ts";
import { AppError } from "../../platform/errors.ts";
import { newId } from "../../platform/ids.ts";
import { practices } from "./table.ts";

/** A new tenant, with the settings that the specification gives it. */
export async function createPractice(tx: Tx, name: string): Promise<{ id: string; name: string }> {
  const id = newId();
  await tx.insert(practices).values({ id, name });
  return { id, name };
}

/**
 * Until the transaction ends, whoever else counts on the practice's periods or members waits.
 * @throws AppError not-found
 */
export async function lockPractice(tx: Tx, id: string): Promise<void> {
  const rows = await tx.select({ id: practices.id }).from(practices).where(eq(practices.id, id)).for("no key update");
  if (rows.length === 0) throw new AppError("not-found", "There is no such practice.");
}
