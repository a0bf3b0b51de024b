import type { Box } from "@sheaf/contracts/reading.ts";
import { describe, expect, test } from "vitest";
import { bankAccountsOf } from "./bank-accounts.ts";
import { ibansOf } from "./ibans.ts";
import { niNumbersOf } from "./ni-numbers.ts";
import type { Cell, PrintedPage, Row } from "./printed-page.ts";
import { vatNumbersOf } from "./vat-numbers.ts";

/** A page of rows whose cells are separated by tabs; each word has a box of its own column and row. */
function pageOf(...texts: string[]): PrintedPage {
  return { width: 595, height: 842, isRecognised: false, rows: texts.map(rowOf) };
}

function rowOf(text: string, index: number): Row {
  let start = 0;
  const cells = text.split("\t").map((cellText): Cell => {
    const from = start;
    start += cellText.length + 1;
    let at = from;
    const words = cellText.split(" ").map((word) => {
      const place = { text: word, left: at, right: at + word.length, start: at, end: at + word.length };
      at += word.length + 1;
      return {
        ...place,
        read: {
          text: word,
          box: [place.start, index, place.end, index + 1] satisfies Box,
          line: index,
          confidence: 100 - index,
        },
      };
    });
    return {
      text: cellText,
      left: from,
      right: from + cellText.length,
      start: from,
      end: from + cellText.length,
      size: 10,
      words,
    } as Cell;
  });
  return { index, text, cells, baseline: 100 + index * 12, size: 10 };
}

describe("a bank account", () => {
  const found = (...rows: string[]) => bankAccountsOf(pageOf(...rows)).map(({ value }) => value);
  const [code, number, account] = ["Sort code: 20-10-26", "Account: 12345678", "201026 12345678"];
  const blank = (count: number) => Array.from({ length: count }, () => "words");

  test("is a sort code with the account number nearest to it, where both stand", () => {
    const [one] = bankAccountsOf(pageOf("words", code, number));
    expect(one).toEqual({ kind: "bank-account", value: account, box: [9, 1, 19, 3], confidence: 98 });
  });

  test.each<[string, string[], string[]]>([
    ["three rows below", [code, ...blank(2), number], [account]],
    ["four rows below", [code, ...blank(3), number], []],
    ["three rows above", [number, ...blank(2), code], [account]],
    ["four rows above", [number, ...blank(3), code], []],
    ["on its row", [`${code}\t${number}`], [account]],
    ["nearer than another", [code, "Account: 11112222", number], ["201026 11112222"]],
    ["as near as another", ["Account: 11112222", code, number], []],
    ["as near as the same one", [number, code, number], [account]],
    ["below its label", ["Sort code\twords\tAccount", "20-10-26\twords\t12345678"], [account]],
    ["without a label, directly behind it", ["20-10-26 12345678"], [account]],
    ["without a label, further away", ["20-10-26 words 12345678"], []],
    ["in two groups", [code, "Account: 1234 5678"], [account]],
    ["within 60 letters of its label", [code, `Account${" ".repeat(45)}12345678`], [account]],
    ["beyond 60 letters of its label", [code, `Account${" ".repeat(46)}12345678`], []],
    ["that belongs to a longer number", [code, "Account: 123456789"], []],
  ])("with an account number %s", (_, rows, accounts) => {
    expect(found(...rows)).toEqual(accounts);
  });

  test("that is printed without labels has the box of both numbers", () => {
    const [one] = bankAccountsOf(pageOf("Pay 20-10-26 12345678 now"));
    expect(one).toMatchObject({ value: account, box: [4, 0, 21, 1], confidence: 100 });
  });
});

describe("an IBAN", () => {
  const iban = "GB82 WEST 1234 5698 7654 32";
  const plain = iban.replaceAll(" ", "");
  const found = (text: string) => ibansOf(pageOf(text)).map(({ value }) => value);

  test.each<[string, string, string[]]>([
    ["in groups", `IBAN ${iban}`, [plain]],
    ["in one", `IBAN:${plain}.`, [plain]],
    ["in small letters", plain.toLowerCase(), [plain]],
    ["with a wrong digit", iban.replace("5698", "5699"), []],
    ["with a digit too many", `${plain}1`, []],
    ["with a word behind it", `${iban} words`, [plain]],
    ["that is cut off", iban.slice(0, -1), []],
    ["of another country", "DE89 3704 0044 0532 0130 00", ["DE89370400440532013000"]],
    ["of no country", "ZZ82 WEST 1234 5698 7654 32", []],
    ["with other marks", iban.replaceAll(" ", "-"), []],
    ["after letters", `A${plain}`, []],
  ])("%s is found or not", (_, text, ibans) => {
    expect(found(text)).toEqual(ibans);
  });

  test("is where it stands", () => {
    expect(ibansOf(pageOf(`IBAN ${iban} words`))[0]?.box).toEqual([5, 0, 32, 1]);
  });
});

describe("a National Insurance number", () => {
  const found = (...rows: string[]) => niNumbersOf(pageOf(...rows)).map(({ value }) => value);

  test.each<[string, string[], string[]]>([
    ["in pairs", ["words AB 12 34 56 C"], ["AB123456C"]],
    ["in one without a label", ["words AB123456C"], []],
    ["in one beside its label", ["NI number AB123456C"], ["AB123456C"]],
    ["in one below its label", ["National Insurance", "ab123456c"], ["AB123456C"]],
    ["in one two rows below its label", ["National Insurance", "words", "AB123456C"], []],
    ["that is not issued", ["NI number BG123456C"], []],
  ])("%s is found or not", (_, rows, numbers) => {
    expect(found(...rows)).toEqual(numbers);
  });
});

describe("a VAT number", () => {
  const found = (text: string) => vatNumbersOf(pageOf(text)).map(({ value, box }) => [value, ...box]);

  test.each([
    ["words GB 980 7806 84 words", "GB980780684", 6, 20],
    ["VAT no 980 780 684 words", "GB980780684", 7, 18],
    ["words DE 136 695 976 words", "DE136695976", 6, 20],
  ])("in %j is where it stands", (text, value, from, to) => {
    expect(found(text)).toEqual([[value, from, 0, to, 1]]);
  });

  test.each([
    [60, 1],
    [61, 0],
  ])("without its country is found up to 60 letters from the beginning of its label: %i", (distance, count) => {
    expect(found(`VAT${" ".repeat(distance - 3)}980780684`)).toHaveLength(count);
  });

  test("without its country is none before its label, or behind another country", () => {
    expect(found("980780684 VAT")).toEqual([]);
    expect(found("VAT XX 980780684")).toEqual([]);
  });
});
