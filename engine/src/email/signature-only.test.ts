import { expect, test } from "vitest";
import { saysNoMoreThanSignature } from "./signature-only.ts";

test.each([
  [""],
  ["\n\u00a0\n"],
  ["Sent from my iPhone"],
  ["Gesendet von Outlook für iOS\nSent from Outlook for Android"],
  ["Get Outlook for iOS<https://aka.ms/o0ukef>"],
  ["Thanks\n\nSent from my Galaxy"],
  ["Sent via BT Email App"],
  ["Hi Sarah,\n\nKind regards,\nAnna Baker"],
  ["Many thanks\nAnna"],
  ["Best regards, Anna"],
  ["-- \nAnna Baker\nBright Bakery"],
  [
    "Kind regards\n\nAnna Baker\nDirector\nBright Bakery Ltd\n12 High Street, Leeds LS1 4AB\nT: 0113 496 0000\nM: 07700 900123\nanna@bakery.example\nwww.bakery.example",
  ],
  ["Anna Baker\nBright Bakery\nTel 0113 496 0000"],
  [
    "Regards\nAnna\n\nThis email and any attachments are confidential and intended solely for the addressee.\nIf you are not the intended recipient, delete it.",
  ],
  ["Registered in England and Wales No. 1234567"],
  ["Virus-free. www.avast.com"],
  ["[cid:image001.png@01D9]"],
])("%j says no more than a signature", (text) => {
  expect(saysNoMoreThanSignature(text)).toBe(true);
});

test.each([
  ["Please find attached my invoices for May.\n\nKind regards\nAnna"],
  ["See attached"],
  ["FYI"],
  ["invoices"],
  ["Invoices May"],
  ["May 2026"],
  ["£1,200.00"],
  ["1200"],
  ["Paid 12/05/2026\n\nSent from my iPhone"],
  ["Thanks, paid by card"],
  ["Hi Sarah, can you book this to March?"],
  ["Dear Sarah\nThe VAT number is wrong.\nRegards\nAnna"],
  ["Regards\nAnna\n\nFrom: Supplier <s@supplier.example>\nSubject: Invoice 12\n\nPlease pay."],
  ["Thanks\n\n-----Original Message-----\nyour invoice"],
  ["On 3 May 2026, Supplier wrote:\n> Total £40"],
  ["The total is 400 now"],
  ["This is confidential: we sell the shop in May."],
  ["Sent from home, the scanner at the office is broken"],
])("%j says something", (text) => {
  expect(saysNoMoreThanSignature(text)).toBe(false);
});

test("the sender's own name alone is a signature, another name is not", () => {
  expect(saysNoMoreThanSignature("Anna\n\nSent from my iPad", "Anna Baker <anna@bakery.example>")).toBe(true);
  expect(saysNoMoreThanSignature("Bernard", "Anna Baker <anna@bakery.example>")).toBe(false);
});

test("a text of more than 8000 characters says something, whatever it is", () => {
  const thanks = (length: number) => "Thanks\n".padEnd(length, "\n");
  expect(saysNoMoreThanSignature(thanks(8000))).toBe(true);
  expect(saysNoMoreThanSignature(thanks(8001))).toBe(false);
});

test.each([
  ["Regards\nOne Two Three Four Five Six", true],
  ["Regards\nOne Two Three Four Five Six Seven", false],
  ["Regards\nLegs Eleven 11", false],
  ["Regards\n11 High Street", true],
  ["Regards\nBright Bakery.", false],
  ["Regards\nHead of Sales and Returns", true],
  ["Regards\nHead to Sales", false],
  ["Bright Bakery\nRegards", false],
  ["Bright Bakery\nLeeds LS1 4AB", true],
  ["Leeds ls1 4AB", false],
  ["Bright Bakery\nAnna", false],
])("whether %j says no more than a signature: %s", (text, expected) => {
  expect(saysNoMoreThanSignature(text)).toBe(expected);
});

test("the sender's name is known in any order, but not with a number", () => {
  expect(saysNoMoreThanSignature("baker anna\nBright Bakery", "Anna Baker")).toBe(true);
  expect(saysNoMoreThanSignature("Anna 2", "Anna Baker")).toBe(false);
  expect(saysNoMoreThanSignature("Anna Smith", "Anna Baker")).toBe(false);
});
