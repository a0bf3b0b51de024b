import { expect, test } from "vitest";
import { endsToken, isDigit, isSpace } from "./syntax-bytes.ts";

const everyByte = Array.from({ length: 256 }, (_, byte) => byte);
const characters = (is: (byte: number) => boolean) => String.fromCharCode(...everyByte.filter(is));

test("of all bytes, ten are digits, six are white space, and these and ten delimiters end a token", () => {
  expect(characters(isDigit)).toBe("0123456789");
  expect(characters(isSpace)).toBe("\0\t\n\f\r ");
  expect(characters(endsToken)).toBe("\0\t\n\f\r %()/<>[]{}");
});

test("the end of a file is none of them", () => {
  expect([isDigit(undefined), isSpace(undefined), endsToken(undefined)]).toEqual([false, false, false]);
});
