import type { DeliveryState } from "@sheaf/contracts/delivery-states.ts";
import type { FileState, JobStatus } from "@sheaf/contracts/jobs.ts";
import { deliveries } from "../../src/domain/delivery/table.ts";
import { jobFiles, jobs } from "../../src/domain/jobs/table.ts";
import { newId } from "../../src/platform/ids.ts";
import type { SignedIn, TestServer } from "../server.ts";

interface Given {
  status?: JobStatus;
  customerId?: string;
  customerName?: string;
  customerEmail?: string;
  createdAt?: Date;
  settledAt?: Date;
  files?: { name?: string; state?: FileState; message?: string; endedAt?: Date }[];
  emails?: { state: DeliveryState; replaced?: boolean; message?: string }[];
}

/** Writes a job directly into the tables, in a state that otherwise takes the whole pipeline to reach. */
export async function insertJob(server: TestServer, who: SignedIn, given: Given = {}): Promise<string> {
  const [id = ""] = await insertJobs(server, who, [given]);
  return id;
}

/** Like `insertJob`, for many jobs at once. */
export async function insertJobs({ services: { db } }: TestServer, who: SignedIn, given: Given[]): Promise<string[]> {
  const made = given.map((each) => ({ ...each, practiceId: who.practiceId, jobId: newId() }));
  await db.insert(jobs).values(made.map((each) => jobRow(who, each)));
  const files = made.flatMap(fileRows);
  if (files.length > 0) await db.insert(jobFiles).values(files);
  const emails = made.flatMap(emailRows);
  if (emails.length > 0) await db.insert(deliveries).values(emails);
  return made.map(({ jobId }) => jobId);
}

type Made = Given & { practiceId: string; jobId: string };

function jobRow(who: SignedIn, { practiceId, jobId, status = "completed", createdAt = new Date(), ...given }: Made) {
  const ended = status === "completed" || status === "failed";
  return {
    practiceId,
    id: jobId,
    status,
    createdAt,
    customerId: given.customerId ?? null,
    customerName: given.customerName ?? "Bright Bakery",
    customerEmail: given.customerEmail ?? "b@bakery.example",
    uploadedById: who.userId,
    uploadedByName: "Anna Okafor",
    periodId: newId(),
    sendEmail: Boolean(given.emails?.length),
    separateEmails: false,
    separatePdfs: false,
    copyToCustomer: false,
    completedAt: status === "completed" ? (given.settledAt ?? createdAt) : null,
    settledAt: ended ? (given.settledAt ?? createdAt) : null,
  };
}

function fileRows({ practiceId, jobId, files = [{}] }: Made) {
  return files.map(
    ({ name = "invoice.pdf", state = "converted" as const, message = null, endedAt = null }, position) => ({
      practiceId,
      jobId,
      id: newId(),
      position,
      originalName: name,
      state,
      message,
      endedAt,
      type: "pdf",
      sizeBytes: 1000,
      sha256: "0",
    }),
  );
}

function emailRows({ practiceId, jobId, emails = [] }: Made) {
  return emails.map(({ state, replaced, message = null }, position) => ({
    practiceId,
    jobId,
    id: newId(),
    position,
    state,
    message,
    replacedById: replaced ? newId() : null,
    recipient: "inbox@books.example",
    subject: "Documents",
    isCopy: false,
    outputIds: [],
  }));
}
