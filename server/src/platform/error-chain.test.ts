import { expect, test } from "vitest";
import { errorOrCauseMatches } from "./error-chain.ts";

const withCode = (code: string, cause?: unknown) => Object.assign(new Error(`failed ${code}`, { cause }), { code });
const isAway = (_error: Error, code: unknown) => code === "AWAY";

test.each([
  ["the error itself", withCode("AWAY"), true],
  ["its cause", withCode("OUTER", withCode("AWAY")), true],
  ["the cause of its cause", new Error("a", { cause: new Error("b", { cause: withCode("AWAY") }) }), true],
  ["no error of the chain", withCode("OUTER", withCode("INNER")), false],
  ["an object that is no error", { code: "AWAY" }, false],
  ["nothing", undefined, false],
])("with the code in %s the answer is %s", (_where, error, expected) => {
  expect(errorOrCauseMatches(error, isAway)).toBe(expected);
});

test("an error without a code is matched by its message, and its code is undefined", () => {
  const seen: unknown[] = [];
  const matches = ({ message }: Error, code: unknown) => {
    seen.push(code);
    return message === "inner";
  };
  expect(errorOrCauseMatches(new Error("outer", { cause: new Error("inner") }), matches)).toBe(true);
  expect(seen).toEqual([undefined, undefined]);
});
