import type { Box } from "@sheaf/contracts/reading.ts";
import { describe, expect, test } from "vitest";
import type { Cell, PrintedPage, Row } from "./printed-page.ts";
import { supplierOf } from "./supplier.ts";

interface TestCell {
  text: string;
  size?: number;
  left?: number;
  right?: number;
  confidence?: number;
}

/** A page of rows of cells, in a font of 10 points, from 50 to 500 points of its width. */
function pageOf(...rows: (string | TestCell | (string | TestCell)[])[]): PrintedPage {
  return {
    width: 595,
    height: 842,
    isRecognised: false,
    rows: rows.map((row, index) => rowOf([row].flat(), index)),
  };
}

function rowOf(cells: (string | TestCell)[], index: number): Row {
  let start = 0;
  const made = cells.map((given): Cell => {
    const {
      text,
      size = 10,
      left = 50,
      right = 500,
      confidence = 100,
    } = typeof given === "string" ? { text: given } : given;
    const from = start;
    start += text.length + 1;
    let at = from;
    const words = text.split(" ").map((word) => {
      const place = { text: word, left, right, start: at, end: at + word.length };
      at += word.length + 1;
      return {
        ...place,
        read: { text: word, box: [place.start, index, place.end, index + 1] satisfies Box, line: index, confidence },
      };
    });
    return { text, left, right, start: from, end: from + text.length, size, words } as Cell;
  });
  return {
    index,
    text: made.map(({ text }) => text).join("\t"),
    cells: made,
    baseline: 300 + index * 12,
    size: Math.max(...made.map(({ size }) => size)),
  };
}

const supplier = (page: PrintedPage, isAboutMoney = false) => supplierOf(page, isAboutMoney)[0]?.value;
/** Rows of a page that are no names. */
const rest = (count: number) => Array.from({ length: count }, (_, at) => `Total: ${at}`);
const words = rest(20);

describe("the name of a company", () => {
  test("that heads the page is the supplier, where it stands", () => {
    const [found] = supplierOf(pageOf(["Total: 1", "Bexley Timber Ltd (No. 123)"], ...words), false);
    expect(found).toEqual({ kind: "supplier", value: "Bexley Timber Ltd", box: [9, 0, 26, 1], confidence: 100 });
  });

  test.each([
    ["in the third row", [...rest(2), "Bexley Timber Ltd"], "Bexley Timber Ltd"],
    ["in the fourth row", [...rest(3), "Bexley Timber Ltd"], undefined],
    ["below another name", ["Quiet Meadow", "Bexley Timber Ltd"], undefined],
  ])("%s is found or too weak", (_, head, name) => {
    expect(supplier(pageOf(...head, ...words))).toBe(name);
  });

  test("of which a short form stands above it in large letters is found whole", () => {
    expect(supplier(pageOf({ text: "Bexley", size: 30 }, "Bexley Timber Ltd", ...words, "bexleytimber.com"))).toBe(
      "Bexley Timber Ltd",
    );
    expect(supplier(pageOf({ text: "Bexley Ltd", size: 30 }, "Bexley Timber", ...words))).toBe("Bexley Ltd");
  });

  test.each([
    [12.4, "Bexley Timber Ltd"],
    [12.3, undefined],
  ])("of %d points beside another of 10 points is found only when it stands out", (size, name) => {
    expect(supplier(pageOf([{ text: "Bexley Timber Ltd", size }, "Harbour Foods Ltd"], ...words))).toBe(name);
  });

  test("that is printed beside a longer form of itself is found in that form", () => {
    expect(supplier(pageOf(["Bexley Timber Ltd", "Bexley Timber Limited"], ...words))).toBe("Bexley Timber Limited");
  });

  test("of the addressee is not the supplier, wherever else it stands", () => {
    const address = ["Invoice to:", "Harbour Foods Ltd", "1 Quay Street", "Bristol BS1 4AB"];
    expect(supplier(pageOf("Harbour Foods Ltd", ...words, ...address))).toBeUndefined();
    expect(supplier(pageOf("Harbour Foods Ltd", ...words))).toBe("Harbour Foods Ltd");
  });
});

