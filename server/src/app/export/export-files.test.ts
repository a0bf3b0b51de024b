import { createHash } from "node:crypto";
import { Readable } from "node:stream";
import { beforeEach, expect, test, vi } from "vitest";
import { BlobDamaged, BlobMissing } from "../../platform/storage/blob-store.ts";
import { contentOf, type ExportFile, filesOf } from "./export-files.ts";
import { makeExportTicket, requireExportTicket } from "./export-ticket.ts";

const { state } = vi.hoisted(() => ({
  state: {
    jobs: [] as string[],
    rows: {} as Record<string, object>,
    readings: [] as object[],
    parts: [] as number[],
    now: 0,
  },
}));
vi.mock("./export-lists.ts", () => ({
  async *jobsOf() {
    for (const id of state.jobs) yield { id };
  },
}));
vi.mock("../../domain/job-views/service.ts", () => ({
  async readJobs(_db: unknown, _practiceId: string, ids: string[]) {
    state.parts.push(ids.length);
    return ids.flatMap((id) => state.rows[id] ?? []);
  },
}));
vi.mock("../../domain/readings/index.ts", () => ({ storedReadings: async () => state.readings }));
vi.mock("../../platform/db/clock.ts", () => ({ databaseNow: async () => new Date(state.now) }));
beforeEach(() => {
  Object.assign(state, { jobs: [], rows: {}, readings: [], parts: [], now: 1_000_000 });
});

async function list(): Promise<ExportFile[]> {
  const files: ExportFile[] = [];
  for await (const file of filesOf({} as never, { id: "practice", timeZone: "Europe/London" })) files.push(file);
  return files;
}
const id = "00000000-0000-7000-8000-0123456789ab";
const at = new Date("2026-06-30T23:30:00Z");
const blob = { sizeBytes: 1, sha256: "h" };

test("originals, PDFs and readings that still exist lie in a folder named by day, customer and job", async () => {
  state.jobs = [id];
  state.rows[id] = {
    job: { id, createdAt: at, customerName: "Oak: Ltd" },
    files: [
      { id: "f1", originalName: "Invoice.PDF", originalKey: "k1", ...blob },
      { id: "f2", originalName: "Invoice.PDF", originalKey: "k2", ...blob },
      { id: "f3", originalName: "gone.pdf", originalKey: null, ...blob },
    ],
    outputs: [
      { name: "Oak.pdf", blobKey: "p1", ...blob },
      { name: "gone.pdf", blobKey: null, ...blob },
    ],
  };
  state.readings = [{ fileId: "f2", stored: { key: "r2", ...blob } }];
  const files = await list();
  const [first] = files;
  const folder = first?.path.replace(/\/originals\/.*$/, "") ?? "";
  expect(folder).toMatch(/^files\/2026-07-01 Oak.* 0123456789ab$/);
  expect(files.map(({ path, key }) => [path.replace(folder, ""), key])).toEqual([
    ["/originals/Invoice.PDF", "k1"],
    [expect.stringMatching(/^\/originals\/Invoice.*2.*\.PDF$/), "k2"],
    ["/pdfs/Oak.pdf", "p1"],
    [expect.stringMatching(/^\/readings\/Invoice.*2.*\.PDF\.jsonl\.gz$/), "r2"],
  ]);
  expect(files.every((file) => file.at === at && file.sizeBytes === 1 && file.sha256 === "h")).toBe(true);
});

test.each([
  [0, [0]],
  [99, [99]],
  [100, [100, 0]],
  [250, [100, 100, 50]],
])("%i jobs are read in parts of %j", async (count, parts) => {
  state.jobs = Array.from({ length: count }, (_, index) => String(index));
  await list();
  expect(state.parts).toEqual(parts);
});

const file = (content: string) =>
  ({
    path: "files/a",
    key: "k",
    sizeBytes: content.length,
    sha256: createHash("sha256").update(content).digest("hex"),
    at,
  }) as ExportFile;

async function content(open: () => Readable, of: ExportFile) {
  const lost: string[] = [];
  let text = "";
  for await (const chunk of contentOf({ open: async () => open() } as never, of, lost)) text += chunk;
  return { text, lost };
}

test("a file is exported with its content, one that is missing or damaged is named as lost", async () => {
  expect(await content(() => Readable.from([Buffer.from("abc")]), file("abc"))).toEqual({ text: "abc", lost: [] });
  expect((await content(() => Readable.from([Buffer.from("abx")]), file("abc"))).lost).toEqual(["files/a"]);
  for (const error of [new BlobMissing(), new BlobDamaged()]) {
    const missing = () => {
      throw error;
    };
    expect(await content(missing, file("abc"))).toEqual({ text: "", lost: ["files/a"] });
  }
});

test("an export stops when the file store fails", async () => {
  const broken = () => {
    throw new Error("unreachable");
  };
  await expect(content(broken, file("abc"))).rejects.toThrow("unreachable");
});

test("a ticket starts the download of its own session within a minute", async () => {
  const key = Buffer.alloc(32, 7);
  const member = (sessionId: string) => ({ sessionId }) as never;
  const ticket = await makeExportTicket({} as never, key, member("one"));
  const isTaken = (given: string | undefined, sessionId = "one") =>
    requireExportTicket({} as never, key, member(sessionId), given).then(
      () => true,
      ({ code }) => code,
    );
  expect(ticket).toMatch(/^[\w-]+$/);
  expect(await isTaken(ticket)).toBe(true);
  expect(await isTaken(ticket, "two")).toBe("password-needed");
  expect(await isTaken(undefined)).toBe("password-needed");
  state.now += 59_999;
  expect(await isTaken(ticket)).toBe(true);
  state.now += 1;
  expect(await isTaken(ticket)).toBe("password-needed");
});
