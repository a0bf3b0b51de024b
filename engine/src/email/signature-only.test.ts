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
