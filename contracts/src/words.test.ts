import { expect, test } from "vitest";
import { isCounted } from "./counted-files.ts";
import { isRequired } from "./customer-columns.ts";
import { documentTitle, landingTitle } from "./page-title.ts";
import { hasPage, pagePath } from "./pages.ts";
import { paymentReference } from "./payment-reference.ts";
import { adviceAtLimit } from "./refusal-words.ts";
import { count, number, pounds } from "./words.ts";

test.each([
  [0, "0 files"],
  [1, "1 file"],
  [2, "2 files"],
  [1284, "1,284 files"],
])("%i is counted as %j", (value, words) => {
  expect(count(value, "file")).toBe(words);
});

test("a word with its own plural is counted with it", () => {
  expect([count(1, "copy", "copies"), count(3, "copy", "copies")]).toEqual(["1 copy", "3 copies"]);
  expect(number(1_000_000)).toBe("1,000,000");
});

test.each([
  [0, "£0.00"],
  [5, "£0.05"],
  [2400, "£24.00"],
  [123_456, "£1,234.56"],
])("%i pence are %j", (pence, words) => {
  expect(pounds(pence)).toBe(words);
});

test("a payment’s reference is the end of the practice’s id in capitals", () => {
  expect(paymentReference("5f0c7a52-7b1c-4b7e-9a53-0d1f7f3a91c2")).toBe("SHEAF-7F3A91C2");
});

test("a tab’s title ends with the product’s name, which the landing page’s title contains already", () => {
  expect([documentTitle("Pricing"), documentTitle(landingTitle)]).toEqual(["Pricing · Sheaf", landingTitle]);
});

test("files that were left out, unpacked or set aside are not counted", () => {
  const states = ["waiting", "converted", "refused", "failed", "left-out", "unpacked", "set-aside"] as const;
  expect(states.filter((state) => isCounted({ state }))).toEqual(["waiting", "converted", "refused", "failed"]);
});

test("only name and email of a customer are required", () => {
  expect((["name", "email", "outputEmail", "company", "reference"] as const).filter(isRequired)).toEqual([
    ...["name", "email"],
  ]);
});

test.each([
  ["month.zip", "Unpack it and add the files inside."],
  ["mail.eml", "Save its attachments and add them."],
  ["scan.pdf", "Split it and replace it."],
  ["ledger.csv", "Split it and replace it."],
  ["letter.txt", "Split it and replace it."],
  ["plan.svg", "Save it as PDF or PNG and replace it."],
  ["photo.jpg", "Save it with fewer pixels and replace it."],
  ["talk.pptx", "Save it as PDF and replace it."],
  ["book.xlsx", "Split it or save it as PDF and replace it."],
  ["unknown", "Split it or save it as PDF and replace it."],
])("the advice for %s at a limit is %j", (name, words) => {
  expect(adviceAtLimit(name)).toBe(words);
});

test.each([
  ["/Pricing/", undefined, "/pricing"],
  ["/", undefined, "/"],
  ["//", undefined, "/"],
  ["/customers/7", undefined, "/customers/:id"],
  ["/customers/7/8", undefined, undefined],
  ["/constructor", undefined, undefined],
  ["/pricing", "service", "/pricing"],
  ["/pricing", "practice", undefined],
  ["/help", "practice", "/help"],
  ["/nothing", "practice", undefined],
] as const)("the path %s in an installation of kind %s is the page %s", (path, kind, page) => {
  expect(pagePath(path, kind)).toBe(page);
});

test("an installation of kind “practice” has no pages about payments", () => {
  expect((["/pricing", "/refund", "/subscribe", "/help"] as const).map((path) => hasPage("practice", path))).toEqual([
    ...[false, false, false, true],
  ]);
  expect(hasPage("service", "/refund")).toBe(true);
});
