import type { Pen, TextStyle } from "@sheaf/engine/pdf/draw-page.ts";
import { a4 } from "@sheaf/engine/pdf/geometry.ts";
import { beforeEach, expect, test, vi } from "vitest";
import type { ReceiptContent } from "./content.ts";
import { drawReceipt } from "./draw.ts";

interface Text {
  x: number;
  y: number;
  size: number;
  look: string;
}

/** Every letter is one point wide per point of its size. */
const wrap: Pen["wrap"] = (words, width, { size }) => {
  const lines: string[] = [];
  for (const word of words.split(" ").filter(Boolean)) {
    const longer = [lines.at(-1) ?? "", word].join(" ").trim();
    if (lines.length > 0 && longer.length * size <= width) lines.splice(-1, 1, longer);
    else lines.push(word);
  }
  return lines;
};

let texts: Map<string, Text>;
let rules: number[][];
let title: string;
vi.mock("@sheaf/engine/pdf/draw-page.ts", () => ({
  async drawPage(about: { title: string }, draw: (pen: Pen) => void) {
    title = about.title;
    draw({
      text(words: string, x: number, y: number, { size, bold, colour, align }: TextStyle) {
        const look = `${bold ? "bold " : ""}${colour}${align ? ` ${align}` : ""}`;
        texts.set(words, { x, y: rounded(y), size, look });
      },
      rule: (x, toX, y, { width }) => void rules.push([x, toX, rounded(y), width]),
      wrap,
    });
    return new Uint8Array([1, 2]);
  },
}));
beforeEach(() => {
  texts = new Map();
  rules = [];
});

/** Rounded as the coordinates that are drawn. */
const rounded = (at: number) => Math.round(at * 1000) / 1000;
const [left, right, bottom] = [64, a4.width - 64, a4.height];
const [ink, muted] = ["#1D1B16", "#696355"];

const receipt: ReceiptContent = {
  title: "Receipt",
  number: "R-1",
  date: "1 May 2026",
  seller: { name: "Sheaf Ltd", lines: ["1 High St", "VAT 1"] },
  buyer: "Okafor",
  items: [{ what: "Solo", detail: null, amount: "£9.00" }],
  sums: [{ label: "Total", amount: "£9" }],
  facts: [
    { label: "Paid by", value: "PayPal" },
    { label: "Reference", value: "PP1" },
  ],
  footer: "Thank you",
};

async function drawn(change: Partial<ReceiptContent> = {}) {
  await drawReceipt({ ...receipt, ...change }, new Date(0));
  return (words: string) => texts.get(words) ?? expect.unreachable(`“${words}” is not drawn`);
}

test("a receipt is a file with its title and number", async () => {
  expect(await drawReceipt(receipt, new Date(0))).toEqual(Buffer.from([1, 2]));
  expect(title).toBe("Receipt R-1");
});

test("the seller is at the top left, the name larger and bold", async () => {
  const at = await drawn();
  expect(at("Sheaf Ltd")).toEqual({ x: left, y: 76, size: 12, look: `bold ${ink}` });
  expect(at("1 High St")).toEqual({ x: left, y: 94.4, size: 9, look: muted });
  expect(at("VAT 1")).toMatchObject({ x: left, y: 107.45 });
});

test("title, number, date and buyer follow, at the same height for every short address", async () => {
  const at = await drawn();
  expect(at("Receipt")).toEqual({ x: left, y: 196, size: 26, look: `bold ${ink}` });
  expect(at("Number")).toEqual({ x: left, y: 236, size: 9, look: muted });
  expect(at("Date")).toMatchObject({ x: 200, y: 236 });
  expect(at("For")).toMatchObject({ x: 326, y: 236 });
  expect(at("R-1")).toEqual({ x: left, y: 252, size: 10.5, look: ink });
  expect(at("1 May 2026").x).toBe(200);
  expect(at("Okafor")).toMatchObject({ x: 326, y: 252 });
});

test("a long address moves the title down", async () => {
  const lines = Array.from({ length: 9 }, (_, index) => `Line ${index}`);
  const at = await drawn({ seller: { name: "Sheaf Ltd", lines } });
  const end = 76 + 12 * 1.45 + 1 + 9 * 9 * 1.45;
  expect(at("Receipt").y).toBeCloseTo(end + 64, 3);
});

test("the items stand between two lines, their amounts at the right", async () => {
  const at = await drawn();
  const top = 252 + 10.5 * 1.45 - 15 + 44;
  expect(at("What")).toEqual({ x: left, y: 296.225, size: 9, look: muted });
  expect(at("What").y).toBeCloseTo(top, 3);
  expect(at("Amount")).toEqual({ x: right, y: 296.225, size: 9, look: `${muted} right` });
  expect(at("Solo")).toEqual({ x: left, y: 324.225, size: 10.5, look: ink });
  expect(at("£9.00")).toEqual({ x: right, y: 324.225, size: 10.5, look: `${ink} right` });
  expect(rules.slice(0, 2)).toEqual([
    [left, right, 304.225, 0.9],
    [left, right, 334.45, 0.75],
  ]);
});

