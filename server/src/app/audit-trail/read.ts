import type { AuditEntry } from "@sheaf/contracts/audit.ts";
import { and, desc, eq, inArray, type SQL, sql } from "drizzle-orm";
import type { PgColumn, PgTable } from "drizzle-orm/pg-core";
import { users } from "../../domain/accounts/table.ts";
import { type ActionObjects, type AuditAction, auditActions, type Subject } from "../../domain/audit/actions.ts";
import { auditLog } from "../../domain/audit/table.ts";
import { customers } from "../../domain/customers/table.ts";
import { jobs } from "../../domain/jobs/table.ts";
import { invitations } from "../../domain/members/table.ts";
import type { Db } from "../../platform/db/connect.ts";
import { objectsOfActions } from "./action-objects.ts";

type Row = typeof auditLog.$inferSelect;
type Names = Map<string, string>;

/**
 * Returns the audit log of a practice, newest first.
 * @param page.cursor id of the last entry of the previous page
 */
export async function readAuditLog(
  db: Db,
  practiceId: string,
  page: { limit: number; cursor?: string | undefined },
): Promise<AuditEntry[]> {
  const own = eq(auditLog.practiceId, practiceId);
  const last = db
    .select({ at: auditLog.at, id: auditLog.id })
    .from(auditLog)
    .where(and(own, eq(auditLog.id, page.cursor ?? "")));
  const rows = await db
    .select()
    .from(auditLog)
    .where(page.cursor ? and(own, sql`(${auditLog.at}, ${auditLog.id}) < (${last})`) : own)
    .orderBy(desc(auditLog.at), desc(auditLog.id))
    .limit(page.limit);
  return sentences(db, practiceId, rows);
}

/** Returns the entries about one object, oldest first. */
export async function readActionsOn(db: Db, practiceId: string, subjectId: string): Promise<AuditEntry[]> {
  const rows = await db
    .select()
    .from(auditLog)
    .where(and(eq(auditLog.practiceId, practiceId), eq(auditLog.subjectId, subjectId)))
    .orderBy(auditLog.at, auditLog.id);
  return sentences(db, practiceId, rows);
}

async function sentences(db: Db, practiceId: string, rows: Row[]): Promise<AuditEntry[]> {
  const [names, objects] = await Promise.all([namesIn(db, practiceId, rows), objectsOfActions(db, practiceId, rows)]);
  return rows.map((row) => sentence(row, names, objects));
}

function sentence(row: Row, names: Record<Subject, Names>, objects: (row: Row) => ActionObjects): AuditEntry {
  const { id, userId, action, subjectId, address } = row;
  return {
    id,
    action,
    subjectId,
    address,
    at: row.at.toISOString(),
    who: userId === null ? "Sheaf" : (names.member.get(userId) ?? "A former member"),
    what: whatOf(row, names, objects(row)),
  };
}

const isKnown = (action: string): action is keyof typeof auditActions => Object.hasOwn(auditActions, action);

/** Shown where the name no longer exists. */
const deletedNames: Record<Subject, string> = {
  customer: "a deleted customer",
  member: "a former member",
  job: "a deleted customer",
  invitation: "somebody",
};

function whatOf({ action, subjectId, detail }: Row, names: Record<Subject, Names>, objects: ActionObjects): string {
  // An action of another version of Sheaf has no text here.
  if (!isKnown(action)) return action;
  const text: { about?: Subject; describe(name: string, detail: object, objects: ActionObjects): string } =
    auditActions[action];
  if (!text.about) return text.describe("", detail ?? {}, objects);
  return text.describe(names[text.about].get(subjectId ?? "") ?? deletedNames[text.about], detail ?? {}, objects);
}

/** Returns the current names; for deleted and removed objects, the names from the entry of their removal. */
async function namesIn(db: Db, practiceId: string, rows: Row[]): Promise<Record<Subject, Names>> {
  const ids = [...new Set(rows.flatMap(({ userId, subjectId }) => [userId, subjectId]).filter((id) => id !== null))];
  if (ids.length === 0) return { customer: new Map(), member: new Map(), job: new Map(), invitation: new Map() };
  const read = (table: PgTable & Record<"id" | "practiceId", PgColumn>, name: SQL<string>) =>
    db
      .select({ id: sql<string>`${table.id}`, name })
      .from(table)
      .where(and(eq(table.practiceId, practiceId), inArray(table.id, ids)));
  const [people, customerNames, uploads, invited] = await Promise.all([
    read(users, sql`${users.firstName} || ' ' || ${users.lastName}`),
    read(customers, sql`'the customer ' || ${customers.name}`),
    read(jobs, sql`${jobs.customerName}`),
    read(invitations, sql`${invitations.email}`),
  ]);
  const known = new Set([people, customerNames, uploads, invited].flat().map(({ id }) => id));
  const past = await namesOfRemoved(
    db,
    practiceId,
    ids.filter((id) => !known.has(id)),
  );
  return {
    member: byId([...past("member.removed"), ...people]),
    customer: byId([...past("customer.deleted", "the customer "), ...customerNames]),
    job: byId([...past("sample.removed"), ...uploads]),
    invitation: byId([...past("invitation.taken-back"), ...invited]),
  };
}

async function namesOfRemoved(db: Db, practiceId: string, ids: string[]) {
  const removals = [
    "member.removed",
    "customer.deleted",
    "invitation.taken-back",
    "sample.removed",
  ] as const satisfies AuditAction[];
  const taken = and(
    eq(auditLog.practiceId, practiceId),
    inArray(auditLog.action, removals),
    inArray(auditLog.subjectId, ids),
  );
  const rows = ids.length === 0 ? [] : await db.select().from(auditLog).where(taken);
  return (removal: (typeof removals)[number], kind = "") =>
    rows.flatMap(({ action, subjectId: id, detail }) =>
      action === removal && id && detail?.name ? [{ id, name: `${kind}${detail.name}` }] : [],
    );
}

const byId = (rows: { id: string; name: string }[]): Names => new Map(rows.map(({ id, name }) => [id, name]));
