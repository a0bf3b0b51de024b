import { readFileSync } from "node:fs";
import { chmod, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openEngine } from "@sheaf/engine/engine.ts";
import type { Engine } from "@sheaf/engine/engine-api.ts";
import { see } from "@sheaf/engine/pdf/testing.ts";
import { asc, eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { attached, emailFile } from "../../../../../fixtures/email-files.ts";
import { fixturePath } from "../../../../../fixtures/files.ts";
import { logo } from "../../../../../fixtures/pictures.ts";
import { symlinkMode, zipFile } from "../../../../../fixtures/zip-files.ts";
import { runQueued, takeQueued } from "../../../../testing/jobs/container-jobs.ts";
import { fakeEngine } from "../../../../testing/jobs/fake-engine.ts";
import { openPractice, type Practice } from "../../../../testing/jobs/practice.ts";
import { startTestServer, type TestServer } from "../../../../testing/server.ts";
import { newId } from "../../../platform/ids.ts";
import { sweepJobs } from "../housekeeping/sweep.task.ts";
import { jobFiles, jobs } from "../table.ts";
import { convertFile } from "./convert.task.ts";
import { unpackFile } from "./unpack.task.ts";

let server: TestServer;
let anna: Practice;
let home: string;
let engine: Engine;

// No worker runs: the tests run the tasks themselves, as workers that die, stall and come back would.
beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), "sheaf-unpack-"));
  await chmod(home, 0o711); // so that root can give each sandboxed process a user of its own
  server = await startTestServer();
  anna = await openPractice(server, "growth");
  const folders = { scratchDir: join(home, "scratch"), cacheDir: inject("engineCacheDir") };
  engine = await openEngine({ ...folders, children: 1, ahead: false });
});
afterAll(async () => {
  await engine.close();
  await server.close();
  await rm(home, { recursive: true, force: true });
});

const live = { signal: new AbortController().signal };
const worker = (of: Engine = fakeEngine()) => ({ ...server.services, engine: of });
const refOf = (job: { id: string; files: { id: string }[] }, index = 0) => ({
  practiceId: anna.practiceId,
  jobId: job.id,
  fileId: job.files[index]?.id ?? "",
});
const rowsOf = ({ id }: { id: string }) =>
  server.services.db.select().from(jobFiles).where(eq(jobFiles.jobId, id)).orderBy(asc(jobFiles.position));
const originals = async ({ id }: { id: string }) =>
  (await anna.blobs()).filter((key) => key.includes(`${id}/originals/`) || key.includes(`${id}/items/`));
const bytes = (content: Buffer) => new Uint8Array(content);
const fixture = (name: "statement.pdf" | "us-letter.pdf" | "damaged.pdf") => readFileSync(fixturePath(name));

test("files in containers are converted at the position of the container, and a damaged item does not stop the others", async () => {
  const [statement, letter] = [fixture("statement.pdf"), fixture("us-letter.pdf")];
  const outer = zipFile([
    { name: "2026/letter.pdf", content: letter },
    { name: "bad.pdf", content: fixture("damaged.pdf") },
    { name: "link.pdf", content: "/etc/passwd", mode: symlinkMode },
    { name: "inner.zip", content: zipFile([{ name: "statement.pdf", content: statement }]) },
  ]);
  const job = await anna.job([
    ["first.pdf", bytes(statement)],
    ["invoices.zip", bytes(outer)],
    ["last.pdf", bytes(letter)],
  ]);
  await runQueued(server, worker(engine), job.id);

  const rows = await rowsOf(job);
  expect(rows.map(({ originalName, path, state, pages }) => [path ?? originalName, state, pages])).toEqual([
    ["first.pdf", "converted", 2],
    ["invoices.zip", "unpacked", null],
    ["invoices.zip › 2026/letter.pdf", "converted", 1],
    ["invoices.zip › bad.pdf", "refused", null],
    ["invoices.zip › link.pdf", "set-aside", null],
    ["invoices.zip › inner.zip", "unpacked", null],
    ["invoices.zip › inner.zip › statement.pdf", "converted", 2],
    ["last.pdf", "converted", 1],
  ]);
  expect(rows.map(({ position }) => position)).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
  const [, container, item, bad, , inner, innermost] = rows;
  expect([item?.parentId, innermost?.parentId]).toEqual([container?.id, inner?.id]);
  expect(await anna.read(job.id)).toMatchObject({
    status: "failed",
    light: { word: "Needs you" },
    errorMessage: expect.stringMatching(/^invoices\.zip › bad\.pdf /),
  });

  const used = await anna.documentsUsed();
  await anna.post(`/api/jobs/${job.id}/files/${bad?.id}/leave-out`);
  await runQueued(server, worker(engine), job.id);
  const done = await anna.read(job.id);
  expect(done).toMatchObject({ status: "completed", outputs: [{ pages: 6 }] });
  expect(await anna.documentsUsed(), "the document of the file that was left out is given back").toBe(used - 1);
  const path = join(home, "merged.pdf");
  await writeFile(path, (await anna.get(done.pdfPath ?? "")).bytes);
  const texts = (await see(path)).map(({ text }) => text);
  for (const [page, words] of ["Page one", "Page two", "American", "Page one", "Page two", "American"].entries())
    expect(texts[page]).toContain(words);
});

