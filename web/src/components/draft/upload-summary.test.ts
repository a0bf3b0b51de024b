import { expect, test } from "vitest";
import { aCustomer, usage } from "../../testing/people.ts";
import { type Choices, choicesOf, chooseDeliveries, uploadForm } from "./choices.ts";
import { choose } from "./chosen-files.ts";
import { describeCost, describeUpload, describeUploaded } from "./upload-summary.ts";

const plain: Choices = choicesOf({}, undefined, undefined);

const bakery = aCustomer({ email: "hello@bakery.example", outputEmail: "bakery@dext.example" });
const email: Choices = { ...plain, destination: "email" };
const says = (files: number, choices: Choices, keptOnly = false, customer: typeof bakery | undefined = bakery) =>
  describeUpload({ customer, files, choices, keptOnly })
    .map(({ text }) => text)
    .join("");

test.each([
  ["nothing chosen", 0, plain, undefined, "Choose a customer and at least one file."],
  ["no customer", 2, plain, undefined, "Choose a customer."],
  ["no file", 0, plain, bakery, "Choose at least one file."],
])("with %s the summary says what is missing", (_what, files, choices, customer, text) => {
  const pieces = describeUpload({ customer, files, choices, keptOnly: false });
  expect(pieces.map((piece) => piece.text).join("")).toBe(text);
});

test("the summary says what is made of the files and where the PDFs are sent", () => {
  expect(says(3, plain)).toBe("3 files become one PDF, to download when it is ready. No email.");
  expect(says(1, plain)).toBe("1 file becomes one PDF, to download when it is ready. No email.");
  expect(says(3, email)).toBe("3 files become one PDF and go to bakery@dext.example in one email.");
  expect(says(3, { ...email, ...chooseDeliveries(true) })).toBe(
    "3 files become 3 PDFs and go to bakery@dext.example in 3 emails.",
  );
  expect(says(3, { ...email, copyToCustomer: true })).toContain("with a copy to hello@bakery.example");
});

test("the summary counts the emails that an inbox's limit requires", () => {
  const xero = aCustomer({ outputEmail: "okafor@xerofiles.com" });
  const separate = { ...email, separatePdfs: true };
  const uploaded = (files: number) => describeUploaded({ customer: xero, files, choices: separate, keptOnly: false });
  expect(says(10, separate, false, xero)).toContain("in one email.");
  expect(says(11, separate, false, xero)).toBe("11 files become 11 PDFs and go to okafor@xerofiles.com in 2 emails.");
  expect(uploaded(10)).toMatch(/^One combined email will be sent/);
  expect(uploaded(21)).toMatch(/^3 emails will be sent/);
});

test("the summary never says that something is sent where emails are only stored", () => {
  expect(says(2, email, true)).toBe("2 files become one PDF for bakery@dext.example in one email, kept in the outbox.");
});

test("the summary says that emails wait until the user has confirmed their own address", () => {
  const unconfirmed = { customer: bakery, files: 1, choices: email, keptOnly: false, unconfirmed: true };
  const said = describeUpload(unconfirmed).map(({ text }) => text);
  expect(said.join("")).toBe(
    "1 file becomes one PDF and goes to bakery@dext.example in one email, once you confirm your email address.",
  );
  expect(describeUploaded(unconfirmed)).toBe("One combined email will be sent once you confirm your email address.");
  expect(describeUploaded({ ...unconfirmed, keptOnly: true })).toContain("Nothing leaves the installation");
});

test("the summary says how many documents the upload uses", () => {
  expect(describeCost(0, usage)).toBe("147 of 500 left this period");
  expect(describeCost(3, usage)).toBe("Uses 3 of the 147 left this period");
  expect(describeCost(3, { ...usage, documentsRemaining: 0 })).toBe("0 of 500 left this period");
});

test("[S8.12] the toast names the true number of emails, and none without email", () => {
  const uploaded = (files: number, choices: Choices, keptOnly = false, customer = bakery) =>
    describeUploaded({ customer, files, choices, keptOnly });
  const separate = { ...email, ...chooseDeliveries(true) };
  expect(uploaded(3, plain)).toBe("PDFs will be available when ready.");
  expect(uploaded(3, email)).toBe("One combined email will be sent when the PDFs are ready.");
  expect(uploaded(3, separate)).toBe("3 separate emails will be sent when the PDFs are ready.");
  expect(uploaded(1, separate)).toMatch(/^One combined email/);
  expect(uploaded(3, email, true)).toContain("outbox");

  // Copies are emails, too; none is sent to an address that receives the PDFs anyway.
  const copied = { copyToCustomer: true };
  expect(uploaded(3, { ...email, ...copied })).toBe(
    "One combined email will be sent, with a copy to hello@bakery.example, when the PDFs are ready.",
  );
  expect(uploaded(3, { ...separate, ...copied })).toMatch(
    /^3 separate emails will be sent, each with a copy to hello@bakery.example, when/,
  );
  expect(uploaded(3, { ...email, ...copied }, false, aCustomer({ outputEmail: null }))).not.toContain("copy");
});

test("[S7.13] the form has true and false as words, leaves an empty subject out and keeps the order of the files", () => {
  const files = choose([new File(["1"], "b.pdf"), new File(["2"], "a.pdf")]);
  const form = uploadForm("c-1", files, { ...plain, copyToCustomer: true, subject: " " });
  expect(form.get("sendEmail")).toBe("false");
  expect(form.get("separateEmails")).toBe("false");
  expect(form.get("copyToCustomer")).toBe("false");
  expect(form.has("emailSubject")).toBe(false);
  expect(form.getAll("files").map((file) => (file as File).name)).toEqual(["b.pdf", "a.pdf"]);
  expect(uploadForm("c-1", files, { ...email, subject: " October " }).get("emailSubject")).toBe("October");
});

test("with files that are unpacked the summary states no more than it knows", () => {
  const unpacked = (files: number, choices: Choices) =>
    describeUpload({ customer: bakery, files, more: true, choices, keptOnly: false })
      .map(({ text }) => text)
      .join("");
  const separate = { ...email, ...chooseDeliveries(true) };
  expect(unpacked(1, email)).toBe("1 file becomes one PDF and goes to bakery@dext.example in one email.");
  expect(unpacked(3, separate)).toBe(
    "3 files become 3 PDFs or more and go to bakery@dext.example in 3 emails or more.",
  );
  expect(unpacked(1, { ...plain, separatePdfs: true })).toBe(
    "1 file becomes one PDF or more, to download when they are ready. No email.",
  );
  expect(describeCost(3, usage, true)).toBe("Uses 3 of the 147 left this period, more when unpacked");
  const uploaded = { customer: bakery, files: 1, more: true, keptOnly: false };
  expect(describeUploaded({ ...uploaded, choices: separate })).toMatch(/^Separate emails will be sent when/);
  expect(describeUploaded({ ...uploaded, choices: email })).toMatch(/^One combined email will be sent/);
});
