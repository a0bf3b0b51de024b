import { periodDays } from "@sheaf/contracts/limits.ts";
import type { Refusal } from "@sheaf/contracts/refusals.ts";
import type { Random } from "@sheaf/papers/random.ts";
import type { signIns } from "../../domain/accounts/table.ts";
import type { payments, periods, plans } from "../../domain/billing/table.ts";
import type { deliveries } from "../../domain/delivery/table.ts";
import type { jobFiles, jobs } from "../../domain/jobs/table.ts";
import { newId } from "../../platform/ids.ts";
import { happens, inventHash, pickWeighted } from "./history-random.ts";

type JobRow = typeof jobs.$inferInsert;
type FileRow = typeof jobFiles.$inferInsert;
type DeliveryRow = typeof deliveries.$inferInsert;

export interface Work {
  jobs: JobRow[];
  files: FileRow[];
  deliveries: DeliveryRow[];
  signIns: (typeof signIns.$inferInsert)[];
}

/** Kinds of file with the time that the conversion takes, and their relative frequency. */
const kinds: (readonly [{ type: string; ms: number }, number])[] = [
  [{ type: "pdf", ms: 160 }, 45],
  [{ type: "jpg", ms: 90 }, 20],
  [{ type: "xlsx", ms: 720 }, 13],
  [{ type: "docx", ms: 540 }, 12],
  [{ type: "png", ms: 110 }, 6],
  [{ type: "csv", ms: 240 }, 4],
];
const reasons: (readonly [Refusal, number])[] = [
  ["password", 5],
  ["damaged", 3],
  ["unsupported", 1],
];

export interface Upload {
  practiceId: string;
  periodId: string;
  by: { id: string; name: string };
  customer: { id: string; name: string; email: string };
  at: Date;
  files: number;
}

/**
 * Adds a sign-in. Each user always has the same browser and address, which is from the range reserved for documentation
 * (RFC 5737).
 */
export function inventSignIn(random: Random, work: Work, who: { practiceId: string; userId: string; at: Date }): void {
  const place = {
    address: `203.0.113.${1 + (Number.parseInt(who.userId.slice(-2), 16) % 250)}`,
    userAgent: "Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0",
  };
  const { at, ...person } = who;
  const mistyped = new Date(at.getTime() - 20_000);
  if (happens(random, 0.06))
    work.signIns.push({ ...person, ...place, id: newId(mistyped.getTime()), ok: false, at: mistyped });
  work.signIns.push({ ...person, ...place, id: newId(at.getTime()), ok: true, at });
}

/** Adds a job that has ended and whose files have already been deleted, as after their retention. */
export function inventUpload(random: Random, work: Work, upload: Upload): void {
  const { practiceId, at, customer } = upload;
  const jobId = newId(at.getTime());
  const endedAt = new Date(at.getTime() + random.whole(2_000, 40_000));
  // Most jobs with a bad file are repaired by leaving the file out.
  const bad = happens(random, 0.05);
  const repaired = happens(random, 0.55);
  const failed = bad && (!repaired || upload.files === 1);
  const sendEmail = happens(random, 0.7);
  work.jobs.push({
    practiceId,
    id: jobId,
    periodId: upload.periodId,
    createdAt: at,
    settledAt: endedAt,
    customerId: customer.id,
    customerName: customer.name,
    customerEmail: customer.email,
    uploadedById: upload.by.id,
    uploadedByName: upload.by.name,
    sendEmail,
    separateEmails: false,
    separatePdfs: false,
    copyToCustomer: false,
    status: failed ? "failed" : "completed",
    completedAt: failed ? null : endedAt,
    filesDeletedAt: endedAt,
  });
  for (let position = 0; position < upload.files; position++) {
    const { type, ms } = pickWeighted(random, kinds);
    const out = bad && position === 0;
    work.files.push({
      practiceId,
      jobId,
      id: newId(at.getTime()),
      position,
      type,
      sha256: inventHash(random),
      originalName: `Document ${position + 1}.${type}`,
      sizeBytes: random.whole(20_000, 900_000),
      endedAt,
      ...(out
        ? { state: failed ? ("refused" as const) : ("left-out" as const), reason: pickWeighted(random, reasons) }
        : { state: "converted" as const, pages: random.whole(1, 4) }),
      convertedMs: Math.round(ms * (0.6 + random.fraction())),
    });
  }
  if (!sendEmail || failed) return;
  work.deliveries.push({
    practiceId,
    jobId,
    id: newId(endedAt.getTime()),
    position: 0,
    isCopy: false,
    outputIds: [],
    recipient: customer.email,
    subject: `Documents for ${customer.name}`,
    state: "kept",
    provider: "outbox",
    createdAt: endedAt,
    firstTriedAt: endedAt,
    sentAt: endedAt,
    tries: 1,
  });
}

const periodMs = periodDays * 24 * 3600_000;

/** Returns a bank transfer for a plan, with the period that it bought. */
export function inventPayment(purchase: {
  practiceId: string;
  plan: typeof plans.$inferSelect;
  startsAt: Date;
  reference: string;
}): { payment: typeof payments.$inferInsert; period: typeof periods.$inferInsert } {
  const { practiceId, plan, startsAt, reference } = purchase;
  const paymentId = newId(startsAt.getTime());
  return {
    payment: {
      practiceId,
      id: paymentId,
      kind: "payment",
      buys: "period",
      planId: plan.id,
      amountPence: plan.pricePence,
      method: "manual",
      reference,
      recordedAt: startsAt,
    },
    period: {
      practiceId,
      id: newId(startsAt.getTime()),
      planId: plan.id,
      paymentId,
      startsAt,
      endsAt: new Date(startsAt.getTime() + periodMs),
      documentsAllowed: plan.documentsPerMonth,
      documentsUsed: 0,
    },
  };
}
