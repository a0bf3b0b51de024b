import { isCounted } from "@sheaf/contracts/counted-files.ts";
import { csvLine, csvStart } from "@sheaf/contracts/csv.ts";
import type { Job } from "@sheaf/contracts/jobs.ts";
import type { OutboxMessage } from "@sheaf/contracts/mail.ts";
import { and, asc, eq, inArray, sql } from "drizzle-orm";
import { listRefunds } from "../../domain/billing/index.ts";
import { listCustomers } from "../../domain/customers/service.ts";
import { listOutbox, listSuppressions } from "../../domain/delivery/index.ts";
import { deliveries, deliveryEvents } from "../../domain/delivery/table.ts";
import { listJobs } from "../../domain/job-views/lists/list.ts";
import { listInvitations } from "../../domain/members/invitations.ts";
import type { Db } from "../../platform/db/connect.ts";
import { inPages } from "../../platform/db/in-pages.ts";
import { readAuditLog } from "../audit-trail/read.ts";
import { arrivalsOf } from "./export-arrivals.ts";
import { flatReceipt, ordersOf, paymentsOf, receiptsOf } from "./export-money.ts";
import { membersOf, sessionsOf, signInsOf } from "./export-people.ts";
import { type Cell, type Flat, pageSize } from "./flat.ts";

/** One list of the export. It is read in pages, because a practice may have more jobs than fit into memory. */
export interface ExportList {
  name: string;
  rows(): AsyncIterable<object>;
  /** The rows as flat cells, for CSV. */
  table(): AsyncIterable<Flat>;
}

interface Practice {
  id: string;
  timeZone: string;
}

/** Returns the lists with all data of a practice, except its files. */
export function exportLists(db: Db, practice: Practice): ExportList[] {
  const { id } = practice;
  const jobs = () => jobsOf(db, practice);
  return [
    list("members", () => once(membersOf(db, id)), unchanged),
    list("invitations", () => once(listInvitations(db, id)), unchanged),
    list("customers", () => customersOf(db, id), unchanged),
    list("jobs", jobs, flatJob),
    list("files", () => partsOf(jobs(), (job) => job.files), flatFile),
    list("arrivals", () => arrivalsOf(db, id), unchanged),
    list("pdfs", () => partsOf(jobs(), (job) => job.outputs), flatPdf),
    list("emails", () => partsOf(jobs(), (job) => job.deliveries), flatEmail),
    list("email-events", () => emailEventsOf(db, id), unchanged),
    list("outbox", () => outboxOf(db, id), flatMessage),
    list("refused-addresses", () => once(listSuppressions(db, id)), unchanged),
    list("payments", () => once(paymentsOf(db, id)), unchanged),
    list("orders", () => once(ordersOf(db, id)), unchanged),
    list("receipts", () => receiptsOf(db, id), flatReceipt),
    list("refunds", () => once(listRefunds(db, id)), unchanged),
    list("sessions", () => once(sessionsOf(db, id)), unchanged),
    list("sign-ins", () => signInsOf(db, id), unchanged),
    list("who-did-what", () => auditOf(db, id), unchanged),
  ];
}

function list<Row extends object>(name: string, rows: () => AsyncIterable<Row>, flat: (row: Row) => Flat): ExportList {
  return {
    name,
    rows,
    async *table() {
      for await (const row of rows()) yield flat(row);
    },
  };
}

const unchanged = <Row extends Flat>(row: Row): Flat => row;

/** `[{…},\n{…}]` */
export async function* asJson(list: ExportList): AsyncGenerator<string> {
  let before = "[";
  for await (const row of list.rows()) {
    yield `${before}${JSON.stringify(row)}`;
    before = ",\n";
  }
  yield before === "[" ? "[]\n" : "]\n";
}

/**
 * The list as CSV. The first line contains the column names. Cells that a spreadsheet would run as formulas are
 * escaped.
 */
export async function* asCsv({ table }: ExportList): AsyncGenerator<string> {
  yield csvStart;
  let columns: string[] | undefined;
  for await (const row of table()) {
    if (!columns) {
      columns = Object.keys(row);
      yield csvLine(columns);
    }
    yield csvLine(columns.map((column) => cellOf(row[column])));
  }
}

const cellOf = (cell: Cell) => (typeof cell === "boolean" ? (cell ? "yes" : "no") : (cell ?? null));

