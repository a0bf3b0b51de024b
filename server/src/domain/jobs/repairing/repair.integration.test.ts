import type { Job } from "@sheaf/contracts/jobs.ts";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { newClient } from "../../../../testing/client.ts";
import { fakeEngine } from "../../../../testing/jobs/fake-engine.ts";
import { formOf, type NewFile, openPractice, type Practice } from "../../../../testing/jobs/practice.ts";
import { startTestServer, type TestServer } from "../../../../testing/server.ts";
import { buildApp } from "../../../app/app.ts";
import type { Db } from "../../../platform/db/connect.ts";
import type { Services } from "../../../platform/services.ts";
import { users } from "../../accounts/table.ts";
import { practices } from "../../practices/table.ts";
import { jobFiles } from "../table.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ worker: fakeEngine() });
});
afterAll(() => server.close());

const mixed: NewFile[] = [
  ["good.txt", "good"],
  ["broken.txt", "bad"],
];

/** Creates a job with one refused file; `path` is that file's. */
async function jobWithRefusedFile(files = mixed): Promise<{ anna: Practice; job: Job; path: string }> {
  const anna = await openPractice(server);
  const job = await anna.ended((await anna.job(files)).id);
  const bad = job.files.find(({ state }) => state === "refused");
  return { anna, job, path: `/api/jobs/${job.id}/files/${bad?.id}` };
}

/** A database whose connection breaks right after a commit that queued a task. */
function losingCommitResponses(): Pick<Services, "db" | "queue"> {
  const { db, queue } = server.services;
  let hasQueued = false;
  const losing: Db = Object.create(db);
  losing.transaction = async (...given) => {
    const result = await db.transaction(...given);
    if (hasQueued) throw new Error("Connection terminated unexpectedly");
    return result;
  };
  const add: Services["queue"]["add"] = async (...given) => {
    hasQueued = true;
    await queue.add(...given);
  };
  return { db: losing, queue: { ...queue, add } };
}

