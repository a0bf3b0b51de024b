import { expect, test } from "vitest";
import { isAddressLike, withoutAddresses } from "./address-like.ts";

test.each([
  ["service@paypal.com", "service at paypal com"],
  ["PayPal <service@paypal.com>", "PayPal <service at paypal com>"],
  ["service＠paypal．com", "service at paypal com"],
  ["@barclays", "at barclays"],
  ["www.hmrc.gov.uk refunds", "www hmrc gov uk refunds"],
  ["https://hmrc.example", "https hmrc.example"],
  ["Smith.co.uk", "Smith co uk"],
  ["x.com", "x com"],
])("%s is recognised as an address and replaced", (name, replaced) => {
  expect(isAddressLike(name)).toBe(true);
  expect(withoutAddresses(name)).toBe(replaced);
  expect(isAddressLike(replaced)).toBe(false);
});

test.each([
  "Okafor & Co.",
  "J.Smith & Sons Ltd.",
  "St.John Accountants",
  "A.J. Me",
  "Müller ½ & Söhne",
  "No.1 Books",
  "ﬁne print",
])("%s is not recognised as an address and stays unchanged", (name) => {
  expect(isAddressLike(name)).toBe(false);
  expect(withoutAddresses(name)).toBe(name);
});

test("a text of 500,000 letters, which no name can have, is examined in one pass", () => {
  const long = "x".repeat(500_000);
  expect(isAddressLike(long)).toBe(false);
  expect(withoutAddresses(`${long}.co.uk`)).toBe(`${long} co uk`);
});
