import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { Caller, isEnded, type OwnInstallation, startInstallation } from "./harness.ts";
import { descendantsOf, kill, processesOf } from "./processes.ts";

let sheaf: OwnInstallation;
beforeAll(async () => {
  sheaf = await startInstallation();
});
afterAll(async () => {
  await sheaf?.close();
});

/** Enough pages that LibreOffice is still working when it is killed. */
const longText = {
  name: "long.txt",
  content: new TextEncoder().encode("A line of the ledger of Bramble & Co\n".repeat(8_000)),
};
const fixture = async (name: string) => ({
  name,
  content: new Uint8Array(await readFile(join(import.meta.dirname, "../fixtures/files", name))),
});
const used = async (anna: Caller) =>
  (await anna.get<{ documentsUsedThisMonth: number }>("/api/usage")).documentsUsedThisMonth;
const isConverting = (job: { files: { state: string }[] }) => job.files.some((file) => file.state === "converting");

test("a worker killed in the middle of a job leaves it to the next worker, which completes it once", async () => {
  const anna = await Caller.register(sheaf, "worker.killed", { alone: true });
  const job = await anna.upload([await fixture("invoice.docx"), longText, await fixture("statement.pdf")]);
  await anna.jobWhen(job.id, isConverting);

  const workers = await processesOf(sheaf.dataDir, "main-worker.ts");
  expect(workers.length).toBeGreaterThan(0);
  for (const pid of workers) kill(pid);

  const done = await anna.jobWhen(job.id, isEnded);
  expect(done).toMatchObject({ status: "completed", outputs: [{}] });
  expect(done.outputs[0]?.pages).toBe(done.files.reduce((sum, file) => sum + (file.pages ?? 0), 0));
  expect(await used(anna)).toBe(3);
});

test("a LibreOffice killed in the middle of a document costs nobody a document", async () => {
  const anna = await Caller.register(sheaf, "office.killed", { alone: true });
  const job = await anna.upload([longText, await fixture("invoice.docx")]);
  await anna.jobWhen(job.id, isConverting);

  const [worker] = await processesOf(sheaf.dataDir, "main-worker.ts");
  const offices = await descendantsOf(worker ?? 0, "sheaf-office");
  expect(offices.length).toBeGreaterThan(0);
  for (const pid of offices) kill(pid);

  expect(await anna.jobWhen(job.id, isEnded)).toMatchObject({ status: "completed" });
});

test("garbage named .docx fails and is named in the error; a retry fails the same way and costs nothing", async () => {
  const anna = await Caller.register(sheaf, "garbage.sent", { alone: true });
  const job = await anna.upload([await fixture("garbage.docx"), await fixture("invoice.docx")]);

  const failed = await anna.jobWhen(job.id, isEnded);
  expect(failed.status).toBe("failed");
  expect(failed.errorMessage).toContain("garbage.docx");
  expect(failed.files.map((file) => file.state)).toEqual(["refused", "converted"]);
  expect(await used(anna)).toBe(2);

  await anna.send("POST", `/api/jobs/${job.id}/retry`);
  const again = await anna.jobWhen(job.id, isEnded);
  expect(again).toMatchObject({ status: "failed", errorMessage: failed.errorMessage });
  expect(await used(anna)).toBe(2);
});

test("after a power cut every job continues where it was", async () => {
  const anna = await Caller.register(sheaf, "power.cut", { alone: true });
  const finished = await anna.upload([await fixture("statement.pdf")]);
  await anna.jobWhen(finished.id, isEnded);
  const running = await anna.upload([longText, await fixture("ledger.xlsx")]);
  await anna.jobWhen(running.id, isConverting);

  await sheaf.powerCut();
  await sheaf.startAgain();

  expect(await anna.jobWhen(running.id, isEnded)).toMatchObject({ status: "completed" });
  const pdf = await anna.send("GET", `/api/jobs/${finished.id}/download`);
  expect(new TextDecoder().decode((await pdf.arrayBuffer()).slice(0, 5))).toBe("%PDF-");
  expect((await anna.get<unknown[]>("/api/jobs")).length).toBe(2);
  expect(await used(anna)).toBe(3);
});
