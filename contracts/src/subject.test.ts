import { expect, test } from "vitest";
import { fillSubject, subjectProblem } from "./subject.ts";

const values = { customer: "Oak & Sons {ltd}", date: "20 Nov 2026", files: "3 files" };

test("a subject gets the customer, the date and the number of files", () => {
  expect(fillSubject("{files} of {customer}, {date}: {customer}", values)).toBe(
    "3 files of Oak & Sons {ltd}, 20 Nov 2026: Oak & Sons {ltd}",
  );
  expect(fillSubject("Plain {invoice} words", values)).toBe("Plain {invoice} words");
});

test.each(["{custommer}", "{Customer}", "{}", "For {customer} of {month}"])("%s is refused by name", (subject) => {
  const wrong = [...subject.matchAll(/\{[^}]*\}/g)].at(-1)?.[0];
  expect(subjectProblem(subject)).toContain(`${wrong} is not known`);
});

test.each(["Papers", "{customer} {date} {files}", "Half a { brace", "} {"])("%s will do", (subject) => {
  expect(subjectProblem(subject)).toBeUndefined();
});
