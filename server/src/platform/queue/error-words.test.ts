import { inspect } from "node:util";
import { expect, test } from "vitest";
import { storableError, withoutPersonalData } from "./error-words.ts";

test.each([
  ["550 5.1.1 <bob.o'neil@books.example>: unknown user", "550 5.1.1 <…@…>: unknown user"],
  ['Failed query: update "jobs" set x = $1\nparams: Bright Bakery', "Failed query: update “…” set x = $1"],
  ['"Payslip Jane Roe.pdf" is gone', "“…” is gone"],
  ["connect ECONNREFUSED 10.0.0.3:5432", "connect ECONNREFUSED 10.0.0.3:5432"],
])("%s is shown as %s", (message, told) => {
  expect(withoutPersonalData(message)).toBe(told);
});

test("an error is stored without the values of its query, and with the message of its cause", () => {
  const query = "insert into pages values ($1)";
  const cause = Object.assign(new Error('invalid input syntax for type json: "kestrel" and "heron"'), {
    code: "22P02",
    detail: "Token kestrel is invalid.",
  });
  const failed = Object.assign(new Error(`Failed query: ${query}\nparams: kestrel`, { cause }), {
    query,
    params: ["kestrel"],
  });

  const stored = storableError(failed);

  expect(inspect(stored, { depth: null, showHidden: true })).not.toMatch(/kestrel|heron/);
  expect(stored).toMatchObject({ message: `Failed query: ${query}`, cause: { code: "22P02" } });
});
