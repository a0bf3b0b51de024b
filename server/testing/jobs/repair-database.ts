import { expect, vi } from "vitest";
import { recordingQueue, type Script, scriptedDb } from "../scripted-db.ts";

export const ref = { practiceId: "p1", jobId: "j1", fileId: "f1" };
const ofJob = { practiceId: "p1", jobId: "j1" };
export const member = { practiceId: "p1", userId: "u1", username: "ada" } as never;
export const later = new Date("2026-11-20T12:00:00Z");
export const job = {
  practiceId: "p1",
  id: "j1",
  periodId: "period",
  customerId: "c1",
  sample: false,
  status: "failed",
  filesDeletedAt: null,
  separatePdfs: false,
  separateEmails: false,
  arrangement: null,
  assemblyAttempt: 1,
  emailsToConfirm: null,
  emailsConfirmed: null,
};
const file = {
  practiceId: "p1",
  jobId: "j1",
  id: "f1",
  parentId: "c1",
  state: "left-out",
  reason: null,
  originalName: "a.jpg",
  path: "z.zip › a.jpg",
  originalKey: "original",
  pagesKey: null,
  itemIndex: 0,
  isOwnContent: false,
  awaitsChoice: false,
  position: 3,
};
const output = { id: "o1", blobKey: "pdf", searchableKey: "text", thumbnails: 1, version: 2 };
export const pdfKeys = ["pdf", "text", "practices/p1/jobs/j1/thumbnails/o1/1.webp"];
export const period = { documentsAllowed: 1_000, documentsUsed: 1_000, endsAt: later };
/** Matches an error with this code. */
export const code = (wanted: string) => expect.objectContaining({ code: wanted });

export interface Given {
  job?: object;
  file?: object;
  /** Numbers of files that are unfinished, bad and converted afterwards. */
  counts?: [number, number, number];
  deliveries?: number;
  script?: Script;
}

/** Returns a database with one file of a job, and the services for changing it. */
export function given({
  job: ofThis = {},
  file: ofFile = {},
  counts = [0, 0, 1],
  deliveries = 0,
  script = {},
}: Given = {}) {
  const [unfinished, bad, converted] = counts;
  const database = scriptedDb({
    "select users": [[{ id: "u1" }]],
    "select jobs": [[{ ...job, ...ofThis }]],
    "select job_files": [[{ ...file, ...ofFile }], [{ unfinished, bad, converted }]],
    "update periods": [[{ id: "period" }]],
    "update customers": [[{}]],
    "delete outputs": [[output]],
    "select periods": [[{ period, running: true }]],
    ...script,
  });
  const { queue, queued } = recordingQueue();
  const storage = { delete: vi.fn(async (_keys: string[]) => {}) };
  const services = {
    db: database.db,
    queue,
    storage,
    key: Buffer.alloc(32, 1),
    log: { warn: vi.fn() },
    countDeliveries: async () => deliveries,
  };
  const actions = () => (database.given("insert audit_log") as { action: string }[]).map(({ action }) => action);
  return { ...database, queue, queued, storage, services: services as never, actions };
}

export const conversion = { task: "jobs.convert-file", payload: ref, group: "p1" };
export const assembly = { task: "jobs.assemble", payload: ofJob, group: "p1" };
