import { customerColumns } from "@sheaf/contracts/customer-columns.ts";
import type { Customer } from "@sheaf/contracts/customers.ts";
import { and, asc, eq, getTableColumns, sql } from "drizzle-orm";
import type { Db } from "../../platform/db/connect.ts";
import { containing } from "../../platform/db/like.ts";
import { toCustomer } from "./service.ts";
import { customers } from "./table.ts";

/**
 * Finds customers that contain all the words in the fields shown in lists. Archived ones come last, names that begin
 * with the first word come first.
 */
export async function searchCustomers(db: Db, practiceId: string, words: string[], limit: number): Promise<Customer[]> {
  const { name } = customers;
  const fields = customerColumns.map(([field]) => sql`${customers[field]}`);
  const text = sql`lower(concat_ws(chr(10), ${sql.join(fields, sql`, `)}))`;
  // OFFSET 0 keeps PostgreSQL from inlining the subquery, which would build every customer's text again for each word.
  const texts = db
    .select({ text: text.as("text") })
    .from(sql`(values (0)) once`)
    .offset(0)
    .as("texts");
  const begins = sql`starts_with(lower(${name}), lower(${words[0] ?? ""}))`;
  const rows = await db
    .select(getTableColumns(customers))
    .from(customers)
    .crossJoinLateral(texts)
    .where(and(eq(customers.practiceId, practiceId), ...words.map((word) => containing(texts.text, word))))
    .orderBy(sql`${customers.archivedAt} is not null`, sql`${begins} desc`, asc(sql`lower(${name})`), customers.id)
    .limit(limit);
  return rows.map(toCustomer);
}
