import {
  type Customer,
  type CustomerChange,
  type CustomerInput,
  type CustomerList,
  customer,
} from "@sheaf/contracts/customers.ts";
import { defined } from "@sheaf/contracts/defined.ts";
import type { EmailText } from "@sheaf/contracts/email-text.ts";
import { and, desc, eq, isNull, lt, sql } from "drizzle-orm";
import { z } from "zod";
import type { Db, Tx } from "../../platform/db/connect.ts";
import { equals } from "../../platform/db/equals.ts";
import { projectionOf } from "../../platform/db/projection.ts";
import { onePlan } from "../../platform/db/statement-names.ts";
import { violatedIndex } from "../../platform/db/unique-violation.ts";
import { AppError } from "../../platform/errors.ts";
import { announce } from "../../platform/events/events.ts";
import { newId } from "../../platform/ids.ts";
import type { AuditAction } from "../audit/actions.ts";
import { type Actor, record } from "../audit/service.ts";
import { mergeChange } from "./merge-change.ts";
import { customers } from "./table.ts";

type CustomerRow = typeof customers.$inferSelect;

const shown = projectionOf(customers, Object.keys(customer.shape) as (keyof Customer)[]);

/** Matches one customer of the practice; a customer of another practice is not found. */
const ours = (practiceId: string, id: string) => equals(customers, { practiceId, id });

/**
 * Lists customers, newest first, including archived ones. Ids sort by time of creation, so they serve as order and
 * cursor.
 * @param page.cursor id of the last customer already seen
 * @returns `total`: the number of customers on all pages
 */
export async function listCustomers(
  db: Db,
  practiceId: string,
  page: CustomerList = {},
): Promise<{ customers: Customer[]; total: number }> {
  const ofPractice = eq(customers.practiceId, practiceId);
  const older = page.cursor ? lt(customers.id, page.cursor) : undefined;
  const limit = page.limit ? sql`limit ${page.limit}` : sql``;
  const { rows } = await db.execute(sql`
    select ${shown.columns} from ${customers} where ${and(ofPractice, older)} order by ${desc(customers.id)} ${limit}`);
  const isWhole = !page.limit && !page.cursor;
  return {
    customers: rows.map(shown.read),
    total: isWhole ? rows.length : await db.$count(customers, ofPractice),
  };
}

/** Counts the customers that are not archived, for the dashboard. */
export async function countCustomers(db: Db, practiceId: string): Promise<number> {
  const current = and(eq(customers.practiceId, practiceId), isNull(customers.archivedAt));
  return db.$count(customers, sql`${onePlan} ${current}`);
}

/** @throws AppError reference-taken */
export async function addCustomer(db: Db, actor: Actor, input: CustomerInput): Promise<Customer> {
  return change(db, actor, "customer.created", (tx) =>
    tx
      .insert(customers)
      .values({ practiceId: actor.practiceId, id: newId(), ...input })
      .returning(),
  );
}

/** @throws AppError customer-not-found, customer-changed, reference-taken */
export async function changeCustomer(
  db: Db,
  actor: Actor,
  id: string,
  { was, ...input }: CustomerChange,
): Promise<Customer> {
  return change(db, actor, "customer.changed", async (tx) => {
    const row = ours(actor.practiceId, id);
    const [now] = await tx.select().from(customers).where(row).for("update");
    const set = now && was ? mergeChange(now, was, input) : input;
    return tx.update(customers).set(defined(set)).where(row).returning();
  });
}

/**
 * Replaces an address of the customer with the corrected one. Does nothing if the customer no longer has the old
 * address or was deleted.
 */
export async function correctAddress(tx: Tx, actor: Actor, id: string, old: string, address: string): Promise<void> {
  const has = (column: typeof customers.email | typeof customers.outputEmail) =>
    sql`case when lower(${column}) = lower(${old}) then ${address} else ${column} end`;
  const [row] = await tx
    .update(customers)
    .set({ email: has(customers.email), outputEmail: has(customers.outputEmail) })
    .where(
      and(
        ours(actor.practiceId, id),
        sql`lower(${old}) in (lower(${customers.email}), lower(${customers.outputEmail}))`,
      ),
    )
    .returning();
  if (!row) return;
  await record(tx, { ...actor, action: "customer.changed", subjectId: id });
  await announce(tx, actor.practiceId, { type: "customer", id });
}

