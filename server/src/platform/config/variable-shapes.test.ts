import { expect, test } from "vitest";
import { baseAddress, missingBeside, secret, webAddress } from "./variable-shapes.ts";

const pair = ["A", "B", "C"] as const;

test.each([
  [{}, undefined],
  [{ A: 1, B: 2, C: 3 }, undefined],
  [{ A: "", B: 0, C: null }, undefined],
  [{ A: 1 }, { name: "B", when: "A is set" }],
  [{ B: 1 }, { name: "A", when: "B is set" }],
  [
    { A: 1, B: 1 },
    { name: "C", when: "A is set" },
  ],
])("of variables that belong together, with %j the first missing one is %j", (given, missing) => {
  expect(missingBeside(given, pair)).toEqual(missing);
});

test.each([
  ["https://a.example/", "https://a.example"],
  ["http://a.example:9000", "http://a.example:9000"],
  ["https://a.example/path/", "https://a.example/path"],
])("the base address %s is kept as %s", (given, kept) => {
  expect(baseAddress.parse(given)).toBe(kept);
});

test.each(["ftp://a.example", "a.example", "xhttps://a.example", "httpsx://a.example", ""])(
  "%j is no web address",
  (text) => {
    expect(webAddress("wrong").safeParse(text).error?.issues).toMatchObject([{ message: "wrong" }]);
    expect(webAddress().safeParse(text).error?.issues).toMatchObject([{ message: "must be a URL" }]);
  },
);

test("a secret may be unset but not empty", () => {
  expect(secret.parse(undefined)).toBeUndefined();
  expect(secret.parse("x")).toBe("x");
  expect(secret.safeParse("").error?.issues).toMatchObject([{ message: "must not be empty" }]);
});
