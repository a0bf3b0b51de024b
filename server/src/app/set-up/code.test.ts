import { randomBytes } from "node:crypto";
import { expect, test } from "vitest";
import { isSetUpCode, setUpCode } from "./code.ts";

const key = Buffer.alloc(32, 7);
const code = setUpCode(key, "nonce");

test("the code is 16 characters of Crockford's base32 in groups of four, the same for the same key and nonce", () => {
  expect(code).toMatch(/^([0-9A-HJKMNP-TV-Z]{4}-){3}[0-9A-HJKMNP-TV-Z]{4}$/);
  expect(setUpCode(key, "nonce")).toBe(code);
  expect(setUpCode(key, "another nonce")).not.toBe(code);
  expect(setUpCode(Buffer.alloc(32, 8), "nonce")).not.toBe(code);
});

test("a code stays the same from version to version, so that a printed address keeps working", () => {
  expect([code, setUpCode(key, "another nonce")]).toEqual(["2KR1-29A3-1PJ9-SAYA", "3D8T-JZMJ-PZXS-RPKJ"]);
});

test("all 80 bits of the code depend on the key", () => {
  const codes = Array.from({ length: 200 }, () => setUpCode(randomBytes(32), "nonce").replaceAll("-", ""));
  for (let place = 0; place < 16; place += 1) {
    expect(new Set(codes.map((one) => one[place])).size).toBeGreaterThan(20);
  }
});

test.each([
  ["as shown", (right: string) => right],
  ["without hyphens", (right: string) => right.replaceAll("-", "")],
  ["in lower case with spaces", (right: string) => ` ${right.toLowerCase().replaceAll("-", " ")} `],
  ["with look-alike letters instead of digits", (right: string) => right.replaceAll("0", "o").replaceAll("1", "l")],
])("the code is accepted %s", (_, typed) => {
  for (const nonce of ["a", "b", "c", "d", "e", "f", "g", "h"]) {
    const right = setUpCode(key, nonce);
    expect(isSetUpCode(typed(right), right)).toBe(true);
  }
});

test.each(["", "0000-0000-0000-0000", code.slice(0, -1), `${code}0`, "ÄÄÄÄ-ÄÄÄÄ-ÄÄÄÄ-ÄÄÄÄ"])("%j is refused", (typed) =>
  expect(isSetUpCode(typed, code)).toBe(false),
);