describe("replacing a file", () => {
  test("[S1.10] replaces the file without using a document, and completes the job in the same order", async () => {
    const { anna, job, path } = await jobWithRefusedFile([
      ["broken.txt", "bad"],
      ["good.txt", "good"],
    ]);
    const blobs = await anna.blobs();

    const answer = await anna.replace(path, formOf(["repaired.csv", "fine now"]));

    expect(answer.statusCode, answer.body).toBe(200);
    const after = await anna.ended(job.id);
    expect(after).toMatchObject({ status: "completed", errorMessage: null, light: { word: "Ready" } });
    expect(after.files).toMatchObject([
      { originalName: "repaired.csv", type: "csv", state: "converted", sizeBytes: 8 },
      { originalName: "good.txt", state: "converted" },
    ]);
    expect((await anna.get(`/api/jobs/${job.id}/download`)).body).toContain("repaired.csv[fine now] good.txt[good]");
    expect(await anna.documentsUsed()).toBe(2);
    // The replaced original is deleted.
    const originals = (keys: string[]) => keys.filter((key) => key.includes("/originals/"));
    expect(originals(await anna.blobs())).toHaveLength(originals(blobs).length);
  });

  test.each<[string, FormData, string]>([
    ["a file of an unsupported type", formOf(["a.exe", "x"]), "unsupported-file"],
    ["two files", formOf(["a.txt", "x"], ["b.txt", "x"]), "too-many-files"],
    ["no file", formOf(), "files-required"],
    ["a file over the plan's limit", formOf(["a.txt", "x".repeat(10 * 1_048_576 + 1)]), "file-too-large"],
  ])("refuses %s and leaves the job unchanged", async (_what, form, code) => {
    const { anna, job, path } = await jobWithRefusedFile();
    const blobs = await anna.blobs();

    expect((await anna.replace(path, form)).json()).toMatchObject({ code });

    expect(await anna.read(job.id)).toEqual(job);
    expect(await anna.blobs()).toEqual(blobs);
  });

  test("keeps the new file when the database's response to the commit is lost", async () => {
    const { anna, job, path } = await jobWithRefusedFile();
    const app = await buildApp({ ...server.services, ...losingCommitResponses() });
    const browser = newClient(app, { cookie: anna.cookies() });

    const answer = await browser.replace(path, formOf(["repaired.txt", "fine now"]));

    expect([answer.statusCode, answer.json().code]).toEqual([503, "out-of-reach"]);
    expect((await anna.ended(job.id)).files[1]).toMatchObject({ originalName: "repaired.txt", state: "converted" });
    await app.close();
  });

  test.each<[string, (db: Db, anna: Practice) => Promise<unknown>]>([
    [
      "the user",
      (db, { userId }) => db.update(users).set({ suspendedByOperatorAt: new Date() }).where(eq(users.id, userId)),
    ],
    [
      "the practice",
      (db, { practiceId }) => db.update(practices).set({ suspendedAt: new Date() }).where(eq(practices.id, practiceId)),
    ],
  ])("changes nothing when %s was suspended while the file was being received", async (_, suspend) => {
    const { anna, job, path } = await jobWithRefusedFile();
    const { db, storage } = server.services;
    const blobs = await anna.blobs();
    const slow: Services["storage"] = Object.create(storage);
    slow.put = async (...given) => {
      await suspend(db, anna);
      return storage.put(...given);
    };
    const app = await buildApp({ ...server.services, storage: slow });

    const answer = await newClient(app, { cookie: anna.cookies() }).replace(path, formOf(["late.txt", "late"]));

    expect([answer.statusCode, answer.json().code]).toEqual([401, "not-signed-in"]);
    const files = await db.select().from(jobFiles).where(eq(jobFiles.jobId, job.id)).orderBy(jobFiles.position);
    expect(files).toMatchObject([{}, { originalName: "broken.txt", state: "refused" }]);
    expect(await anna.blobs()).toEqual(blobs);
    await app.close();
  });

  test("succeeds for only one of two simultaneous requests", async () => {
    const { anna, job, path } = await jobWithRefusedFile();

    const answers = await Promise.all([
      anna.replace(path, formOf(["one.txt", "one"])),
      anna.replace(path, formOf(["other.txt", "other"])),
    ]);

    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409]);
    expect((await anna.ended(job.id)).status).toBe("completed");
    expect((await anna.blobs()).filter((key) => key.includes("/originals/"))).toHaveLength(2);
  });
});

describe("a password", () => {
  test("[S5.8] is passed to the conversion and deleted afterwards, and the timeline does not contain it", async () => {
    const seen: (string | undefined)[] = [];
    const engine = fakeEngine();
    const asking = await startTestServer({
      worker: {
        ...engine,
        async convertFile(input, outPath, options) {
          seen.push(input.password);
          return engine.convertFile(input, outPath, options);
        },
      },
    });
    try {
      const anna = await openPractice(asking);
      const job = await anna.ended((await anna.job([["locked.txt", "bad"]])).id);
      const answer = await anna.post(`/api/jobs/${job.id}/files/${job.files[0]?.id}/password`, { password: "0ctober" });
      expect(answer.statusCode).toBe(200);

      await anna.ended(job.id);

      expect(seen).toEqual([undefined, "0ctober"]);
      const [row] = await asking.services.db.select().from(jobFiles).where(eq(jobFiles.jobId, job.id));
      expect(row?.password).toBeNull();
      const timeline = await anna.get(`/api/jobs/${job.id}/timeline`);
      expect(timeline.body).toContain("Gave the password of locked.txt for Bright Bakery");
      expect(timeline.body).not.toContain("0ctober");
    } finally {
      await asking.close();
    }
  });

  test("must not be empty", async () => {
    const { anna, path } = await jobWithRefusedFile();
    expect((await anna.post(`${path}/password`, { password: "" })).json()).toMatchObject({ code: "bad-request" });
  });
});

