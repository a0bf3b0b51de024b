import { expect, test } from "vitest";
import { toJob } from "./job-view.ts";

const at = "2026-11-20T12:00:00.000Z";

interface Given {
  job?: object;
  files?: object[];
  outputs?: object[];
  deliveries?: object[];
  readings?: object[];
}

const fileOf = (given: object, index: number) => ({
  id: `f${index + 1}`,
  version: 1,
  state: "converted",
  originalName: `${index + 1}.jpg`,
  path: null,
  parentId: null,
  reason: null,
  message: null,
  awaitsChoice: false,
  isOwnContent: false,
  pages: 1,
  pagesSha256: `sha${index + 1}`,
  turns: [],
  warnings: [],
  ...given,
});

const outputOf = (given: object) => ({
  id: "o1",
  version: 1,
  name: "a.pdf",
  purpose: "result",
  pages: 1,
  sizeBytes: 10,
  thumbnails: 3,
  blobKey: "key",
  fileIds: [],
  searchableBytes: null,
  searchableSha256: null,
  ...given,
});

function job({ job: ofJob = {}, files = [{}], outputs = [], deliveries = [], readings = [] }: Given) {
  return toJob({
    job: {
      id: "j1",
      version: 1,
      createdAt: at,
      completedAt: null,
      status: "completed",
      customerEmail: "a@example.com",
      customerOutputEmail: null,
      sendEmail: true,
      separateEmails: false,
      separatePdfs: false,
      emailsToConfirm: null,
      filesDeletedAt: null,
      sample: false,
      ...ofJob,
    },
    files: files.map(fileOf),
    outputs: outputs.map(outputOf),
    deliveries,
    readings,
    practice: { readPages: true, waitForReading: true },
  } as never);
}

test("the version of a job is the sum of those of all its parts", () => {
  const given = { job: { version: 2 }, files: [{ version: 3 }, { version: 5 }], outputs: [{ version: 7 }] };
  expect(job(given).version).toBe(17);
});

test("only results are shown, with their preview and thumbnails while they are stored", () => {
  const outputs = [{}, { id: "o2", purpose: "mail" }, { id: "o3", blobKey: null }];
  expect(job({ outputs }).outputs).toMatchObject([
    { id: "o1", thumbnails: 3, previewPath: "/api/jobs/j1/outputs/o1", searchable: null },
    { id: "o3", previewPath: null },
  ]);
  const deleted = job({ outputs, job: { filesDeletedAt: at } });
  expect(deleted.outputs[0]).toMatchObject({ thumbnails: 0, previewPath: null });
  expect(deleted).toMatchObject({ filesDeleted: true, pdfPath: null });
  expect(job({})).toMatchObject({ filesDeleted: false, pdfPath: "/api/jobs/j1/download" });
  expect(job({ job: { status: "processing" } }).pdfPath).toBeNull();
});

test("a version with text is shown with its size and hash", () => {
  const outputs = [{ searchableBytes: 5, searchableSha256: "x" }, { searchableBytes: 5 }, { searchableSha256: "x" }];
  expect(job({ outputs }).outputs.map(({ searchable }) => searchable)).toEqual([
    { sizeBytes: 5, sha256: "x" },
    null,
    null,
  ]);
});

test("an item can be brought back unless its container waits for a choice or it is a container itself", () => {
  const item = { parentId: "f1", state: "set-aside" };
  const can = (files: object[]) => job({ files }).files.map(({ canBringBack }) => canBringBack);
  expect(can([{ state: "unpacked" }, item])).toEqual([false, true]);
  expect(can([{ state: "refused", awaitsChoice: true }, item])).toEqual([false, false]);
  expect(can([{ state: "unpacked" }, item, { parentId: "f2", state: "converted" }])).toEqual([false, false, false]);
});

test("an item can be left out unless it is the last file that counts", () => {
  const item = { parentId: "f1", state: "converted" };
  const can = (files: object[]) => job({ files }).files.map(({ canLeaveOut }) => canLeaveOut);
  expect(can([{ state: "unpacked" }, item])).toEqual([false, false]);
  expect(can([{ state: "unpacked" }, item, item])).toEqual([false, true, true]);
});

