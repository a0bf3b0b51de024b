import { expect, test } from "vitest";
import { fillSubject, subjectProblem } from "./subject.ts";

const values = { customer: "Oak & Sons {ltd}", date: "20 Nov 2026", files: "3 files" };

test("replaces the placeholders of customer, date and number of files in a subject", () => {
  expect(fillSubject("{files} of {customer}, {date}: {customer}", values)).toBe(
    "3 files of Oak & Sons {ltd}, 20 Nov 2026: Oak & Sons {ltd}",
  );
  expect(fillSubject("Plain {invoice} words", values)).toBe("Plain {invoice} words");
});

test.each(["{custommer}", "{Customer}", "{}", "For {customer} of {month}"])(
  "the subject %s is refused with the name of its unknown placeholder",
  (subject) => {
    const wrong = [...subject.matchAll(/\{[^}]*\}/g)].at(-1)?.[0];
    expect(subjectProblem(subject)).toContain(`${wrong} is not known`);
  },
);

test.each(["Papers", "{customer} {date} {files}", "Half a { brace", "} {"])("the subject %s is accepted", (subject) => {
  expect(subjectProblem(subject)).toBeUndefined();
});
