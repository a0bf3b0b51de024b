import type { Job } from "@sheaf/contracts/jobs.ts";
import { expect, test } from "vitest";
import { aJob, aJobFile } from "../../testing/people.ts";
import { firstPagePaths } from "./first-page.ts";

const files = [
  aJobFile({ state: "converted", pages: 3 }),
  aJobFile({ state: "refused" }),
  aJobFile({ state: "converted", pages: 1 }),
];
const output = (name: string, thumbnails: number) =>
  ({
    id: name,
    name,
    pages: 4,
    sizeBytes: 1,
    thumbnails,
    previewPath: `/${name}`,
    searchable: null,
  }) as Job["outputs"][number];
const paths = (part: Partial<Job>) => {
  const job = aJob("completed", { files, ...part });
  const found = firstPagePaths(job);
  return job.files.map(({ id }) => found.get(id) ?? null);
};

test("in a merged PDF a file starts after the pages of the files before it", () => {
  expect(paths({ outputs: [output("all", 4)] })).toEqual(["/all/pages/1.webp", null, "/all/pages/4.webp"]);
});

test("with separate PDFs each file starts at its own first page", () => {
  expect(paths({ separatePdfs: true, outputs: [output("a", 3), output("b", 1)] })).toEqual([
    "/a/pages/1.webp",
    null,
    "/b/pages/1.webp",
  ]);
});

test("a file without a thumbnail, or whose thumbnail was deleted, has no path", () => {
  expect(paths({ outputs: [] })).toEqual([null, null, null]);
  expect(paths({ outputs: [output("all", 1)] })).toEqual(["/all/pages/1.webp", null, null]);
  expect(paths({ outputs: [{ ...output("all", 4), previewPath: null }] })).toEqual([null, null, null]);
});
