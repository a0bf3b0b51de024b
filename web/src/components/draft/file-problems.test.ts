import { MB } from "@sheaf/contracts/limits.ts";
import { expect, test } from "vitest";
import { choose } from "./chosen-files.ts";
import { mayBecomeMore, problemsOf } from "./file-problems.ts";

/** Returns a file that claims a size without holding the bytes. */
function aFile(name: string, sizeBytes = 1000): File {
  return Object.defineProperty(new File(["x"], name), "size", { value: sizeBytes });
}
const smallFirm = { maxFileBytes: 25 * MB, planName: "Small Firm" };
const problem = (file: File) => [...problemsOf(choose([file]), smallFirm).values()][0]?.what;

test("a file may be as large as the plan allows, and not a byte larger", () => {
  expect(problem(aFile("scan.pdf", 25 * MB))).toBeUndefined();
  expect(problem(aFile("scan.pdf", 25 * MB + 1))).toBe("Over 25 MB, the limit per file on Small Firm.");
});

test.each(["setup.exe", "noextension", "archive.rar"])("%s is refused because of its type", (name) => {
  expect(problem(aFile(name))).toBe("This type of file cannot be converted.");
});

test.each(["A.PDF", "b.docx", "c.xls", "d.jpeg", "e.tif", "f.csv", "g.pptx", "h.heic", "i.zip"])(
  "%s is accepted",
  (name) => {
    expect(problem(aFile(name))).toBeUndefined();
  },
);

test("[S9.2] the 26th file is one too many, whichever file it is", () => {
  const files = choose(Array.from({ length: 26 }, (_, index) => aFile(`${index + 1}.pdf`)));
  expect([...problemsOf(files, smallFirm).keys()]).toEqual([files[25]?.key]);
  expect(problemsOf(files.slice(1), smallFirm).size).toBe(0);
});

test("a container may be larger than the plan's limit for one file, which applies to the files inside", () => {
  expect(problem(aFile("month.zip", 26 * MB))).toBeUndefined();
});

test("how many documents a container becomes is not known beforehand", () => {
  expect(mayBecomeMore(choose([aFile("a.pdf"), aFile("b.docx")]))).toBe(false);
  expect(mayBecomeMore(choose([aFile("a.pdf"), aFile("month.ZIP")]))).toBe(true);
});
