import type { Customer } from "@sheaf/contracts/customers.ts";
import { and, asc, eq, sql } from "drizzle-orm";
import type { Db } from "../db/connect.ts";
import { containing } from "../db/like.ts";
import { answer } from "./service.ts";
import { customers } from "./table.ts";

/** Customers with all the words in name, company, reference and addresses; archived ones last, a name that begins so first. */
export async function searchCustomers(db: Db, practiceId: string, words: string[], limit: number): Promise<Customer[]> {
  const { name, company, reference, email, outputEmail } = customers;
  const text = sql`lower(concat_ws(chr(10), ${name}, ${company}, ${reference}, ${email}, ${outputEmail}))`;
  const begins = sql`starts_with(lower(${name}), lower(${words[0] ?? ""}))`;
  const rows = await db
    .select()
    .from(customers)
    .where(and(eq(customers.practiceId, practiceId), ...words.map((word) => containing(text, word))))
    .orderBy(sql`${customers.archivedAt} is not null`, sql`${begins} desc`, asc(sql`lower(${name})`), customers.id)
    .limit(limit);
  return rows.map(answer);
}