/** Remembers what becomes of the text of a customer's emails. Does nothing if the customer was deleted. */
export async function rememberEmailText(tx: Tx, actor: Actor, id: string, emailText: EmailText): Promise<void> {
  const changed = await tx.update(customers).set({ emailText }).where(ours(actor.practiceId, id)).returning();
  if (changed.length === 0) return;
  await record(tx, { ...actor, action: "customer.changed", subjectId: id });
  await announce(tx, actor.practiceId, { type: "customer", id });
}

export type ForgetCustomer = (tx: Tx, practiceId: string, customerId: string) => Promise<void>;

/**
 * @param forget removes references to the customer from other tables, in the same transaction
 * @throws AppError customer-not-found
 */
export async function deleteCustomer(db: Db, actor: Actor, id: string, forget: ForgetCustomer): Promise<void> {
  await change(db, actor, "customer.deleted", async (tx) => {
    const gone = await tx.delete(customers).where(ours(actor.practiceId, id)).returning();
    await forget(tx, actor.practiceId, id);
    return gone;
  });
}

/**
 * Locks a customer for a new job. Until the transaction ends the customer cannot be deleted, so that a job never refers
 * to a deleted one.
 * @throws AppError customer-not-found, also for an archived customer
 */
export async function lockCustomer(tx: Tx, practiceId: string, id: string): Promise<CustomerRow> {
  const [row] = z.uuid().safeParse(id).success
    ? await tx.select().from(customers).where(ours(practiceId, id)).for("key share")
    : [];
  if (!row) throw new AppError("customer-not-found", "This customer no longer exists. Choose another one.");
  if (row.archivedAt) {
    throw new AppError("customer-not-found", `${row.name} is archived. Restore the customer or choose another one.`);
  }
  return row;
}

/**
 * Archives a customer: it is no longer offered for new uploads, but its history is kept. Archiving again keeps the
 * first date.
 * @throws AppError customer-not-found
 */
export async function archiveCustomer(db: Db, actor: Actor, id: string): Promise<Customer> {
  return change(db, actor, "customer.archived", (tx) =>
    tx
      .update(customers)
      .set({ archivedAt: sql`coalesce(${customers.archivedAt}, now())` })
      .where(ours(actor.practiceId, id))
      .returning(),
  );
}

/** @throws AppError customer-not-found */
export async function restoreCustomer(db: Db, actor: Actor, id: string): Promise<Customer> {
  return change(db, actor, "customer.restored", (tx) =>
    tx.update(customers).set({ archivedAt: null }).where(ours(actor.practiceId, id)).returning(),
  );
}

/** Runs a change in a transaction with its entry in the audit log and its announcement to open browsers. */
async function change(
  db: Db,
  actor: Actor,
  action: AuditAction,
  write: (tx: Tx) => Promise<CustomerRow[]>,
): Promise<Customer> {
  try {
    return await db.transaction(async (tx) => {
      const [row] = await write(tx);
      if (!row) throw new AppError("customer-not-found", "It may have been deleted. Reload the list.");
      const entry = { ...actor, action, subjectId: row.id };
      await record(tx, action === "customer.deleted" ? { ...entry, detail: { name: row.name } } : entry);
      await announce(tx, actor.practiceId, { type: "customer", id: row.id });
      return toCustomer(row);
    });
  } catch (error) {
    if (violatedIndex(error) !== "customers_reference") throw error;
    throw new AppError("reference-taken", "Another customer has this reference. Choose another, or leave it empty.");
  }
}

/** Converts a row to the customer as the API returns it. */
export function toCustomer({ practiceId, createdAt, archivedAt, ...fields }: CustomerRow): Customer {
  return { ...fields, createdAt: createdAt.toISOString(), archivedAt: archivedAt?.toISOString() ?? null };
}

/** Deletes the customers of a closed practice. */
export async function forgetPractice(tx: Tx, practiceId: string): Promise<void> {
  await tx.delete(customers).where(eq(customers.practiceId, practiceId));
}
