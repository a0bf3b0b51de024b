import { Readable } from "node:stream";
import { acceptedExtension } from "@sheaf/contracts/formats.ts";
import type { Paper } from "@sheaf/papers/paper.ts";
import { databaseNow } from "../../../platform/db/clock.ts";
import type { Tx } from "../../../platform/db/connect.ts";
import { AppError } from "../../../platform/errors.ts";
import { newId } from "../../../platform/ids.ts";
import type { Services } from "../../../platform/services.ts";
import type { Member } from "../../access/member.ts";
import { record } from "../../audit/service.ts";
import { requireStillMember } from "../../members/service.ts";
import { claimSampleJob } from "../../practices/service.ts";
import { originalKey } from "../blob-keys.ts";
import { insertJob, type NewFile } from "../create.ts";
import type { JobRef } from "../status.ts";
import { readPapers } from "./papers.ts";
import { readSampleState } from "./state.ts";

type Needs = Pick<Services, "db" | "log" | "queue" | "storage">;

/** Used instead of a customer's name; the PDF is named after it. */
const customerName = "Sample papers";

/**
 * Makes a job of the sample papers: without a customer, an email or a document of the allowance. Stores the files
 * first, then uses up the practice's one sample job and writes it in one transaction; of two simultaneous calls the
 * second finds the job of the first.
 * @returns false when the job had been made before and still exists
 * @throws AppError sample-made when it was made and removed, not-signed-in; the error of a full disk as it is (see
 *   `platform/http/outages.ts`)
 */
export async function makeSampleJob({ db, log, queue, storage }: Needs, member: Member): Promise<boolean> {
  const { practiceId } = member;
  if ((await readSampleState(db, practiceId)).madeAt) return refuseUnlessThere(db, practiceId);
  const at = await databaseNow(db);
  const papers = await readPapers(at);
  await storage.requireFreeSpace(papers.reduce((sum, { bytes }) => sum + bytes.length, 0));
  const ref = { practiceId, jobId: newId() };
  const stored: string[] = [];
  const clearAway = () =>
    storage
      .delete(stored)
      .catch((error) => log.warn({ err: error }, "Files of a sample job that was not created could not be deleted"));
  let made: boolean;
  try {
    const files = await Promise.all(papers.map((paper) => store(storage, ref, paper, stored)));
    made = await db.transaction(async (tx) => {
      await requireStillMember(tx, member);
      if (!(await claimSampleJob(tx, practiceId, ref.jobId, at))) return false;
      await insertSample(tx, queue, { ref, member, files });
      return true;
    });
  } catch (error) {
    // The commit may have succeeded although its response was lost: then the job exists and its files must stay.
    const state = await readSampleState(db, practiceId).catch(() => undefined);
    if (state && state.jobId !== ref.jobId) await clearAway();
    throw error;
  }
  if (made) return true;
  await clearAway();
  return refuseUnlessThere(db, practiceId);
}

async function refuseUnlessThere(db: Needs["db"], practiceId: string): Promise<false> {
  if ((await readSampleState(db, practiceId)).jobId) return false;
  throw new AppError(
    "sample-made",
    "Your practice has already tried the sample papers. Upload your own papers instead.",
  );
}

async function store(
  storage: Needs["storage"],
  { practiceId, jobId }: JobRef,
  { name, bytes }: Paper,
  stored: string[],
): Promise<NewFile> {
  const type = acceptedExtension(name);
  if (!type) throw new Error(`The sample paper ${name} has a type that is not accepted`);
  const id = newId();
  const key = originalKey(practiceId, jobId, id);
  stored.push(key);
  return { id, key, name, type, ...(await storage.put(key, Readable.from([Buffer.from(bytes)]))) };
}

async function insertSample(
  tx: Tx,
  queue: Needs["queue"],
  { ref, member, files }: { ref: JobRef; member: Member; files: NewFile[] },
): Promise<void> {
  const { practiceId, userId } = member;
  const job = {
    practiceId,
    id: ref.jobId,
    sample: true,
    customerName,
    customerEmail: "",
    uploadedById: userId,
    uploadedByName: member.fullName,
    sendEmail: false,
    separateEmails: false,
    separatePdfs: false,
    copyToCustomer: false,
  };
  await insertJob(tx, queue, job, files);
  await record(tx, { ...member, action: "sample.made", subjectId: ref.jobId });
}
