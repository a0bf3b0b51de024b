import { eq } from "drizzle-orm";
import type { Db, Tx } from "../../platform/db/connect.ts";
import { AppError } from "../../platform/errors.ts";
import { practices } from "../practices/table.ts";
import { users } from "./table.ts";

/** Whether an administrator keeps the person, or the whole practice, from signing in. */
export async function isSuspended(db: Db | Tx, userId: string): Promise<boolean> {
  const [row] = await db
    .select({ own: users.suspendedByOperatorAt, practice: practices.suspendedAt })
    .from(users)
    .innerJoin(practices, eq(practices.id, users.practiceId))
    .where(eq(users.id, userId));
  return Boolean(row?.own ?? row?.practice);
}

export const suspended = () =>
  new AppError("suspended", "This account is suspended. Write to the support of this service to have it restored.");
