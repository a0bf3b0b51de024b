import { customerColumns } from "@sheaf/contracts/customer-columns.ts";
import type { Customer } from "@sheaf/contracts/customers.ts";
import { and, asc, eq, sql } from "drizzle-orm";
import type { Db } from "../db/connect.ts";
import { containing } from "../db/like.ts";
import { answer } from "./service.ts";
import { customers } from "./table.ts";

/** Customers with all the words in what lists of customers hold; archived ones last, a name that begins so first. */
export async function searchCustomers(db: Db, practiceId: string, words: string[], limit: number): Promise<Customer[]> {
  const { name } = customers;
  const fields = customerColumns.map(([field]) => sql`${customers[field]}`);
  const text = sql`lower(concat_ws(chr(10), ${sql.join(fields, sql`, `)}))`;
  const begins = sql`starts_with(lower(${name}), lower(${words[0] ?? ""}))`;
  const rows = await db
    .select()
    .from(customers)
    .where(and(eq(customers.practiceId, practiceId), ...words.map((word) => containing(text, word))))
    .orderBy(sql`${customers.archivedAt} is not null`, sql`${begins} desc`, asc(sql`lower(${name})`), customers.id)
    .limit(limit);
  return rows.map(answer);
}
