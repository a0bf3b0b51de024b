import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { beforeAll, expect, test } from "vitest";
import type { BlobStore } from "../../platform/storage/blob-store.ts";
import { openLocalBlobs } from "../../platform/storage/local-blobs.ts";
import type { OutputRow } from "../jobs/index.ts";
import { openDownload, openDownloads, openOutput, openThumbnail } from "./download.ts";
import type { JobRows } from "./job-view.ts";

const [practiceId, jobId] = ["01a21e41-d56c-76fc-a5ef-e48e143850ef", "01a21e41-d56c-76fc-a5ef-e48e143850f0"];
const at = new Date("2026-11-20T12:00:00Z");
const london = "Europe/London";

let storage: BlobStore;
beforeAll(async () => {
  storage = await openLocalBlobs(join(mkdtempSync(join(tmpdir(), "sheaf-download-")), "files"));
});

/** A PDF of a job with this content, stored. */
async function pdf(name: string, content: string, given: Partial<OutputRow> = {}): Promise<OutputRow> {
  const blobKey = `practices/${practiceId}/jobs/${jobId}/outputs/${name}`;
  const stored = await storage.put(blobKey, Readable.from([Buffer.from(content)]));
  const withoutText = { searchableKey: null, searchableBytes: null, searchableSha256: null };
  const row = { practiceId, jobId, id: name, name, purpose: "result", blobKey, ...stored, ...withoutText };
  return { ...row, thumbnails: 0, ...given } as OutputRow;
}
const rowsOf = (outputs: OutputRow[], job: object = {}): JobRows => {
  const usual = { status: "completed", filesDeletedAt: null, completedAt: at, createdAt: at, customerName: "Bakery" };
  return { job: { ...usual, ...job }, files: [], outputs, deliveries: [] } as unknown as JobRows;
};
const text = async (body: Readable) => (await buffer(body)).toString("latin1");

test("the only PDF of a job is downloaded by itself, of its size and under its name", async () => {
  const mail = await pdf("mail.pdf", "for the email", { purpose: "mail" });
  const { name, type, sizeBytes, body } = await openDownload(
    storage,
    rowsOf([mail, await pdf("a.pdf", "one")]),
    london,
  );
  expect({ name, type, sizeBytes }).toEqual({ name: "a.pdf", type: "application/pdf", sizeBytes: 3 });
  expect(await text(body)).toBe("one");
});

test("several PDFs of a job are downloaded as a ZIP with their names", async () => {
  const rows = rowsOf([await pdf("a.pdf", "one"), await pdf("b.pdf", "two")]);
  const { type, sizeBytes, body } = await openDownload(storage, rows, london);
  expect({ type, sizeBytes }).toEqual({ type: "application/zip", sizeBytes: undefined });
  expect(await text(body)).toMatch(/^PK.*a\.pdf.*b\.pdf/s);
});

test("a job that is not ready, or whose files are deleted, has no download", async () => {
  const rows = (job: object) => openDownload(storage, rowsOf([], job), london);
  await expect(rows({ status: "processing" })).rejects.toMatchObject({ code: "job-not-ready" });
  await expect(rows({ filesDeletedAt: at })).rejects.toMatchObject({ code: "files-deleted" });
});

test("a deleted PDF cannot be opened, nor its pictures", async () => {
  const gone = await pdf("gone.pdf", "x", { blobKey: null, thumbnails: 1 });
  await expect(openOutput(storage, gone)).rejects.toMatchObject({ code: "files-deleted" });
  await expect(openThumbnail(storage, gone, 1)).rejects.toMatchObject({ code: "job-not-found" });
});

test.each([0, 3])("a PDF with two pictures has none of page %i", async (page) => {
  const output = await pdf("pictures.pdf", "x", { thumbnails: 2 });
  await expect(openThumbnail(storage, output, page)).rejects.toMatchObject({ code: "job-not-found" });
});

test("the version with text is downloaded while it is whole, and otherwise the PDF itself", async () => {
  const searchableKey = `practices/${practiceId}/jobs/${jobId}/searchable/s.pdf`;
  const stored = await storage.put(searchableKey, Readable.from([Buffer.from("with text")]));
  const withText = { searchableKey, searchableBytes: stored.sizeBytes, searchableSha256: stored.sha256 };
  const whole = await openOutput(storage, await pdf("s.pdf", "plain", withText));
  expect([whole.sizeBytes, await text(whole.body)]).toEqual([9, "with text"]);
  const damaged = await openOutput(storage, await pdf("s.pdf", "plain", { ...withText, searchableSha256: "0" }));
  expect([damaged.sizeBytes, await text(damaged.body)]).toEqual([5, "plain"]);
  const missing = await openOutput(storage, await pdf("s.pdf", "plain", { ...withText, searchableKey: "gone.pdf" }));
  expect([missing.sizeBytes, await text(missing.body)]).toEqual([5, "plain"]);
});

test("a download of several jobs says which of them are missing and why", async () => {
  const ready = rowsOf([await pdf("a.pdf", "one")]);
  const late = rowsOf([], { status: "processing", customerName: "Harbour" });
  const deleted = rowsOf([], { filesDeletedAt: at, customerName: "Lantern" });
  const body = await text(openDownloads(storage, [ready, late, deleted], "all.zip", london).body);
  expect(body).toMatch(/^PK.*Not included\.txt.*a\.pdf/s);
  expect(() => openDownloads(storage, [late, deleted], "all.zip", london)).toThrow(
    expect.objectContaining({ code: "job-not-ready" }),
  );
  const complete = await text(openDownloads(storage, [ready], "all.zip", london).body);
  expect(complete).not.toContain("Not included.txt");
});
