import { asc } from "drizzle-orm";
import { practices } from "../../domain/practices/table.ts";
import type { Services } from "../../platform/services.ts";
import { isUuid } from "../../platform/storage/is-uuid.ts";

/**
 * Whose files are to be compared with rows: everybody who has a row or a folder.
 * @throws Error when the database knows too few of those whose files are stored: it is not theirs, and all would be
 *   deleted
 */
export async function practicesToReconcile({ db, storage }: Pick<Services, "db" | "storage">): Promise<string[]> {
  const stored: string[] = [];
  for await (const name of storage.folders("practices/")) if (isUuid(name)) stored.push(name);
  const rows = await db.select({ id: practices.id }).from(practices).orderBy(asc(practices.id));
  const known = new Set(rows.map(({ id }) => id));
  const strangers = stored.filter((id) => !known.has(id));
  if (strangers.length * 2 > stored.length) {
    throw new Error(
      `The database knows ${stored.length - strangers.length} of the ${stored.length} practices whose files are stored. Nothing is deleted: are database and files of the same installation?`,
    );
  }
  return [...known, ...strangers];
}
