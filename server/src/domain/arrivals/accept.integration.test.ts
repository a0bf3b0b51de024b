import type { Job } from "@sheaf/contracts/jobs.ts";
import { eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { fakeEngine } from "../../../testing/jobs/fake-engine.ts";
import { openPractice, type Practice } from "../../../testing/jobs/practice.ts";
import { startTestServer, type TestServer } from "../../../testing/server.ts";
import { jobFiles, jobs } from "../jobs/table.ts";
import { arrivalItems, arrivals, uploadKeys } from "./table.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ worker: fakeEngine() });
});
afterAll(() => server.close());

const itemsOf = ({ practiceId }: Practice) =>
  server.services.db
    .select()
    .from(arrivalItems)
    .where(eq(arrivalItems.practiceId, practiceId))
    .orderBy(arrivalItems.arrivalId, arrivalItems.position);

const arrivalsOf = ({ practiceId }: Practice) =>
  server.services.db.select().from(arrivals).where(eq(arrivals.practiceId, practiceId)).orderBy(arrivals.id);

const filesOf = ({ id }: Job) =>
  server.services.db.select().from(jobFiles).where(eq(jobFiles.jobId, id)).orderBy(jobFiles.position);

test("an upload is stored as one arrival, and each of its items references the original of its job file", async () => {
  const anna = await openPractice(server);

  const job = await anna.job([
    ["photo 1.JPG", "one"],
    ["sheet.csv", "three"],
  ]);

  const [arrival, ...more] = await arrivalsOf(anna);
  expect(more).toEqual([]);
  expect(arrival).toMatchObject({ channel: "dialog", senderId: anna.userId, senderName: "Anna Okafor", jobId: job.id });
  const files = await filesOf(job);
  expect(await itemsOf(anna)).toEqual(
    files.map(({ id, position, originalName, sizeBytes, sha256, originalKey }) => ({
      practiceId: anna.practiceId,
      arrivalId: arrival?.id,
      position,
      path: null,
      sentName: originalName,
      sizeBytes,
      sha256,
      blobKey: originalKey,
      fileId: id,
    })),
  );
});

test.each(["arrivals", "arrival_items", "job_files"])(
  "when inserting into %s fails, neither the arrival nor the job is stored",
  async (table) => {
    const anna = await openPractice(server);
    const { db } = server.services;
    await db.execute(sql`create or replace function no_room() returns trigger language plpgsql as
      $$ begin raise exception 'could not extend file' using errcode = 'disk_full'; end $$`);
    const name = sql.identifier(table);
    await db.execute(sql`create trigger no_room before insert on ${name} for each row execute function no_room()`);
    try {
      expect((await anna.send([["a.txt", "one"]])).statusCode).toBe(507);
    } finally {
      await db.execute(sql`drop trigger no_room on ${name}`);
    }

    for (const emptied of [arrivals, arrivalItems, jobs, jobFiles, uploadKeys]) {
      expect(await db.$count(emptied, eq(emptied.practiceId, anna.practiceId))).toBe(0);
    }
    expect(await anna.blobs()).toEqual([]);
    expect(await anna.documentsUsed()).toBe(0);
  },
);

test("a replacement is an arrival of its own, and the replaced item keeps its name but loses its blob key", async () => {
  const anna = await openPractice(server);
  const job = await anna.ended((await anna.job([["broken.txt", "bad"]])).id);
  const form = new FormData();
  form.append("files", new Blob(["fine now"]), "repaired.csv");

  await anna.replace(`/api/jobs/${job.id}/files/${job.files[0]?.id}`, form);

  const ended = await anna.ended(job.id);
  const [file] = await filesOf(ended);
  expect(await arrivalsOf(anna)).toMatchObject([{ jobId: job.id }, { jobId: job.id, senderName: "Anna Okafor" }]);
  expect(await itemsOf(anna)).toMatchObject([
    { fileId: file?.id, sentName: "broken.txt", blobKey: null },
    { fileId: file?.id, sentName: "repaired.csv", sizeBytes: 8, blobKey: file?.originalKey },
  ]);
});

test("an upload repeated with the same Idempotency-Key creates no second arrival", async () => {
  const anna = await openPractice(server);
  const key = { "idempotency-key": "once" };
  for (const _ of [1, 2]) expect((await anna.send([["a.txt", "one"]], {}, key)).statusCode).toBe(201);
  expect(await arrivalsOf(anna)).toHaveLength(1);
});
