import { csvLine, csvStart } from "@sheaf/contracts/csv.ts";
import { customerColumns } from "@sheaf/contracts/customer-columns.ts";
import { and, asc, eq, isNotNull, isNull, sql } from "drizzle-orm";
import type { Db } from "../../platform/db/connect.ts";
import { type Actor, record } from "../audit/service.ts";
import { customers } from "./table.ts";

/**
 * Exports the practice's customers, sorted by name, as a CSV file that spreadsheets open correctly and the import can
 * read again.
 */
export async function exportCustomers(db: Db, actor: Actor, show: "current" | "archived"): Promise<string> {
  const { archivedAt, name, practiceId } = customers;
  const rows = await db
    .select()
    .from(customers)
    .where(and(eq(practiceId, actor.practiceId), show === "archived" ? isNotNull(archivedAt) : isNull(archivedAt)))
    .orderBy(asc(sql`lower(${name})`), asc(customers.id));
  await record(db, { ...actor, action: "customers.exported", detail: { customers: rows.length } });
  const head = csvLine(customerColumns.map(([, title]) => title));
  return csvStart + head + rows.map((row) => csvLine(customerColumns.map(([field]) => row[field]))).join("");
}