test("files of a sample have no reading", () => {
  expect(job({ job: { sample: true } }).files[0]?.reading).toBeNull();
  expect(job({}).files[0]?.reading).toMatchObject({ state: "waiting" });
});

const failed = { status: "failed" };
test.each([
  ["that was refused", [{ state: "refused", message: "Damaged." }], {}, "Damaged."],
  [
    "that failed",
    [{ state: "failed" }, { state: "failed", path: "a › b" }],
    {},
    "1.jpg was not converted. a › b was not converted.",
  ],
  ["that was left out", [{ state: "left-out", message: "Damaged." }, {}], {}, null],
  ["and a failed PDF", [{}], failed, "The PDF could not be created because of an error on our side. Try again."],
  [
    "that was set aside",
    [
      { state: "unpacked", originalName: "a.zip" },
      { state: "set-aside", parentId: "f1" },
    ],
    failed,
    "a.zip holds no document: everything inside was set aside. Bring back what you need, or upload it again.",
  ],
  [
    "of nothing",
    [
      { state: "unpacked", originalName: "a.zip" },
      { state: "unpacked", originalName: "b.zip" },
      { state: "unpacked", parentId: "f1" },
    ],
    failed,
    "a.zip and b.zip hold no document: everything inside was set aside. Bring back what you need, or upload them again.",
  ],
])("a job with a file %s says what is wrong", (_, files, ofJob, words) => {
  expect(job({ files, job: ofJob }).errorMessage).toBe(words);
});

test.each([
  [[5_000, 1], false, true],
  [[5_000], false, false],
  [[5_000, 1], true, false],
  [[null], false, false],
])(
  "a failed job with files of %j pages, in separate PDFs: %s, has too many pages: %s",
  (pages, separatePdfs, isTooMany) => {
    const { errorMessage } = job({ files: pages.map((count) => ({ pages: count })), job: { ...failed, separatePdfs } });
    expect(errorMessage?.startsWith("The files make ")).toBe(isTooMany);
  },
);

const held = { ...failed, emailsToConfirm: 1, customerOutputEmail: "a@autoentry.com" };
const hard = (fileId: string, ...hardPages: number[]) => ({
  fileId,
  pagesSha256: fileId.replace("f", "sha"),
  state: "read",
  hardPages: hardPages.map((page) => ({ page, problem: "small", dpi: 100 })),
  turns: [],
});

test("emails that are held for their pages name the first page", () => {
  expect(job({ job: held, readings: [hard("f1", 3)] }).errorMessage).toBe(
    "Page 3 of 1.jpg is hard to read, and AutoEntry may refuse it. Replace the file, or confirm the email to send it anyway.",
  );
  const files = [{ path: "z › 1.jpg" }, {}];
  const two = { job: { ...held, emailsToConfirm: 2 }, files, readings: [hard("f1", 3), hard("f2", 1)] };
  expect(job(two).errorMessage).toBe(
    "Page 3 of z › 1.jpg and 1 other page are hard to read, and AutoEntry may refuse them. Replace the files, or confirm the emails to send them anyway.",
  );
  const three = { job: held, files, readings: [hard("f1", 3, 4), hard("f2", 1)] };
  expect(job(three).errorMessage).toMatch(/ and 2 other pages are hard to read/);
  const one = { job: held, files, readings: [hard("f1", 3, 4)] };
  expect(job(one).errorMessage).toMatch(
    /may refuse them\. Replace the file, or confirm the email to send them anyway\.$/,
  );
});

test("emails that are held for their number say how many they are", () => {
  const many = { ...held, separateEmails: true, emailsToConfirm: 1_200 };
  expect(job({ job: many }).errorMessage).toBe(
    "This job would send 1,200 emails. Confirm them, or send one email with all PDFs.",
  );
  const words =
    "Pages of this job were hard to read, and AutoEntry may refuse them. Confirm the email to send them anyway.";
  expect(job({ job: { ...many, emailsToConfirm: 1 } }).errorMessage).toBe(words);
  expect(job({ job: held }).errorMessage).toBe(words);
  expect(job({ job: { ...held, customerOutputEmail: null } }).errorMessage).toMatch(/and the inbox may refuse them/);
  expect(job({ job: { ...held, status: "completed" } }).errorMessage).toBeNull();
});
