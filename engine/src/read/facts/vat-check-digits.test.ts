import { expect, test } from "vitest";
import { isVatNumber, remainderOf97 } from "./vat-check-digits.ts";

/** Numbers with right check digits, most of them without a zero, so that each digit counts. */
const right: Readonly<Record<string, readonly string[]>> = {
  GB: ["GB917884325", "GB768677598", "GB964968298", "GB287482316"],
  DE: ["DE378588613", "DE486252217", "DE917911374", "DE136695976"],
  AT: ["ATU58434689", "ATU93498536", "ATU86948965", "ATU13585627"],
  BE: ["BE1435322856", "BE0845258493", "BE0256828383", "BE0428759497"],
  DK: ["DK96136773", "DK28911386", "DK55651574", "DK27594174"],
  FI: ["FI98361831", "FI56588384", "FI65211335", "FI52816482"],
  FR: ["FR27935689262", "FR84345979527", "FR22899512884", "FR83404833048"],
  IT: ["IT95335685566", "IT45935934559", "IT61458214378", "IT00743110157"],
  LU: ["LU67938447", "LU25628756", "LU32496425", "LU75175662"],
  PL: ["PL8925871682", "PL8628815438", "PL4438687691", "PL8567346215"],
  PT: ["PT916439852", "PT769154662", "PT663642957", "PT928825957"],
  SE: ["SE778515142901", "SE259581469601", "SE161787214601", "SE124931863301"],
  IE: ["IE4421397WF", "IE4116984NA", "IE5781695S", "IE4948829H", "IE6433435F", "IE4849139QD"],
};

test.each(Object.entries(right))("%s: numbers with right check digits are VAT numbers", (_country, numbers) => {
  for (const number of numbers) expect(isVatNumber(number), number).toBe(true);
});

/** British numbers are right for two sums, so that some changes of a digit are not told. */
const exact = Object.entries(right).filter(([country]) => country !== "GB");

test.each(exact)("%s: a number is none with one other digit", (country, numbers) => {
  for (const number of numbers) {
    for (const [at, digit] of [...number].entries()) {
      if (!/\d/.test(digit) || (country === "SE" && at >= 12)) continue;
      const others = [..."0123456789"].filter((other) => other !== digit);
      const found = others.map((other) => number.slice(0, at) + other + number.slice(at + 1)).filter(isVatNumber);
      expect(found, number).toEqual([]);
    }
  }
});

test.each([
  ["GB123456782", true],
  ["GB123456727", true],
  ["GB123456728", false],
  ["GB123456783", false],
  ["GB123456781", false],
  ["GB123456726", false],
  ["XI123456782", true],
  ["XI123456783", false],
  ["GB123456782001", true],
  ["GB12345678200", false],
  ["GB000000000", false],
  ["GB000000140", true],
  ["GBGD000", true],
  ["GBGD499", true],
  ["GBGD500", false],
  ["GBHA499", false],
  ["GBHA500", true],
  ["GBHA999", true],
])("British number %s: %s", (number, isRight) => {
  expect(isVatNumber(number)).toBe(isRight);
});

test.each([
  ["a German one that ends in 0", "DE123456000", true],
  ["an Austrian one that ends in 0", "ATU12345620", true],
  ["a Finnish one that ends in 0", "FI10000020", true],
  ["a Finnish one that begins with zeros", "FI00000019", true],
  ["a Finnish one of zeros", "FI00000000", false],
  ["a Portuguese one whose check digit would have two digits", "PT100000010", true],
  ["a Portuguese one that ends in 0", "PT510000010", true],
  ["an Italian one of zeros", "IT00000000000", false],
  ["an Italian one that begins with six zeros", "IT00000010009", true],
  ["the first Belgian one", "BE0000000097", true],
  ["a French one with zeros as check digits", "FR00000000093", true],
  ["the first of Luxembourg", "LU10000053", true],
  ["a Swedish one that does not end in 01", "SE778515142902", false],
  ["an Irish one with the first letter", "IE1234577W", true],
  ["an Irish one whose second letter is the first", "IE1234581WA", true],
  ["an Irish one whose second letter is the last", "IE1234598TI", true],
  ["an Irish one with another second letter", "IE1234598TH", false],
  ["a Dutch one of the old form", "NL123456782B01", true],
  ["a Dutch one of the old form with a wrong check digit", "NL123456783B01", false],
  ["a Dutch one of the old form of zeros", "NL000000000B01", false],
  ["a Dutch one with seven zeros", "NL000000012B01", true],
  ["a Dutch one of the new form", "NL123456838B57", true],
  ["a Dutch one of the new form with other check digits", "NL123456838B58", false],
  ["one of a country whose numbers are not checked", "ES12345678", false],
  ["nothing", "", false],
])("%s: %s is %s", (_what, number, isRight) => {
  expect(isVatNumber(number)).toBe(isRight);
});

test.each([
  ["0", 0],
  ["96", 96],
  ["97", 0],
  ["98", 1],
  ["A", 10],
  ["9", 9],
  ["Z", 35],
  ["1A", 13],
  ["WEST12345698765432GB82", 1],
])("%s leaves %i when it is divided by 97", (text, remainder) => {
  expect(remainderOf97(text)).toBe(remainder);
});