test("a total alone has a double line below it", async () => {
  const at = await drawn();
  // 14 below the end of the item, and 6 for the total.
  expect(at("Total")).toEqual({ x: 326, y: 365.45, size: 12, look: `bold ${ink}` });
  expect(at("£9")).toEqual({ x: right, y: 365.45, size: 12, look: `bold ${ink} right` });
  expect(rules.slice(2)).toEqual([
    [326, right, 375.45, 0.9],
    [326, right, 377.95, 0.9],
    [left, right, rounded(bottom - 74), 0.75],
  ]);
});

test("a total below other sums has a line above it, too", async () => {
  const sums = [
    { label: "Net", amount: "£7" },
    { label: "VAT", amount: "£2" },
    { label: "Total", amount: "£9" },
  ];
  const at = await drawn({ sums });
  expect(at("Net")).toEqual({ x: 326, y: 359.45, size: 10.5, look: ink });
  expect(at("£7")).toEqual({ x: right, y: 359.45, size: 10.5, look: `${ink} right` });
  expect(at("VAT").y).toBe(379.45);
  expect(at("Total").y).toBe(405.45);
  expect(rules.slice(2, 5).map(([, , y]) => y)).toEqual([388.45, 415.45, 417.95]);
});

test("facts are below the sums, and the footer at the end of the page", async () => {
  const at = await drawn();
  expect(at("Paid by")).toEqual({ x: left, y: 431.45, size: 9, look: muted });
  expect(at("PayPal")).toEqual({ x: 160, y: 431.45, size: 9.5, look: ink });
  expect(at("Reference").y).toBeCloseTo(431.45 + 9.5 * 1.45 + 3, 3);
  expect(at("Thank you")).toEqual({ x: left, y: rounded(bottom - 56), size: 9, look: muted });
});

test("an item's detail is below it in small letters, and the next item below that", async () => {
  const items = [
    { what: "Solo", detail: "30 days", amount: "£9.00" },
    { what: "Credit", detail: null, amount: "-£1.00" },
  ];
  const at = await drawn({ items });
  const y = 324.225 + 10.5 * 1.45;
  expect(at("30 days")).toEqual({ x: left, y: rounded(y), size: 9, look: muted });
  expect(at("Credit").y).toBeCloseTo(y + 9 * 1.45 + 14, 3);
});

test.each([
  ["number", { number: "aaaaaa bbbbbb" }, "bbbbbb"],
  ["number that just fits", { number: "aaaa bbbbbb" }, "aaaa bbbbbb"],
  ["date", { date: "aaaaaa bbbb" }, "bbbb"],
  ["date that just fits", { date: "aaaaa bbbb" }, "aaaaa bbbb"],
  ["buyer", { buyer: "aaaaaaaaaa bbbbbbbbb" }, "bbbbbbbbb"],
  ["buyer that just fits", { buyer: "aaaaaaaaaa bbbbbbbb" }, "aaaaaaaaaa bbbbbbbb"],
  ["seller", { seller: { name: `${"a".repeat(20)} ${"b".repeat(18)}`, lines: [] } }, "b".repeat(18)],
  ["address", { seller: { name: "S", lines: [`${"a".repeat(30)} ${"b".repeat(21)}`] } }, "b".repeat(21)],
  ["item", { items: [{ what: `${"a".repeat(20)} ${"b".repeat(14)}`, detail: null, amount: "" }] }, "b".repeat(14)],
  ["detail", { items: [{ what: "A", detail: `${"a".repeat(20)} ${"b".repeat(19)}`, amount: "" }] }, "b".repeat(19)],
  ["fact", { facts: [{ label: "L", value: `${"a".repeat(20)} ${"b".repeat(19)}` }] }, "b".repeat(19)],
  ["fact that just fits", { facts: [{ label: "L", value: `${"a".repeat(20)} bb` }] }, `${"a".repeat(20)} bb`],
])("a %s is wrapped only where its column ends", async (_, change, line) => {
  await drawn(change);
  expect([...texts.keys()]).toContain(line);
});

test("the longest column moves the items down", async () => {
  const at = await drawn({ buyer: "aaaaaaaaaa bbbbbbbbbb cccccccccc" });
  expect(at("bbbbbbbbbb").y).toBeCloseTo(252 + 10.5 * 1.45, 3);
  expect(at("What").y).toBeCloseTo(252 + 3 * 10.5 * 1.45 - 15 + 44, 3);
});

test("an empty value takes one line", async () => {
  const at = await drawn({
    facts: [
      { label: "A", value: "" },
      { label: "B", value: "b" },
    ],
  });
  expect(at("B").y).toBeCloseTo(431.45 + 9.5 * 1.45 + 3, 3);
});
