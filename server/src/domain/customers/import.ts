import {
  type CustomerImportResult,
  type CustomerInput,
  customerImport,
  customerInput,
} from "@sheaf/contracts/customers.ts";
import { customersPerImport } from "@sheaf/contracts/limits.ts";
import { and, eq, inArray, sql } from "drizzle-orm";
import type { Db, Tx } from "../../platform/db/connect.ts";
import { violatedIndex } from "../../platform/db/unique-violation.ts";
import { AppError } from "../../platform/errors.ts";
import { announce } from "../../platform/events/events.ts";
import { validationSentence } from "../../platform/http/errors.ts";
import { newId } from "../../platform/ids.ts";
import { type Actor, record } from "../audit/service.ts";
import { customers } from "./table.ts";

type RowError = CustomerImportResult["errors"][number];

/** Rows per INSERT statement: PostgreSQL accepts 65,535 parameters in one. */
const insertRows = 500;

/**
 * Adds all customers of a list. If any row is invalid, adds none and returns the errors by row. The first row becomes
 * the newest customer.
 * @throws AppError import-refused when the body is not a list of rows, or too long
 */
export async function importCustomers(db: Db, actor: Actor, body: unknown): Promise<CustomerImportResult> {
  const list = customerImport.safeParse(body);
  if (!list.success) throw refused(body);
  const { rows, errors } = validateRows(list.data.customers);
  const references = await referencesOf(db, rows);
  const taken = () => takenReferences(db, actor.practiceId, references);
  const problems = [...errors, ...repeatedReferences(references), ...(await taken())];
  if (problems.length > 0) return notAdded(problems);
  try {
    await db.transaction((tx) => addAll(tx, actor, [...rows.values()]));
  } catch (error) {
    if (violatedIndex(error) !== "customers_reference") throw error;
    // Another request took a reference between the check and the insert. Checking again finds it, unless it was
    // released in the meantime.
    const meanwhile = await taken();
    if (meanwhile.length === 0) throw error;
    return notAdded(meanwhile);
  }
  return { created: rows.size, errors: [] };
}

function refused(body: unknown): AppError {
  const list = typeof body === "object" && body !== null && "customers" in body ? body.customers : undefined;
  const maxRows = customersPerImport.toLocaleString("en-GB");
  if (Array.isArray(list) && list.length > customersPerImport) {
    return new AppError("import-refused", `A list may have ${maxRows} rows at most. Divide it and import the parts.`);
  }
  return new AppError("import-refused", `Send a list of 1 to ${maxRows} customers. Reload the page and try again.`);
}

const notAdded = (errors: RowError[]): CustomerImportResult => ({
  created: 0,
  errors: errors.toSorted((a, b) => a.row - b.row),
});

/** Validates each row on its own. */
function validateRows(list: unknown[]): { rows: Map<number, CustomerInput>; errors: RowError[] } {
  const rows = new Map<number, CustomerInput>();
  const errors: RowError[] = [];
  for (const [row, values] of list.entries()) {
    const parsed = customerInput.safeParse(values);
    if (!parsed.success) {
      const issues = parsed.error.issues.map(({ path, message }) => ({ instancePath: `/${path.join("/")}`, message }));
      errors.push({ row, message: validationSentence(issues) });
      continue;
    }
    rows.set(row, parsed.data);
  }
  return { rows, errors };
}

/** A reference of the list. References with the same `folded` value are equal to the unique index. */
interface Reference {
  row: number;
  reference: string;
  folded: string;
}

/**
 * Lower-cased by the database, since JavaScript's result differs for some characters, such as Σ at the end of a word.
 */
async function referencesOf(db: Db, rows: Map<number, CustomerInput>): Promise<Reference[]> {
  const given = [...rows].flatMap(([row, { reference }]) => (reference ? [{ row, reference }] : []));
  const references = sql.param(given.map(({ reference }) => reference));
  const { rows: small } = await db.execute<{ folded: string }>(sql`
    select lower(reference) as folded from unnest(${references}::text[]) with ordinality as given (reference, place)
    order by place`);
  return given.map((one, place) => ({ ...one, folded: small[place]?.folded ?? "" }));
}

function repeatedReferences(references: Reference[]): RowError[] {
  const firstWith = new Map<string, number>();
  return references.flatMap(({ row, reference, folded }) => {
    const first = firstWith.get(folded);
    if (first !== undefined)
      return [{ row, message: `Row ${first + 1} of this list has the reference ${reference} too.` }];
    firstWith.set(folded, row);
    return [];
  });
}

async function takenReferences(db: Db, practiceId: string, references: Reference[]): Promise<RowError[]> {
  const wanted = references.map(({ folded }) => folded);
  if (wanted.length === 0) return [];
  const lower = sql<string>`lower(${customers.reference})`;
  const holders = await db
    .select({ reference: lower, name: customers.name })
    .from(customers)
    .where(and(eq(customers.practiceId, practiceId), inArray(lower, wanted)));
  const names = new Map(holders.map(({ reference, name }) => [reference, name]));
  return references.flatMap(({ row, reference, folded }) => {
    const name = names.get(folded);
    return name ? [{ row, message: `${name} has the reference ${reference} already.` }] : [];
  });
}

async function addAll(tx: Tx, actor: Actor, rows: CustomerInput[]): Promise<void> {
  const { practiceId } = actor;
  const nowMs = Date.now();
  // Ids determine the order of the list, so each row gets an id slightly older than that of the row before it.
  const values = rows.map((row, place) => ({ practiceId, id: newId(nowMs - place), ...row }));
  for (let from = 0; from < values.length; from += insertRows) {
    await tx.insert(customers).values(values.slice(from, from + insertRows));
  }
  await record(tx, { ...actor, action: "customers.imported", detail: { customers: rows.length } });
  const [newest] = values;
  if (newest) await announce(tx, practiceId, { type: "customer", id: newest.id });
}
