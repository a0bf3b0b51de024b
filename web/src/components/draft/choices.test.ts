import { destinationOf } from "@sheaf/contracts/destinations.ts";
import { describe, expect, test } from "vitest";
import { type Chosen, choicesOf, chooseEmails, choosePdfs } from "./choices.ts";

const settings = {
  ...{ autoSendEmail: false, preferSeparateEmails: false, preferSeparatePdfs: false },
  defaultEmailSubject: "Documents for {customer}",
};
const emailing = { ...settings, autoSendEmail: true };

test("without settings an upload is one PDF and no email", () => {
  expect(choicesOf({}, undefined, undefined)).toEqual({
    ...{ sendEmail: false, separateEmails: false, separatePdfs: false, copyToCustomer: false, emailSubject: "" },
  });
});

test("the practice's settings preselect", () => {
  expect(choicesOf({}, { ...emailing, preferSeparateEmails: true }, undefined)).toMatchObject({
    ...{ sendEmail: true, separateEmails: true, separatePdfs: true, emailSubject: "Documents for {customer}" },
  });
  expect(choicesOf({}, { ...settings, preferSeparatePdfs: true }, undefined)).toMatchObject({
    ...{ sendEmail: false, separatePdfs: true },
  });
});

test("emails of one's own count only once there is an email", () => {
  const preferred = { ...settings, preferSeparateEmails: true };
  expect(choicesOf({}, preferred, undefined).separatePdfs).toBe(false);
  expect(choicesOf({ sendEmail: true }, preferred, undefined).separatePdfs).toBe(true);
});

describe("a known inbox", () => {
  test.each([
    ["a@dext.cc", true, false],
    ["a@multiple.dext.cc", false, false],
    ["a@app.hubdoc.com", true, true],
  ])("%s gets what it wants, whatever the settings prefer", (address, separatePdfs, separateEmails) => {
    const inbox = destinationOf(address);
    for (const preferSeparateEmails of [true, false]) {
      expect(choicesOf({}, { ...emailing, preferSeparateEmails }, inbox)).toMatchObject({
        separatePdfs,
        separateEmails,
      });
    }
  });

  test("has no say while nothing is emailed, nor against a person", () => {
    const dext = destinationOf("a@dext.cc");
    expect(choicesOf({}, settings, dext).separatePdfs).toBe(false);
    expect(choicesOf(choosePdfs(false), emailing, dext).separatePdfs).toBe(false);
  });
});

test("one merged PDF and separate emails exclude each other, the later choice wins", () => {
  const after = (...steps: Chosen[]) => choicesOf(Object.assign({ sendEmail: true }, ...steps), settings, undefined);
  expect(after(chooseEmails(true))).toMatchObject({ separateEmails: true, separatePdfs: true });
  expect(after(chooseEmails(true), choosePdfs(false))).toMatchObject({ separateEmails: false, separatePdfs: false });
  expect(after(choosePdfs(true), chooseEmails(false))).toMatchObject({ separateEmails: false, separatePdfs: true });
});
