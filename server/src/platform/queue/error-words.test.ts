import { expect, test } from "vitest";
import { withoutPersonalData } from "./error-words.ts";

test.each([
  ["550 5.1.1 <bob.o'neil@books.example>: unknown user", "550 5.1.1 <…@…>: unknown user"],
  ['Failed query: update "jobs" set x = $1\nparams: Bright Bakery', "Failed query: update “…” set x = $1"],
  ['"Payslip Jane Roe.pdf" is gone', "“…” is gone"],
  ["connect ECONNREFUSED 10.0.0.3:5432", "connect ECONNREFUSED 10.0.0.3:5432"],
])("%s is shown as %s", (message, told) => {
  expect(withoutPersonalData(message)).toBe(told);
});
