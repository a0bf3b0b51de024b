import { MB } from "@sheaf/contracts/limits.ts";
import { expect, test } from "vitest";
import { failureIn, isOurs, refusalIn, usualLimits, withoutNames } from "./engine-replies.ts";

const limits = { timeMs: 29_500, memoryBytes: 1024 * MB, scratchBytes: 1.6 * MB };
const broken = (what: "time" | "memory" | "scratch" | "processes" | "crash", diagnosis = "") => ({
  broken: what,
  diagnosis,
});

test("a request may take 30 s and a second a MB, 1 GB of memory, and disk for its result twice and its file", () => {
  expect(usualLimits(0)).toEqual({ timeMs: 30_000, memoryBytes: 1024 * MB, scratchBytes: 1024 * MB });
  expect(usualLimits(3 * MB)).toEqual({ timeMs: 33_000, memoryBytes: 1024 * MB, scratchBytes: 1027 * MB });
});

test.each([
  [{ failed: "x" }, true],
  [broken("crash"), true],
  [broken("time"), false],
  [broken("memory"), false],
  [{ rejected: "damaged", detail: null }, false],
  [{ did: "assemble", pages: 1 }, false],
] as const)("whether the reply %j is an error of Sheaf: %s", (reply, expected) => {
  expect(isOurs(reply)).toBe(expected);
});

test.each([
  [broken("time"), "timeout", "took longer than the limit of 30 s to convert. Split it and replace it."],
  [
    broken("memory"),
    "too-large",
    "needs more than the limit of 1024 MB of memory to convert. Split it and replace it.",
  ],
  [
    broken("scratch"),
    "too-large",
    "needs more than the limit of 2 MB of disk space to convert. Split it and replace it.",
  ],
  [broken("processes"), "too-large", "starts more than the limit of 64 processes to convert. Split it and replace it."],
  [{ rejected: "damaged", detail: "has no end." }, "damaged", "has no end."],
  [{ rejected: "empty", detail: null }, "empty", "has no content."],
] as const)("the reply %j refuses a file as %s, because it %s", (reply, reason, detail) => {
  expect(refusalIn(reply, limits, "a.pdf")).toEqual({ reason, detail });
});

test("a limit of processes of its own is the one that a refusal states", () => {
  expect(refusalIn(broken("processes"), { ...limits, processes: 3 }, "a.docx")?.detail).toBe(
    "starts more than the limit of 3 processes to convert. Split it or save it as PDF and replace it.",
  );
});

test.each([[broken("crash")], [{ failed: "x" }], [{ did: "assemble", pages: 1 }]] as const)(
  "the reply %j refuses no file",
  (reply) => expect(refusalIn(reply, limits, "a.pdf")).toBe(null),
);

test.each([
  [{ failed: "words" }, "words"],
  [broken("crash", "Signal 9."), "The sandbox ended while it worked. Signal 9."],
  [broken("crash"), "The sandbox ended while it worked."],
  [{ did: "assemble", pages: 1 }, "The sandbox responded to another request."],
] as const)("the failure in the reply %j is described as %j", (reply, words) => {
  expect(failureIn(reply)).toBe(words);
});

test("names of files are removed from a text for the log, wherever they stand", () => {
  expect(withoutNames("a.pdf: cannot open a.pdf or b.pdf", ["a.pdf", "b.pdf"])).toBe(
    "the file: cannot open the file or the file",
  );
});
