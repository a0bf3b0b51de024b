import Fastify from "fastify";
import { expect, test } from "vitest";
import { NoRoom } from "../storage/room.ts";
import { answerError, validationSentence } from "./errors.ts";

test.each([
  [{ instancePath: "/name", message: "Name is required" }, "Name is required."],
  [
    { instancePath: "/outputEmail", message: "Enter a valid email address" },
    "Output email: Enter a valid email address.",
  ],
  [{ instancePath: "/plan", message: "Invalid input: expected string, received undefined" }, "Plan is required."],
  [
    { instancePath: "/theme", message: 'Invalid option: expected one of "light"|"dark"|"system"' },
    "Theme: Choose one of light, dark, system.",
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

test("a full disk is told to everybody who is refused, and to the operator once", async () => {
  const said: string[] = [];
  const app = Fastify({ logger: { level: "warn", stream: { write: (line: string) => void said.push(line) } } });
  app.setErrorHandler(answerError);
  app.get("/", async () => {
    throw new Error("The upload failed", { cause: new NoRoom("0 MB left") });
  });

  const answers = [await app.inject("/"), await app.inject("/"), await app.inject("/")];

  expect(answers.map(({ statusCode }) => statusCode)).toEqual([507, 507, 507]);
  expect(said).toHaveLength(1);
  expect(said[0]).toContain("A disk is full: nothing can be stored until there is room");
});