test("an archive with a password inside an email is opened by a user, and what was set aside is read from the email again", async () => {
  const picture = await logo();
  const archive = zipFile([
    { name: "letter.pdf", content: fixture("us-letter.pdf"), encryption: "AES-256", password: "secret" },
  ]);
  const mail = emailFile({
    subject: "March",
    parts: [
      { content: "Please find the papers of March attached. The receipt of the van is still missing." },
      attached("logo.gif", picture, "image/gif"),
      attached("papers.zip", archive),
    ],
  });
  const job = await anna.job([["mail.eml", bytes(mail)]]);
  await runQueued(server, worker(engine), job.id);
  const locked = (await anna.read(job.id)).files.find(({ state }) => state === "refused");
  expect(locked).toMatchObject({ path: "mail.eml › papers.zip", reason: "password" });
  await anna.post(`/api/jobs/${job.id}/files/${locked?.id}/password`, { password: "secret" });
  await runQueued(server, worker(engine), job.id);

  const done = await anna.read(job.id);
  expect(done.files.map(({ path, originalName, state }) => [path ?? originalName, state])).toEqual([
    ["mail.eml", "unpacked"],
    ["mail.eml › Message.html", "converted"],
    ["mail.eml › logo.gif", "set-aside"],
    ["mail.eml › papers.zip", "unpacked"],
    ["mail.eml › papers.zip › letter.pdf", "converted"],
  ]);
  await anna.post(`/api/jobs/${job.id}/files/${done.files[2]?.id}/bring-back`);
  await runQueued(server, worker(engine), job.id);
  expect(await anna.read(job.id)).toMatchObject({ status: "completed", outputs: [{ pages: 3 }] });
});

test("nested containers are unpacked to a depth of three", async () => {
  const nested = (depth: number): Buffer =>
    depth === 0
      ? fixture("us-letter.pdf")
      : zipFile([{ name: depth === 1 ? "a.pdf" : `${depth - 1}.zip`, content: nested(depth - 1) }]);
  const job = await anna.job([
    ["3.zip", bytes(nested(3))],
    ["4.zip", bytes(nested(4))],
  ]);
  await runQueued(server, worker(engine), job.id);

  const rows = await rowsOf(job);
  expect(rows.map(({ path, originalName, state }) => `${path ?? originalName}: ${state}`)).toEqual([
    "3.zip: unpacked",
    "3.zip › 2.zip: unpacked",
    "3.zip › 2.zip › 1.zip: unpacked",
    "3.zip › 2.zip › 1.zip › a.pdf: converted",
    "4.zip: unpacked",
    "4.zip › 3.zip: unpacked",
    "4.zip › 3.zip › 2.zip: unpacked",
    "4.zip › 3.zip › 2.zip › 1.zip: refused",
  ]);
  expect(rows.at(-1)?.reason).toBe("too-large");
});

test("a worker that dies while unpacking adds no item, and the next run adds all items once", async () => {
  const job = await anna.job([["a.txt", "container\nx.txt=one\ny.txt=two"]]);
  const ref = refOf(job);
  await convertFile.run(ref, worker(), live);
  expect((await takeQueued(server, job.id)).map(({ name }) => name)).toContain("jobs.unpack-file");
  const dying = fakeEngine({
    unpacking: async (path) => {
      if (path === "y.txt") throw new Error("killed");
    },
  });
  await expect(unpackFile.run(ref, worker(dying), live)).rejects.toThrow("killed");
  expect(await rowsOf(job)).toHaveLength(1);
  expect(await originals(job)).toHaveLength(1);

  await unpackFile.run(ref, worker(), live);
  await unpackFile.run(ref, worker(), live);
  await runQueued(server, worker(), job.id);
  expect(await anna.read(job.id)).toMatchObject({
    status: "completed",
    files: [{ state: "unpacked" }, { originalName: "x.txt", state: "converted" }, { originalName: "y.txt" }],
  });
  expect(await originals(job), "converted items are kept once, in their container").toHaveLength(1);
});

