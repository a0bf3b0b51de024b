import { asc } from "drizzle-orm";
import { practices } from "../../domain/practices/table.ts";
import type { Services } from "../../platform/services.ts";
import { isUuid } from "../../platform/storage/is-uuid.ts";

/**
 * Returns the ids of all practices that have a row or a folder, whose files are to be compared with the rows.
 * @throws Error when the database contains fewer than half of the practices whose files are stored: it probably belongs
 *   to another installation, and all files would be deleted
 */
export async function practicesToReconcile({ db, storage }: Pick<Services, "db" | "storage">): Promise<string[]> {
  const stored: string[] = [];
  for await (const name of storage.folders("practices/")) if (isUuid(name)) stored.push(name);
  const rows = await db.select({ id: practices.id }).from(practices).orderBy(asc(practices.id));
  const known = new Set(rows.map(({ id }) => id));
  const unknownIds = stored.filter((id) => !known.has(id));
  if (unknownIds.length * 2 > stored.length) {
    throw new Error(
      `The database contains ${stored.length - unknownIds.length} of the ${stored.length} practices whose files are stored, so nothing was deleted. Check that database and files belong to the same installation.`,
    );
  }
  return [...known, ...unknownIds];
}