describe("leaving out a file", () => {
  test("[D2] makes the PDF of the other files, and returns the document once", async () => {
    const { anna, job, path } = await jobWithRefusedFile();
    expect(await anna.documentsUsed()).toBe(2);

    expect((await anna.post(`${path}/leave-out`)).statusCode).toBe(200);

    const after = await anna.ended(job.id);
    expect(after).toMatchObject({ status: "completed", light: { word: "Ready" } });
    expect(after.files.map(({ state }) => state)).toEqual(["converted", "left-out"]);
    expect(await anna.documentsUsed()).toBe(1);
    expect((await anna.post(`${path}/leave-out`)).json()).toMatchObject({ code: "file-not-failed" });
    expect(await anna.documentsUsed()).toBe(1);
  });

  test("is refused for the only file of a job", async () => {
    const { anna, job, path } = await jobWithRefusedFile([["broken.txt", "bad"]]);

    expect((await anna.post(`${path}/leave-out`)).json()).toMatchObject({ code: "last-file" });

    expect(await anna.read(job.id)).toEqual(job);
    expect(await anna.documentsUsed()).toBe(1);
  });
});

test("the timeline keeps earlier errors and shows the name that each file had at the time", async () => {
  const { anna, job, path } = await jobWithRefusedFile([
    ["good.txt", "good"],
    ["broken.txt", "bad"],
    ["hopeless.txt", "bad"],
  ]);
  const ofTimeline = async () =>
    ((await anna.get(`/api/jobs/${job.id}/timeline`)).json() as { text: string }[]).map(({ text }) => text);
  const before = await ofTimeline();
  const damaged = before.filter((text) => /^(broken|hopeless)\.txt /.test(text));
  expect(damaged).toHaveLength(2);

  await anna.post(`/api/jobs/${job.id}/retry`);
  await anna.ended(job.id);
  await anna.replace(path, formOf(["repaired.csv", "fine now"]));
  await anna.ended(job.id);
  await anna.post(`/api/jobs/${job.id}/files/${job.files[2]?.id}/leave-out`);
  await anna.ended(job.id);

  const after = await ofTimeline();
  expect(after.slice(0, before.length)).toEqual(before);
  const since = after.slice(before.length);
  expect(since[0]).toBe("Retried broken.txt and hopeless.txt for Bright Bakery");
  expect(since.slice(1, 3).toSorted()).toEqual(damaged.toSorted());
  expect(since.slice(3)).toEqual([
    "Replaced broken.txt with repaired.csv for Bright Bakery",
    expect.stringMatching(/^repaired\.csv converted: /),
    "Left hopeless.txt out of the upload for Bright Bakery",
    expect.stringMatching(/^1 PDF created/),
  ]);
});

test("files can be repaired only in one's own practice, with a subscription, and while they are refused or failed", async () => {
  const { anna, job, path } = await jobWithRefusedFile();
  const stranger = await openPractice(server);
  const acts = (who: Practice, at: string) =>
    Promise.all([
      who.post(`${at}/password`, { password: "x" }),
      who.post(`${at}/leave-out`),
      who.replace(at, formOf(["a.txt", "a"])),
    ]);
  const codes = async (who: Practice, at: string) => (await acts(who, at)).map((answer) => answer.json().code);

  expect(await codes(stranger, path)).toEqual(Array(3).fill("job-not-found"));
  expect(await codes(anna, `/api/jobs/${job.id}/files/nonsense`)).toEqual(["not-found", "not-found", "job-not-found"]);
  const converted = `/api/jobs/${job.id}/files/${job.files[0]?.id}`;
  expect(await codes(anna, converted)).toEqual(Array(3).fill("file-not-failed"));
  const withoutFile = await anna.replace(converted, formOf());
  expect(withoutFile.json(), "refused before the upload is read").toMatchObject({ code: "file-not-failed" });
  await anna.expire();
  expect(await codes(anna, path)).toEqual(Array(3).fill("subscription-expired"));
  expect((await anna.read(job.id)).files).toEqual(job.files);
});
