import { expect, test } from "vitest";
import { validationSentence } from "./errors.ts";

test.each([
  [{ instancePath: "/name", message: "Name is required" }, "Name is required."],
  [
    { instancePath: "/outputEmail", message: "Enter a valid email address" },
    "Output email: Enter a valid email address.",
  ],
  [{ instancePath: "/files/3/name", message: "Too long" }, "Name: Too long."],
  [{ instancePath: "", message: "Invalid input" }, "Invalid input."],
  [
    { instancePath: "/customerId", message: "Please select a customer for this upload." },
    "Please select a customer for this upload.",
  ],
])("%o reads %j", (issue, sentence) => {
  expect(validationSentence([issue])).toBe(sentence);
});