test("a worker that lost its lease while unpacking adds no item, and the items that it stored are deleted", async () => {
  const job = await anna.job([["a.txt", "container\nx.txt=one"]]);
  const ref = refOf(job);
  await convertFile.run(ref, worker(), live);
  const stalled = Promise.withResolvers<void>();
  const entered = Promise.withResolvers<void>();
  const slow = fakeEngine({
    unpacking: async () => {
      entered.resolve();
      await stalled.promise;
    },
  });
  const lost = unpackFile.run(ref, worker(slow), live);
  await entered.promise;
  await unpackFile.run(ref, worker(), live);
  stalled.resolve();
  await lost;

  expect(await rowsOf(job)).toHaveLength(2);
  expect(await originals(job)).toHaveLength(2);
  await takeQueued(server, job.id);
});

test("unpacking that was given up fails the container with a plain message, and a retry begins with the container", async () => {
  const job = await anna.job([["a.txt", "container\nx.txt=one"]]);
  await convertFile.run(refOf(job), worker(), live);
  await unpackFile.onFinalFailure(refOf(job), "its workers died", worker());
  expect(await anna.read(job.id)).toMatchObject({
    status: "failed",
    errorMessage: expect.stringMatching(/^a\.txt could not be unpacked/),
  });
  await takeQueued(server, job.id);

  await anna.post(`/api/jobs/${job.id}/retry`);
  await runQueued(server, worker(), job.id);
  expect(await anna.read(job.id)).toMatchObject({ status: "completed", outputs: [{ pages: 1 }] });
});

test("an empty container is refused, and only the container that exceeds the job's 500 items is refused", async () => {
  const empty = await anna.job([["a.txt", "container"]]);
  await runQueued(server, worker(), empty.id);
  expect(await anna.read(empty.id)).toMatchObject({
    status: "failed",
    files: [{ state: "refused", reason: "empty", message: "a.txt holds no files." }],
  });

  const job = await anna.job([
    ["a.txt", "container\nx.txt=one"],
    ["b.txt", "container\ny.txt=two\nz.txt=three"],
  ]);
  const { db } = server.services;
  const [first] = await rowsOf(job);
  if (!first) throw new Error("no file");
  const { nameSearch: _, ...like } = { ...first, parentId: first.id, state: "left-out" as const };
  const others = { ...like, parentId: newId(), originalKey: null };
  await db.insert(jobFiles).values(Array.from({ length: 498 }, () => ({ ...others, id: newId() })));
  for (const index of [0, 1]) await convertFile.run(refOf(job, index), worker(), live);
  for (const index of [0, 1]) await unpackFile.run(refOf(job, index), worker(), live);
  await runQueued(server, worker(), job.id);
  const rows = await rowsOf(job);
  expect(rows.filter(({ state }) => state === "converted").map(({ originalName }) => originalName)).toEqual(["x.txt"]);
  expect(rows.at(-1)).toMatchObject({ originalName: "b.txt", state: "refused", reason: "too-large" });
  expect(await originals(job), "the items stored for it are deleted").toHaveLength(2);
});

test("the sweep ignores a container that is queued for unpacking, and queues it again when the queue has lost it", async () => {
  const job = await anna.job([["a.txt", "container\nx.txt=one"]]);
  await takeQueued(server, job.id);
  await convertFile.run(refOf(job), worker(), live);
  const { db } = server.services;
  await db.update(jobs).set({ createdAt: sql`now() - interval '2 minutes'` }).where(eq(jobs.id, job.id));

  await sweepJobs.run({}, worker(), live);
  expect((await takeQueued(server, job.id)).map(({ name }) => name)).toEqual(["jobs.unpack-file"]);

  await sweepJobs.run({}, worker(), live);
  await runQueued(server, worker(), job.id);
  expect(await anna.read(job.id)).toMatchObject({ status: "completed" });
});

test("a container that replaces a file keeps the existing separate PDFs and the order", async () => {
  const job = await anna.job(
    [
      ["a.txt", "bad"],
      ["b.txt", "two"],
    ],
    { separateEmails: "true" },
  );
  await runQueued(server, worker(), job.id);
  const [early] = (await anna.read(job.id)).outputs;
  const form = new FormData();
  form.set("files", new File(["container\nx.txt=one\ny.txt=one more"], "c.txt"));
  await anna.replace(`/api/jobs/${job.id}/files/${job.files[0]?.id}`, form);
  await runQueued(server, worker(), job.id);

  const { status, outputs } = await anna.read(job.id);
  expect(status).toBe("completed");
  expect(outputs.map(({ name }) => name)).toEqual(["x.pdf", "y.pdf", "b.pdf"]);
  expect(outputs[2]?.id).toBe(early?.id);
});
