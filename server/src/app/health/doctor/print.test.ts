import type { Examination } from "@sheaf/contracts/admin/health.ts";
import { expect, test } from "vitest";
import { exitCodeOf, tableOf } from "./print.ts";

const fine: Examination = { name: "clock", label: "Clock", state: "ok", words: "The clocks agree." };
const unknown: Examination = { name: "workers", label: "Workers", state: "unknown", words: "No worker runs." };
const warning: Examination = {
  name: "mail",
  label: "Email",
  state: "warning",
  words: "Emails are kept in the outbox and not sent.",
  remedy: { words: "Set a mail server." },
};
const failed: Examination = {
  name: "database",
  label: "Database",
  state: "failed",
  words: "The tables lack 2 changes.",
  remedy: { words: "Bring them up to date.", command: "./sheaf migrate" },
};

test.each([
  [[], 0],
  [[fine, unknown], 0],
  [[fine, warning], 1],
  [[warning, failed, fine], 2],
])("the exit code is 2 for failures, 1 for warnings and 0 otherwise: %#", (examinations, code) => {
  expect(exitCodeOf(examinations)).toBe(code);
});

test("the table has an entry for each examination, wrapped between words, with the remedy below", () => {
  expect(tableOf([fine, unknown, warning, failed], 50)).toBe(`ok       Clock     The clocks agree.
-        Workers   No worker runs.
warning  Email     Emails are kept in the outbox
                   and not sent.
                   Set a mail server.
FAILED   Database  The tables lack 2 changes.
                   Bring them up to date.
                       ./sheaf migrate

1 failed, 1 warning.`);
});

test("the table ends with 'Everything is in order.' when nothing is wrong", () => {
  expect(tableOf([fine], 80)).toMatch(/Everything is in order\.$/);
});
