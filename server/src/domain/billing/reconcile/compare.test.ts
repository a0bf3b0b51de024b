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

test("entries that are the same on both sides agree", () => {
  const ours = [entry("C", 2400), entry("R", -2400)];
  const theirs = [transaction("C", 2400, null, "V"), transaction("R", -2400, "C")];
  expect(compare(ours, theirs, window)).toEqual({ differences: [], agreed: ["C", "R", "C", "R"] });
});

test.each([
  ["ours-missing", [], [transaction("C", 2400)], { oursPence: null, theirsPence: 2400 }],
  ["theirs-missing", [entry("C", 2400)], [], { oursPence: 2400, theirsPence: null }],
  ["amount", [entry("C", 2400)], [transaction("C", 2399)], { oursPence: 2400, theirsPence: 2399 }],
  ["amount", [entry("C", 2400)], [transaction("C", null)], { oursPence: 2400, theirsPence: null }],
])("a difference of the kind %s is reported once", (kind, ours, theirs, pence) => {
  const { differences, agreed } = compare(ours, theirs, window);
  expect(differences).toMatchObject([{ kind, reference: "C", ...pence }]);
  expect(agreed).toEqual([]);
});

test("a full refund that was entered before PayPal listed it agrees with the refunds that PayPal lists", () => {
  const ours = [entry("C", 2400), entry("Return of C", -2400)];
  const theirs = [transaction("C", 2400, null, "V"), transaction("R1", -1000, "C"), transaction("R2", -1400, "C")];
  expect(compare(ours, theirs, window).differences).toEqual([]);
});

test("a payment that was never entered is no difference once it is refunded in full; after a partial refund it still is", () => {
  const capture = transaction("C", 2500, null, "V");
  const inParts = [transaction("R1", -1000, "C"), transaction("R2", -1500, "C")];
  expect(compare([], [capture, ...inParts], window)).toEqual({ differences: [], agreed: ["C", "R1", "R2"] });
  expect(compare([], [capture, transaction("R1", -1000, "C")], window).differences).toHaveLength(2);
  expect(compare([entry("C", 2500)], [capture, ...inParts], window).differences).toMatchObject([
    { kind: "ours-missing", reference: "R1" },
    { kind: "ours-missing", reference: "R2" },
  ]);
});

test("money that PayPal holds during a dispute is a difference until PayPal releases it", () => {
  const books = [entry("C", 2400)];
  const capture = transaction("C", 2400);
  const held = transaction("H", -2400, "C");
  const released = transaction("L", 2400, "C");
  const isHeld = { kind: "ours-missing", reference: "H", theirsPence: -2400, practiceId: "p" };
  expect(compare(books, [capture, held], window).differences).toMatchObject([isHeld]);
  const agreed = ["C", "H", "L", "C"];
  expect(compare(books, [capture, held, released], window)).toEqual({ differences: [], agreed });
  // A refund that was entered in the meantime is not counted with them.
  const refund = transaction("R", -900, "C");
  expect(compare([...books, entry("R", -900)], [capture, held, refund, released], window).differences).toEqual([]);
  expect(compare(books, [capture, held, refund, released], window).differences).toHaveLength(3);
});

test("money held for one payment and released for another stays a difference", () => {
  const theirs = [transaction("C", 2400), transaction("H", -900, "C"), transaction("L", 900, "D")];
  expect(compare([entry("C", 2400)], theirs, window).differences).toHaveLength(2);
});

test("pending and declined transactions are ignored, and so are our entries outside the window", () => {
  const theirs = [transaction("P", 2400, null, "P"), transaction("D", 2400, null, "D")];
  const ours = [
    entry("old", 900, { at: new Date("2026-11-01T00:00:00Z") }),
    entry("new", 900, { at: new Date("2026-11-21") }),
  ];
  expect(compare(ours, theirs, window)).toEqual({ differences: [], agreed: [] });
});