/** A job may have 500 files, which are all in memory with it. */
const jobsPerPage = 100;

/** Returns all jobs, newest first. */
export async function* jobsOf(db: Db, { id, timeZone }: Practice): AsyncGenerator<Job> {
  let cursor: string | undefined;
  do {
    const page = await listJobs(db, { practiceId: id, filter: {}, timeZone }, { limit: jobsPerPage, cursor });
    yield* page.jobs;
    cursor = page.next ?? undefined;
  } while (cursor);
}

function flatJob({ id, customer, files, outputs, deliveries, light, ...job }: Job): Flat {
  const names = { customer: customer.name, customerEmail: customer.email, outputEmail: customer.outputEmail };
  const counts = { files: files.filter(isCounted).length, pdfs: outputs.length, emails: deliveries.length };
  return { id, ...names, light: light.word, ...counts, ...job };
}

type PartOf<List extends "files" | "outputs" | "deliveries"> = Job[List][number] & { jobId: string };

const flatFile = ({ warnings, reading, ...file }: PartOf<"files">): Flat => ({
  ...file,
  warnings: warnings.map(({ text }) => text).join(" "),
  reading: reading?.state ?? null,
  readingFindings: reading?.findings.map(({ page, title }) => `Page ${page}: ${title}.`).join(" ") ?? null,
});

const flatPdf = ({ searchable, ...pdf }: PartOf<"outputs">): Flat => ({
  ...pdf,
  searchableBytes: searchable?.sizeBytes ?? null,
  searchableSha256: searchable?.sha256 ?? null,
});

const flatEmail = ({ attachments, ...email }: PartOf<"deliveries">): Flat => ({ ...email, pdfs: attachments.length });

async function* partsOf<Part extends object>(jobs: AsyncIterable<Job>, parts: (job: Job) => Part[]) {
  for await (const job of jobs) for (const part of parts(job)) yield { jobId: job.id, ...part };
}

const customersOf = (db: Db, practiceId: string) =>
  inPages(pageSize, async (last?: { id: string }) => {
    const { customers } = await listCustomers(db, practiceId, { limit: pageSize, cursor: last?.id });
    return customers;
  });

/** Returns the events of each email, reported by Sheaf, the provider or the recipient. */
async function* emailEventsOf(db: Db, practiceId: string): AsyncGenerator<Flat> {
  let last: { jobId: string; id: string } | undefined;
  for (;;) {
    const later = last && sql`(${deliveries.jobId}, ${deliveries.id}) > (${last.jobId}, ${last.id})`;
    const emails = await db
      .select({ jobId: deliveries.jobId, id: deliveries.id })
      .from(deliveries)
      .where(and(eq(deliveries.practiceId, practiceId), later))
      .orderBy(asc(deliveries.jobId), asc(deliveries.id))
      .limit(pageSize);
    const jobIds = new Map(emails.map(({ jobId, id }) => [id, jobId]));
    const rows = await db
      .select()
      .from(deliveryEvents)
      .where(and(eq(deliveryEvents.practiceId, practiceId), inArray(deliveryEvents.deliveryId, [...jobIds.keys()])))
      .orderBy(asc(deliveryEvents.id));
    for (const { deliveryId, at, kind, words, provider, providerMessageId, receivedAt } of rows) {
      const email = { jobId: jobIds.get(deliveryId ?? ""), emailId: deliveryId };
      const said = { at: at.toISOString(), kind, words, provider, providerMessageId };
      yield { ...email, ...said, receivedAt: receivedAt.toISOString() };
    }
    if (emails.length < pageSize) return;
    last = emails.at(-1);
  }
}

const outboxOf = (db: Db, practiceId: string) =>
  inPages(pageSize, async (last?: { id: string }) => {
    const { messages } = await listOutbox(db, practiceId, { limit: pageSize, cursor: last?.id });
    return messages;
  });

const flatMessage = ({ attachments, ...message }: OutboxMessage): Flat => ({
  ...message,
  attachments: attachments.map(({ name }) => name).join(", "),
});

const auditOf = (db: Db, practiceId: string) =>
  inPages(pageSize, (last?: { id: string }) => readAuditLog(db, practiceId, { limit: pageSize, cursor: last?.id }));

async function* once<Row>(rows: Promise<Row[]>): AsyncGenerator<Row> {
  yield* await rows;
}
