import { expect, test } from "vitest";
import { findingsOf, type JobOfPage } from "./findings.ts";

const job: JobOfPage = { sendEmail: true, customerEmail: "a@example.com", customerOutputEmail: null };
const strict = { ...job, customerOutputEmail: "firm@autoentry.com" };

const finding = (dpi: number | null, of = job, waits = true, problem = "small" as const) =>
  findingsOf([{ page: 3, problem, dpi }], of, waits)[0];

test("a page that is hard to read is named with its problem and what to ask for", () => {
  expect(finding(null)).toEqual({
    kind: "readability",
    page: 3,
    problem: "small",
    dpi: null,
    severity: "note",
    title: "Too small to read",
    text: "Ask for a larger photo, taken closer to the paper.",
  });
  expect(findingsOf([], job, true)).toEqual([]);
});

test.each([
  [199.4, "Ask for a new photo or scan: this one has 199 dots per inch, and 200 are usual."],
  [200, "Ask for a larger photo, taken closer to the paper."],
])("a page of %d dots per inch has the advice “%s”", (dpi, text) => {
  expect(finding(dpi)).toMatchObject({ text, severity: "note" });
});

test("every problem has its own title and advice", () => {
  const all = (["small", "blurred", "faint", "cut-off", "no-words"] as const).map((problem) => ({
    page: 1,
    problem,
    dpi: null,
  }));
  const found = findingsOf(all, strict, true);
  expect(new Set(found.map(({ title }) => title)).size).toBe(5);
  expect(new Set(found.map(({ text }) => text)).size).toBe(5);
});

test.each([
  [strict, true, 199.9, "hold"],
  [strict, true, 200, "note"],
  [strict, true, null, "note"],
  [strict, false, 150, "note"],
  [{ ...strict, sendEmail: false }, true, 150, "note"],
  [{ ...job, customerEmail: "firm@autoentry.com" }, true, 150, "hold"],
  [{ ...strict, customerEmail: "firm@autoentry.com", customerOutputEmail: "a@example.com" }, true, 150, "note"],
] as const)("for the job %j, which waits: %s, a page of %s dots per inch is a %s", (of, waits, dpi, severity) => {
  expect(finding(dpi, of, waits)?.severity).toBe(severity);
});

test("an inbox that wants more than usual is named", () => {
  const words = "Ask for a new photo or scan: this one has 250 dots per inch, and AutoEntry wants 300.";
  expect(finding(250, strict)?.text).toBe(words);
  expect(finding(250, job)?.text).toBe("Ask for a larger photo, taken closer to the paper.");
});
