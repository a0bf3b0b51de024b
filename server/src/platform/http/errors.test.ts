import Fastify from "fastify";
import { expect, test } from "vitest";
import { AppError } from "../errors.ts";
import { StoreUnavailable } from "../storage/blob-store.ts";
import { OutOfSpace } from "../storage/free-space.ts";
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
])("the validation issue %o becomes %j", (issue, sentence) => {
  expect(validationSentence([issue])).toBe(sentence);
});

function failingWith(error: Error) {
  const logged: string[] = [];
  const app = Fastify({ logger: { level: "warn", stream: { write: (line: string) => void logged.push(line) } } });
  app.setErrorHandler(answerError);
  app.get("/", async () => {
    throw error;
  });
  return { app, logged };
}

const withCode = (code: string) => Object.assign(new Error("it says"), { code });

test.each([
  ["a full disk", new OutOfSpace("0 MB left"), 507, "A disk is full: nothing can be stored until space is free"],
  [
    "an unavailable file store",
    new StoreUnavailable("no answer"),
    503,
    "The file store cannot be used: uploads and downloads",
  ],
  ["an unavailable database", withCode("ECONNREFUSED"), 503, "The database cannot be reached: requests are refused"],
])("%s is reported in every response, and logged only once", async (_, cause, status, line) => {
  const { app, logged } = failingWith(new Error("The request failed", { cause }));

  const answers = [await app.inject("/"), await app.inject("/"), await app.inject("/")];

  expect(answers.map(({ statusCode }) => statusCode)).toEqual([status, status, status]);
  for (const { headers } of answers) expect(Number(headers["retry-after"])).toBeGreaterThan(0);
  expect(logged).toHaveLength(1);
  expect(logged[0]).toContain(line);
});

test.each([
  ["PostgreSQL is shutting down", withCode("57P01"), 503],
  ["a connection breaks under a query", new Error("Connection terminated unexpectedly"), 503],
  ["a statement takes too long", withCode("57014"), 503],
  ["a query is wrong", withCode("42703"), 500],
  [
    "an external server is unavailable and the error has its own code",
    new AppError("email-not-sent", "No.", { cause: withCode("ECONNREFUSED") }),
    502,
  ],
])("when %s, the response has the matching status", async (_, error, status) => {
  expect((await failingWith(error).app.inject("/")).statusCode).toBe(status);
});
