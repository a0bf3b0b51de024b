import { destinationOf } from "@sheaf/contracts/destinations.ts";
import { describe, expect, test } from "vitest";
import { type Chosen, choicesOf, chooseDeliveries, choosePdfs } from "./choices.ts";

const settings = {
  autoSendEmail: false,
  preferSeparateEmails: false,
  preferSeparatePdfs: false,
  defaultEmailSubject: "Documents for {customer}",
};
const emailing = { ...settings, autoSendEmail: true };

test("without settings an upload is one PDF and no email", () => {
  expect(choicesOf({}, undefined, undefined)).toEqual({
    destination: null,
    separateDeliveries: false,
    separatePdfs: false,
    copyToCustomer: false,
    subject: "",
  });
});

test("the practice's settings preselect the choices", () => {
  expect(choicesOf({}, { ...emailing, preferSeparateEmails: true }, undefined)).toMatchObject({
    destination: "email",
    separateDeliveries: true,
    separatePdfs: true,
    subject: "Documents for {customer}",
  });
  expect(choicesOf({}, { ...settings, preferSeparatePdfs: true }, undefined)).toMatchObject({
    destination: null,
    separatePdfs: true,
  });
});

test("separate emails count only once there is an email", () => {
  const preferred = { ...settings, preferSeparateEmails: true };
  expect(choicesOf({}, preferred, undefined).separatePdfs).toBe(false);
  expect(choicesOf({ destination: "email" }, preferred, undefined).separatePdfs).toBe(true);
});

describe("a known inbox", () => {
  test.each([
    ["a@dext.cc", true, false],
    ["a@multiple.dext.cc", false, false],
    ["a@app.hubdoc.com", true, true],
  ])("%s receives the PDFs as it prefers, whatever the settings", (address, separatePdfs, separateDeliveries) => {
    const inbox = destinationOf(address);
    for (const preferSeparateEmails of [true, false]) {
      expect(choicesOf({}, { ...emailing, preferSeparateEmails }, inbox)).toMatchObject({
        separatePdfs,
        separateDeliveries,
      });
    }
  });

  test("has no effect while nothing is emailed, nor on a choice made by the user", () => {
    const dext = destinationOf("a@dext.cc");
    expect(choicesOf({}, settings, dext).separatePdfs).toBe(false);
    expect(choicesOf(choosePdfs(false), emailing, dext).separatePdfs).toBe(false);
  });
});

test("one merged PDF and separate emails exclude each other: the later choice wins", () => {
  const after = (...steps: Chosen[]) =>
    choicesOf(Object.assign({ destination: "email" }, ...steps), settings, undefined);
  expect(after(chooseDeliveries(true))).toMatchObject({ separateDeliveries: true, separatePdfs: true });
  expect(after(chooseDeliveries(true), choosePdfs(false))).toMatchObject({
    separateDeliveries: false,
    separatePdfs: false,
  });
  expect(after(choosePdfs(true), chooseDeliveries(false))).toMatchObject({
    separateDeliveries: false,
    separatePdfs: true,
  });
});