describe("the head of a page", () => {
  const name = { text: "Bexley Timber Ltd" };
  const web = "www.bexleytimber.co.uk";

  test.each([
    [5, 8, true],
    [6, 8, false],
    [9, 40, true],
    [10, 40, false],
    [39, 200, true],
    [40, 200, false],
  ])("has the row with the index %i of %i rows: %s", (at, count, isFound) => {
    const rows = rest(count - 1).with(-1, web);
    expect(supplier(pageOf(...rows.slice(0, at), name, ...rows.slice(at)))).toBe(isFound ? name.text : undefined);
  });

  test.each([
    [5, true],
    [6, false],
  ])("has the cell with the index %i of a row: %s", (at, isFound) => {
    expect(supplier(pageOf([...rest(at), name], ...words))).toBe(isFound ? name.text : undefined);
  });

  test.each([
    [90, true],
    [91, false],
  ])("has lines of up to %i letters: %s", (length, isFound) => {
    const text = "Bexley Timber Ltd (1";
    expect(supplier(pageOf(`${text}${"x".repeat(length - text.length - 1)})`, ...words))).toBe(
      isFound ? name.text : undefined,
    );
  });

  test.each([
    [60, true],
    [59, false],
  ])("has words of the confidence %i: %s", (confidence, isFound) => {
    expect(supplier(pageOf({ ...name, confidence }, ...words))).toBe(isFound ? name.text : undefined);
  });

  test("begins with its first legible row", () => {
    const traces = Array.from({ length: 10 }, () => ({ text: "Il. ii", confidence: 20 }));
    expect(supplier(pageOf(...traces, name, ...words))).toBe(name.text);
    expect(supplier(pageOf(...traces.map(() => "a . b"), name, ...words))).toBe(name.text);
  });
});

describe("a name without a company's suffix", () => {
  const name = "Quiet Meadow";

  test.each([
    ["www.quietmeadow.co.uk", true],
    ["anna@quiet.com", true],
    ["anna@quietmeadowfarm.org", true],
    ["www.qui.com", false],
    ["www.loudmeadow.co.uk", false],
  ])("is the supplier's when %s stands on the page: %s", (web, isFound) => {
    expect(supplier(pageOf(name, ...words, web))).toBe(isFound ? name : undefined);
  });

  test("is not confirmed by standing on the page twice", () => {
    expect(supplier(pageOf({ text: name, size: 20 }, ...words, name))).toBeUndefined();
    expect(supplier(pageOf(...rest(3), "Meadow Ltd", ...words, "Meadow"))).toBe("Meadow Ltd");
    expect(supplier(pageOf(...rest(3), "Field Ltd", ...words, "Field"))).toBeUndefined();
    expect(supplier(pageOf(...rest(3), "Meadow Ltd", ...words, "Meado"))).toBeUndefined();
  });

  test.each([
    ["Invoice", 13.9, true, name],
    ["Invoice", 13.8, true, undefined],
    ["Invoice", 13.9, false, undefined],
    ["Invoice No. 12", 13.9, true, name],
    ["Minutes", 30, true, undefined],
  ])("above %j, of %d points, on a page about money: %s", (title, size, isAboutMoney, found) => {
    expect(supplier(pageOf({ text: name, size }, title, ...words), isAboutMoney)).toBe(found);
  });

  const narrow = (left: number, right: number, ...rows: (string | TestCell)[]) =>
    pageOf(...rows.map((row) => ({ ...(typeof row === "string" ? { text: row } : row), left, right })));

  test.each([
    [100, 459, name],
    [100, 460, undefined],
    [400, 599, name],
  ])("on a receipt from %i to %i points is found when the receipt is narrow", (left, right, found) => {
    expect(supplier(narrow(left, right, name, ...words), true)).toBe(found);
    expect(supplier(narrow(left, right, name, ...words), false)).toBeUndefined();
  });

  test.each([
    [2, 16, name],
    [3, 16, undefined],
    [3, 20, undefined],
  ])("on a receipt below %i rows, of %d points, is found only near its top", (depth, size, found) => {
    expect(supplier(narrow(100, 300, ...rest(depth), { text: name, size }, ...words), true)).toBe(found);
  });
});

describe("a line is no name", () => {
  test.each([
    ["of two letters", "Ab"],
    ["of a suffix alone", "The Company Ltd"],
    ["of three letters besides", "The Abc Co Ltd"],
    ["of more than 60 letters", `Bexley ${"x".repeat(50)} Ltd`],
    ["of more than nine words", "We Sell Oak And Ash And Elm To You Ltd"],
    ["with a street", "12 Quay Road Ltd"],
    ["with a telephone number", "Tel 01234"],
    ["that is an address on the web", "www.bexley.com"],
    ["with an amount", "Bexley Timber 12.50 Ltd"],
    ["with a date", "Bexley Timber 1 May 2026 Ltd"],
  ])("%s", (_, line) => {
    expect(supplier(pageOf({ text: line, size: 20 }, ...words))).toBeUndefined();
  });

  test.each([
    ["of four letters besides its suffix", "The Abcd Co Ltd"],
    ["of 60 letters", `Bexley ${"x".repeat(49)} Ltd`],
    ["of nine words", "We Sell Oak And Ash And Elm To Ltd"],
  ])("but one %s is", (_, line) => {
    expect(supplier(pageOf({ text: line, size: 20 }, ...words))).toBe(line);
  });
});
