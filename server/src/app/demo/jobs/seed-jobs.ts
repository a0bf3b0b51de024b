import { Readable } from "node:stream";
import { acceptedExtension } from "@sheaf/contracts/formats.ts";
import { drawPaper } from "@sheaf/papers/history.ts";
import { and, eq } from "drizzle-orm";
import { users } from "../../../domain/accounts/table.ts";
import { type ArrivedFile, writeArrival } from "../../../domain/arrivals/write.ts";
import { customers } from "../../../domain/customers/table.ts";
import { insertJob, type JobRef, originalKey } from "../../../domain/jobs/index.ts";
import { jobs } from "../../../domain/jobs/table.ts";
import type { Db } from "../../../platform/db/connect.ts";
import { newId } from "../../../platform/ids.ts";
import type { Services } from "../../../platform/services.ts";
import { countDocumentsInPeriod } from "./past-periods.ts";
import { moveToPast, untilConverted, untilEmailed } from "./past-times.ts";
import type { PlannedJob } from "./planned-jobs.ts";

type Needs = Pick<Services, "db" | "log" | "queue" | "storage">;
export interface Uploader {
  practiceId: string;
  userId: string;
  name: string;
}

/** Limited, so that visitors who use the demonstration meanwhile do not have to wait. */
const jobsAtOnce = 3;

/**
 * Draws the papers of planned jobs, lets the real pipeline convert and send them, and then moves their times to the
 * planned ones. Jobs that already exist are not made again, so an interrupted start can continue.
 * @param signal stops early
 */
export async function seedJobs(
  services: Needs,
  uploader: Uploader,
  planned: readonly PlannedJob[],
  signal: AbortSignal,
): Promise<void> {
  const left = [...planned];
  const finishing: Promise<void>[] = [];
  async function work(): Promise<void> {
    for (let job = left.shift(); job && !signal.aborted; job = left.shift()) {
      const jobId = (await findJob(services.db, uploader, job)) ?? (await makeJob(services, uploader, job));
      const ref = { practiceId: uploader.practiceId, jobId };
      if (!(await untilConverted(services.db, ref, signal))) return;
      // The emails wait until Undo is no longer possible; the next job is made meanwhile.
      finishing.push(finishJob(services.db, ref, signal));
    }
  }
  await Promise.all(Array.from({ length: jobsAtOnce }, work));
  await Promise.all(finishing);
}

async function finishJob(db: Db, ref: JobRef, signal: AbortSignal): Promise<void> {
  if (await untilEmailed(db, ref, signal)) await moveToPast(db, ref);
}

/** Finds the job that an earlier start made for this plan. */
async function findJob(db: Db, { practiceId }: Uploader, { at }: PlannedJob): Promise<string | undefined> {
  const [job] = await db
    .select({ id: jobs.id })
    .from(jobs)
    .where(and(eq(jobs.practiceId, practiceId), eq(jobs.createdAt, at)));
  return job?.id;
}

/** Stores the originals first, then the rows and a task for each file, as an upload does. */
async function makeJob(services: Needs, uploader: Uploader, planned: PlannedJob): Promise<string> {
  const { db, queue, storage } = services;
  const { practiceId, userId, name } = uploader;
  const { at, choices, customerName } = planned;
  const ofName = and(eq(customers.practiceId, practiceId), eq(customers.name, customerName));
  const [customer] = await db.select().from(customers).where(ofName);
  if (!customer) throw new Error(`The demonstration has no customer ${customerName}`);
  const jobId = newId(at.getTime());
  const files: ArrivedFile[] = [];
  for (const { kind, seed } of planned.papers) {
    const paper = await drawPaper(kind, seed, { date: at, business: customer.company ?? customer.name });
    const { name } = paper;
    const type = acceptedExtension(name);
    if (!type) throw new Error(`The paper ${name} has a type that is not accepted`);
    const id = newId(at.getTime());
    const key = originalKey(practiceId, jobId, id);
    files.push({ id, key, name, sentName: name, type, ...(await storage.put(key, Readable.from([paper.bytes]))) });
  }
  await db.transaction(async (tx) => {
    const periodId = await countDocumentsInPeriod(tx, practiceId, at, files.length);
    const job = {
      practiceId,
      id: jobId,
      periodId,
      customerId: customer.id,
      customerName: customer.name,
      customerEmail: customer.email,
      customerOutputEmail: customer.outputEmail,
      uploadedById: userId,
      uploadedByName: name,
      separateEmails: false,
      ...choices,
      createdAt: at,
    };
    await insertJob(tx, queue, job, files);
    const sender = { practiceId, userId, fullName: name };
    const items = files.map((file) => ({ ...file, fileId: file.id }));
    await writeArrival(tx, { channel: "dialog", sender, jobId, at, items });
  });
  return jobId;
}

/** Finds the user who uploads in the demonstration. */
export async function findUploader(db: Needs["db"], username: string): Promise<Uploader> {
  const [user] = await db.select().from(users).where(eq(users.username, username));
  if (!user) throw new Error(`The demonstration has no user ${username}`);
  return { practiceId: user.practiceId, userId: user.id, name: `${user.firstName} ${user.lastName}` };
}
