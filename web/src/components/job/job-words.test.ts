import { expect, test } from "vitest";
import { aJob, aJobFile } from "../../testing/people.ts";
import { detail, filesIn, progressWords } from "./job-words.ts";

const converted = aJobFile({ state: "converted", pages: 1 });
const converting = aJobFile({ state: "converting" });
const refused = aJobFile({ state: "refused", message: "truncated.jpg is damaged." });
const container = aJobFile({ state: "unpacked" });
const leftOut = aJobFile({ state: "left-out" });

test.each([
  [[refused, converting, converted], "1 file needs you; 1 is still converting."],
  [[refused, refused, converting, converting], "2 files need you; 2 are still converting."],
])("while some files need a person and others continue, one sentence says both", (files, sentence) => {
  const job = aJob("processing", { files });
  expect(progressWords(job)).toBe(sentence);
  expect(detail(job)).toBe(sentence);
});

test("a job whose files wait for the installation says so, and otherwise that it is queued", () => {
  const reason = "Waiting until LibreOffice and the fonts are installed.";
  const waiting = aJob("pending", { detail: reason });
  expect([progressWords(waiting), detail(waiting)]).toEqual([reason, reason]);
  expect(progressWords(aJob("pending"))).toBe("Queued for processing");
});

test("a container is not counted, the files inside are", () => {
  const job = aJob("processing", { files: [container, converted, converting] });
  expect(progressWords(job)).toBe("1 of 2 files converted");
  expect(filesIn(job)).toHaveLength(2);
});

test("a file that was left out is not counted", () => {
  const job = aJob("processing", { files: [converted, converted, converting, leftOut] });
  expect(progressWords(job)).toBe("2 of 3 files converted");
  expect(filesIn(job)).toHaveLength(3);
  expect(progressWords(aJob("processing", { files: [converted, leftOut] }))).toBe("Merging the pages");
  expect(progressWords(aJob("failed", { files: [refused, converted, leftOut] }))).toBe(
    "1 of 2 files could not be converted",
  );
});

test("a job whose container awaits a choice does not say that a file could not be converted", () => {
  const undecided = aJobFile({
    originalName: "invoices.zip",
    state: "refused",
    reason: "too-large",
    awaitsChoice: true,
  });
  expect(progressWords(aJob("failed", { files: [undecided] }))).toBe("Waiting for your choice of files");
});
