import { expect, test } from "vitest";
import { compare, type OwnEntry } from "./compare.ts";

const at = new Date("2026-11-20T10:00:00Z");
const window = { from: new Date("2026-11-13T00:00:00Z"), to: new Date("2026-11-20T23:00:00Z") };
const entry = (reference: string, pence: number, more: Partial<OwnEntry> = {}): OwnEntry => ({
  reference,
  pence,
  practiceId: "p",
  at,
  ...more,
});
const transaction = (id: string, pence: number | null, about: string | null = null, status = "S") => ({
  id,
  pence,
  about,
  orderId: "o",
  status,
  at,
});

test("what both have alike agrees", () => {
  const ours = [entry("C", 2400), entry("R", -2400)];
  const theirs = [transaction("C", 2400, null, "V"), transaction("R", -2400, "C")];
  expect(compare(ours, theirs, window)).toEqual({ differences: [], agreed: ["C", "R", "C", "R"] });
});

test.each([
  ["ours-missing", [], [transaction("C", 2400)], { oursPence: null, theirsPence: 2400 }],
  ["theirs-missing", [entry("C", 2400)], [], { oursPence: 2400, theirsPence: null }],
  ["amount", [entry("C", 2400)], [transaction("C", 2399)], { oursPence: 2400, theirsPence: 2399 }],
  ["amount", [entry("C", 2400)], [transaction("C", null)], { oursPence: 2400, theirsPence: null }],
])("%s is told once", (kind, ours, theirs, pence) => {
  const { differences, agreed } = compare(ours, theirs, window);
  expect(differences).toMatchObject([{ kind, reference: "C", ...pence }]);
  expect(agreed).toEqual([]);
});

test("a return that was entered before PayPal listed it agrees with what PayPal lists", () => {
  const ours = [entry("C", 2400), entry("Return of C", -2400)];
  const theirs = [transaction("C", 2400, null, "V"), transaction("R1", -1000, "C"), transaction("R2", -1400, "C")];
  expect(compare(ours, theirs, window).differences).toEqual([]);
});

test("what was never entered and went back as a whole is no difference any more; a part of it is", () => {
  const capture = transaction("C", 2500, null, "V");
  const inParts = [transaction("R1", -1000, "C"), transaction("R2", -1500, "C")];
  expect(compare([], [capture, ...inParts], window)).toEqual({ differences: [], agreed: ["C", "R1", "R2"] });
  expect(compare([], [capture, transaction("R1", -1000, "C")], window).differences).toHaveLength(2);
  expect(compare([entry("C", 2500)], [capture, ...inParts], window).differences).toMatchObject([
    { kind: "ours-missing", reference: "R1" },
    { kind: "ours-missing", reference: "R2" },
  ]);
});

test("what PayPal held back over a dispute is a difference until it let it go again", () => {
  const books = [entry("C", 2400)];
  const capture = transaction("C", 2400);
  const held = transaction("H", -2400, "C");
  const released = transaction("L", 2400, "C");
  const isHeld = { kind: "ours-missing", reference: "H", theirsPence: -2400, practiceId: "p" };
  expect(compare(books, [capture, held], window).differences).toMatchObject([isHeld]);
  const agreed = ["C", "H", "L", "C"];
  expect(compare(books, [capture, held, released], window)).toEqual({ differences: [], agreed });
  // A refund that was entered meanwhile makes no part of it.
  const refund = transaction("R", -900, "C");
  expect(compare([...books, entry("R", -900)], [capture, held, refund, released], window).differences).toEqual([]);
  expect(compare(books, [capture, held, refund, released], window).differences).toHaveLength(3);
});

test("what was held back of one payment and came in for another stays told", () => {
  const theirs = [transaction("C", 2400), transaction("H", -900, "C"), transaction("L", 900, "D")];
  expect(compare([entry("C", 2400)], theirs, window).differences).toHaveLength(2);
});

test("what waits or was declined has not moved, and what lies outside the time is not missed", () => {
  const theirs = [transaction("P", 2400, null, "P"), transaction("D", 2400, null, "D")];
  const ours = [
    entry("old", 900, { at: new Date("2026-11-01T00:00:00Z") }),
    entry("new", 900, { at: new Date("2026-11-21") }),
  ];
  expect(compare(ours, theirs, window)).toEqual({ differences: [], agreed: [] });
});
