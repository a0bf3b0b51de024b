import { sql } from "drizzle-orm";
import type { Db } from "../../../platform/db/connect.ts";
import { equals } from "../../../platform/db/equals.ts";
import { users } from "../../accounts/table.ts";
import type { DeliveryRow } from "../service.ts";

export interface Person {
  name: string;
  address: string;
}

/** Returns the user who confirmed an email and gets its replies; null when they have left the practice. */
export async function confirmerOf(
  db: Db,
  { practiceId, confirmedById }: Pick<DeliveryRow, "practiceId" | "confirmedById">,
): Promise<Person | null> {
  if (confirmedById === null) return null;
  const [person] = await db
    .select({ name: sql<string>`${users.firstName} || ' ' || ${users.lastName}`, address: users.email })
    .from(users)
    .where(equals(users, { practiceId, id: confirmedById }));
  return person ?? null;
}
