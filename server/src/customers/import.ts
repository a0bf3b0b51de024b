import {
  type CustomerImportResult,
  type CustomerInput,
  customerImport,
  customerInput,
} from "@sheaf/contracts/customers.ts";
import { customersPerImport } from "@sheaf/contracts/limits.ts";
import { and, eq, inArray, sql } from "drizzle-orm";
import { type Actor, record } from "../audit/service.ts";
import type { Db, Tx } from "../db/connect.ts";
import { violatedIndex } from "../db/unique-violation.ts";
import { AppError } from "../errors.ts";
import { announce } from "../events/events.ts";
import { validationSentence } from "../http/errors.ts";
import { newId } from "../ids.ts";
import { customers } from "./table.ts";

type RowError = CustomerImportResult["errors"][number];

/** Rows of one statement: PostgreSQL takes 65,535 values in one. */
const insertRows = 500;

/**
 * Adds every customer of a list, or none: then the answer says what is wrong with which row. The first row becomes the newest.
 * @throws AppError import-refused when the body is no list of rows, or too long a one
 */
export async function importCustomers(db: Db, actor: Actor, body: unknown): Promise<CustomerImportResult> {
  const list = customerImport.safeParse(body);
  if (!list.success) throw refused(body);
  const { rows, errors } = judgeRows(list.data.customers);
  const standing = [...errors, ...(await takenReferences(db, actor.practiceId, rows))];
  if (standing.length > 0) return notAdded(standing);
  try {
    await db.transaction((tx) => addAll(tx, actor, [...rows.values()]));
  } catch (error) {
    if (violatedIndex(error) !== "customers_reference") throw error;
    // Somebody took a reference between the look and the insert: now the look sees it.
    return notAdded(await takenReferences(db, actor.practiceId, rows));
  }
  return { created: rows.size, errors: [] };
}

function refused(body: unknown): AppError {
  const list = typeof body === "object" && body !== null && "customers" in body ? body.customers : undefined;
  const most = customersPerImport.toLocaleString("en-GB");
  if (Array.isArray(list) && list.length > customersPerImport) {
    return new AppError("import-refused", `A list may have ${most} rows at most. Divide it and import the parts.`);
  }
  return new AppError("import-refused", `Send a list of 1 to ${most} customers. Reload the page and try again.`);
}

const notAdded = (errors: RowError[]): CustomerImportResult => ({
  created: 0,
  errors: errors.toSorted((a, b) => a.row - b.row),
});

/** What each row is by itself, and which repeat a reference of a row before them. */
function judgeRows(list: unknown[]): { rows: Map<number, CustomerInput>; errors: RowError[] } {
  const rows = new Map<number, CustomerInput>();
  const errors: RowError[] = [];
  const firstWith = new Map<string, number>();
  for (const [row, values] of list.entries()) {
    const parsed = customerInput.safeParse(values);
    if (!parsed.success) {
      const issues = parsed.error.issues.map(({ path, message }) => ({ instancePath: `/${path.join("/")}`, message }));
      errors.push({ row, message: validationSentence(issues) });
      continue;
    }
    rows.set(row, parsed.data);
    const reference = parsed.data.reference?.toLowerCase();
    if (!reference) continue;
    const first = firstWith.get(reference);
    if (first === undefined) firstWith.set(reference, row);
    else errors.push({ row, message: `Row ${first + 1} of this list has the reference ${parsed.data.reference} too.` });
  }
  return { rows, errors };
}

async function takenReferences(db: Db, practiceId: string, rows: Map<number, CustomerInput>): Promise<RowError[]> {
  const wanted = [...rows.values()].flatMap(({ reference }) => (reference ? [reference.toLowerCase()] : []));
  if (wanted.length === 0) return [];
  const lower = sql<string>`lower(${customers.reference})`;
  const holders = await db
    .select({ reference: lower, name: customers.name })
    .from(customers)
    .where(and(eq(customers.practiceId, practiceId), inArray(lower, wanted)));
  const names = new Map(holders.map(({ reference, name }) => [reference, name]));
  return [...rows].flatMap(([row, { reference }]) => {
    const name = reference && names.get(reference.toLowerCase());
    return name ? [{ row, message: `${name} has the reference ${reference} already.` }] : [];
  });
}

async function addAll(tx: Tx, actor: Actor, rows: CustomerInput[]): Promise<void> {
  const { practiceId } = actor;
  const nowMs = Date.now();
  // Identifiers are the order of the list: each row is a little older than the one before it.
  const values = rows.map((row, place) => ({ practiceId, id: newId(nowMs - place), ...row }));
  for (let from = 0; from < values.length; from += insertRows) {
    await tx.insert(customers).values(values.slice(from, from + insertRows));
  }
  await record(tx, { ...actor, action: "customers.imported", detail: { customers: rows.length } });
  const [newest] = values;
  if (newest) await announce(tx, practiceId, { type: "customer", id: newest.id });
}
