import { expect, test } from "vitest";
import { describeOutcome } from "./describe-outcome.ts";

interface Given {
  colour?: string;
  detail?: string | null;
  /** States of the files. */
  files?: string[];
  /** Pages of the PDFs. */
  outputs?: number[];
  /** "state recipient", with "replaced" behind it for an email that was sent again. */
  emails?: string[];
}

function outcome({ colour = "green", detail = null, files = ["converted"], outputs = [], emails = [] }: Given): string {
  return describeOutcome({
    light: { colour },
    detail,
    files: files.map((state) => ({ state })),
    outputs: outputs.map((pages) => ({ pages })),
    deliveries: emails.map((email) => {
      const [state, recipient, replaced] = email.split(" ");
      return { state, recipient, replacedById: replaced ?? null };
    }),
  } as never);
}

test("a job in trouble says what is wrong", () => {
  expect(outcome({ colour: "red", detail: "One file is damaged.", outputs: [1] })).toBe("One file is damaged.");
  expect(outcome({ colour: "red" })).toBe("Something went wrong. Retry, or upload the files again.");
});

test.each([
  [["converted"], [], "1 file converted."],
  [["converted", "left-out", "converted", "unpacked"], [], "2 files converted."],
  [["converted"], [1], "1 file became one PDF of 1 page."],
  [["converted", "converted"], [3], "2 files became one PDF of 3 pages."],
  [["converted", "converted"], [3, 4], "2 files became 2 PDFs of 7 pages."],
])("files that are %j and PDFs of %j pages: %s", (files, outputs, words) => {
  expect(outcome({ files, outputs })).toBe(words);
});

test.each([
  [[], ""],
  [["held a"], " The email is on the way."],
  [["waiting a", "sending b"], " The emails are on the way."],
  [["sent a", "waiting b"], " The email is on the way."],
  [["sent a@x"], " Sent to a@x."],
  [["delivered a@x"], " Delivered to a@x."],
  [["delivered a@x", "delivered a@x"], " Delivered to a@x."],
  [["delivered a@x", "sent a@x"], " Sent to a@x."],
  [["sent a@x", "sent b@x"], " Sent to 2 addresses."],
  [["kept a@x"], " The email is kept in the outbox; nothing was sent."],
  [["undone a@x"], ""],
  [["failed a@x replaced", "sent b@x"], " Sent to b@x."],
  [["waiting a@x replaced", "delivered b@x"], " Delivered to b@x."],
])("the emails %j are described: %s", (emails, words) => {
  expect(outcome({ emails, outputs: [1] })).toBe(`1 file became one PDF of 1 page.${words}`);
});

test("the job's own words stand instead of those about its emails", () => {
  const words = outcome({ outputs: [1], emails: ["sent a@x"], detail: "One page is blurred." });
  expect(words).toBe("1 file became one PDF of 1 page. One page is blurred.");
});
