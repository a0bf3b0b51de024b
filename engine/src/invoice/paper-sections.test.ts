import { expect, test } from "vitest";
import type { Block } from "../typeset/strip.ts";
import type { Invoice, Payment } from "./model.ts";
import { furtherBlocks } from "./paper-further.ts";
import { addressLines, partiesStrips } from "./paper-parties.ts";
import { boxed, factGrid, factList, sectionTitle, titled } from "./paper-parts.ts";
import { paymentBlocks } from "./paper-payment.ts";
import { euros, heights, invoiceOf, measure, party, placed, words } from "./paper-testing.ts";

const all = (blocks: Block[]) => placed(blocks.flatMap(({ strips }) => strips));

test("facts in a grid stand under their labels in columns of equal width, without those that have no value", () => {
  const facts = [
    ["a", "1"],
    ["b", "2"],
    ["c", undefined],
    ["", "4"],
  ] as [string, string | undefined][];
  const strips = factGrid(facts, 2, measure);
  expect(placed(strips)).toEqual([
    ...["48, 8.3: a", "304.64, 8.3: b", "48, 21.1: 1", "304.64, 21.1: 2"],
    "48, 52.8: 4",
  ]);
  expect(strips.map(({ isKept = false }) => isKept)).toEqual([true, true, false, true, true, false]);
  expect(placed(factGrid([["label", "v".repeat(49)]], 2, measure)), "the width of a column").toHaveLength(3);
  expect(placed(factGrid([["label", "v".repeat(48)]], 2, measure))).toHaveLength(2);
});

test("facts in a list stand beside their labels, whose width may be another", () => {
  expect(
    placed(
      factList(
        [
          ["a", "1"],
          ["b", "2\n3"],
        ],
        { x: 10, width: 200 },
        measure,
      ),
    ),
  ).toEqual([...["10, 9.6: a", "90, 9.6: 1"], ...["10, 22.8: b", "90, 22.8: 2", "90, 36: 3"]]);
  expect(placed(factList([["a", "v".repeat(20)]], { x: 10, width: 200 }, measure, 100))).toEqual([
    ...["10, 9.6: a", `110, 9.6: ${"v".repeat(20)}`],
  ]);
  expect(placed(factList([["a", "v".repeat(21)]], { x: 10, width: 200 }, measure, 100)), "too wide").toHaveLength(3);
  expect(placed(factList([["l".repeat(17), "v"]], { x: 10, width: 200 }, measure)), "a long label").toHaveLength(3);
});

test("a box is behind all strips and the space around them", () => {
  const background = (height: number) => ({ kind: "box", x: 48, toX: 547.276, y: 0, height, colour: "#F6F3EC" });
  expect(boxed([{ height: 10, marks: [], isKept: true }])).toEqual([
    { height: 9, marks: [background(9)] },
    { height: 10, marks: [background(10)], isKept: true },
    { height: 9, marks: [background(9)] },
  ]);
});

test("the title of a section stays with what follows, and a table under it repeats only its own head", () => {
  expect(sectionTitle("T", measure).map(({ height, isKept }) => [height, isKept])).toEqual([
    ...[
      [18, true],
      [17, true],
      [3, true],
    ],
  ]);
  const head = [{ height: 1, marks: [] }];
  const table = { strips: [...head, { height: 2, marks: [] }], head };
  const block = titled("T", table, measure);
  expect([block.head, block.headEnd, block.strips.length]).toEqual([head, 4, 5]);
  expect(titled("T", { strips: [] }, measure).headEnd).toBe(3);
});

test("seller and buyer stand side by side", () => {
  const seller = { ...party, name: "S", vatId: "DE1", taxId: "T2" };
  const invoice = invoiceOf({
    seller,
    buyer: { ...party, name: "B", contact: { point: ["x", "y"], phone: "1", email: "e" } },
  });
  expect(placed(partiesStrips(invoice, measure))).toEqual([
    ...["48, 8.3: From", "310.64, 8.3: To", "48, 22.45: S", "310.64, 22.45: B"],
    ...["48, 40.1: VAT number", "128, 40.1: DE1", "310.64, 40.1: Contact", "390.64, 40.1: x, y"],
    ...["48, 53.3: Tax number", "128, 53.3: T2", "310.64, 53.3: Telephone", "390.64, 53.3: 1"],
    ...["310.64, 66.5: Email", "390.64, 66.5: e"],
  ]);
  const without = {
    ...party,
    tradingName: "shop",
    ids: [
      { value: "1", scheme: "0088" },
      { value: "2", scheme: undefined },
    ],
  };
  expect(placed(partiesStrips(invoiceOf({ buyer: without }), measure)), "without seller and name").toEqual([
    ...["310.64, 8.3: To", "310.64, 25.1: Trading name", "390.64, 25.1: shop"],
    ...["310.64, 38.3: Identifier", "390.64, 38.3: 1 (GLN)", "390.64, 51.5: 2"],
  ]);
});

test.each([
  ["DE", ["1 Main Street", "40001 City", "Region", "Germany"]],
  ["GB", ["1 Main Street", "City, 40001", "Region", "United Kingdom"]],
  ["IE", ["1 Main Street", "City, 40001", "Region", "Ireland"]],
  [undefined, ["1 Main Street", "40001 City", "Region"]],
])("the lines of an address are in the order of its country %s", (country, lines) => {
  const address = { lines: ["1 Main Street"], city: "City", postCode: "40001", subdivision: "Region", country };
  expect(addressLines(address)).toEqual(lines);
});

test("an address has no empty lines", () => {
  const address = { lines: [], city: undefined, postCode: undefined, subdivision: undefined, country: undefined };
  expect(addressLines(address)).toEqual([]);
  expect(addressLines({ ...address, city: "City" })).toEqual(["City"]);
  expect(addressLines(undefined)).toEqual([]);
});

const nothing: Payment = {
  means: undefined,
  text: undefined,
  account: undefined,
  accountName: undefined,
  bic: undefined,
  card: undefined,
  cardHolder: undefined,
  debitedAccount: undefined,
};

const payment = (values: Parameters<typeof invoiceOf>[0]) =>
  paymentBlocks(invoiceOf({ currency: "EUR", ...values }), measure);

test("ways of payment follow each other on a coloured background, then what they share", () => {
  const payments = [
    { ...nothing, means: "58", text: "fast", bic: "B" },
    { ...nothing, card: "41", cardHolder: "H", debitedAccount: "GB33BUKB20201555555555" },
  ];
  const blocks = payment({
    payments,
    remittance: ["r1", "r2"],
    mandate: "M",
    creditorId: "C",
    paymentTerms: ["a", "b"],
  });
  expect(all(blocks).filter((mark) => !mark.startsWith("box"))).toEqual([
    "60, 36.95: Payment",
    ...["60, 54.6: Means", "140, 54.6: SEPA credit transfer (58) · fast", "60, 67.8: BIC", "140, 67.8: B"],
    ...["60, 88: Card", "140, 88: 41", "60, 101.2: Card holder", "140, 101.2: H"],
    ...["60, 114.4: Debited account", "140, 114.4: GB33 BUKB 2020 1555 5555 55"],
    ...["60, 127.6: Reference", "140, 127.6: r1", "140, 140.8: r2", "60, 154: Mandate", "140, 154: M"],
    ...["60, 167.2: Creditor", "140, 167.2: C", "60, 180.4: identifier"],
    ...["60, 193.6: Terms", "140, 193.6: a", "140, 206.8: b"],
  ]);
  expect(blocks.map(({ isWhole }) => isWhole)).toEqual([true]);
  expect(all(blocks)[0]).toBe("box 48 to 547.28, 16");
});

test.each([
  [{ totals: { due: euros("5") }, dueDate: "2026-01-02" }, "Payment of €5.00 by 2 January 2026"],
  [{ totals: { due: euros("5") } }, "Payment"],
  [{ dueDate: "2026-01-02" }, "Payment"],
])("the payment says how much by when, if it knows both: %j", (values, title) => {
  expect(words(payment({ mandate: "M", ...values }))[0]).toBe(title);
  expect(payment(values), "nothing else to say").toEqual([]);
});

test.each([
  ["DE89370400440532013000", "IBAN", "DE89 3704 0044 0532 0130 00"],
  ["DE89 3704 0044 0532 0130 00", "IBAN", "DE89 3704 0044 0532 0130 00"],
  ["31926819", "Account", "31926819"],
])("the account %s is an %s", (account, label, text) => {
  expect(words(payment({ payments: [{ ...nothing, account }] }))).toEqual(["Payment", label, text]);
});

const further = (values: Partial<Invoice>) => furtherBlocks(invoiceOf(values), measure);

test("notes stand under their subjects", () => {
  const notes = [
    { subject: "AAI", text: "one" },
    { subject: undefined, text: "two" },
    { subject: "QQQ", text: "" },
  ];
  expect(all(further({ notes }))).toEqual([
    ...["48, 29.95: Notes", "48, 46.3: General (AAI)", "48, 59.1: one", "48, 77.3: two", "48, 94.2: QQQ"],
  ]);
  expect(further({})).toEqual([]);
});

const delivery = { name: "Depot", locations: [{ value: "7", scheme: undefined }], date: undefined, address: undefined };
const address = { lines: ["1 Row"], city: undefined, postCode: undefined, subdivision: undefined, country: undefined };

test("delivery and further parties stand two by two, under one title", () => {
  const blocks = further({ delivery, payee: { ...party, name: "P" }, taxRepresentative: { ...party, name: "R" } });
  expect(all(blocks)).toEqual([
    ...["48, 29.95: Delivery and further parties", "48, 46.3: Delivered to", "310.64, 46.3: Payee"],
    ...["48, 60.45: Depot", "310.64, 60.45: P", "48, 78.1: Location", "128, 78.1: 7"],
    ...["48, 100: Seller's tax representative", "48, 114.15: R"],
  ]);
  expect(blocks.map(({ isWhole }) => isWhole)).toEqual([true, true]);
});

test.each([
  [{ name: undefined, locations: [] }, []],
  [{ name: "Depot", locations: [] }, ["Delivered to", "Depot"]],
  [{ name: undefined }, ["Delivered to", "Location", "7"]],
  [{ name: undefined, locations: [], address }, ["Delivered to", "1 Row"]],
])("a delivery is shown where it says more than a date: %j", (values, texts) => {
  const title = texts.length > 0 ? ["Delivery and further parties"] : [];
  expect(words(further({ delivery: { ...delivery, date: "2026-01-01", ...values } }))).toEqual([...title, ...texts]);
});

test("a payee without a delivery is one of further parties", () => {
  expect(words(further({ payee: { ...party, name: "P" } }))).toEqual(["Further parties", "Payee", "P"]);
});

const preceding = (number: string | undefined, date: string | undefined) => ({ number, date });

test.each([
  [[preceding("N", "2026-01-02")], ["Preceding invoice", "N of 2 January 2026"]],
  [
    [preceding("N", undefined), preceding(undefined, "soon")],
    ["Preceding invoices", "N", "of soon"],
  ],
  [[preceding(undefined, undefined)], []],
])("preceding invoices are named by what is known: %j", (given, texts) => {
  expect(words(further({ preceding: given }))).toEqual(texts);
});

test("supporting documents are a table with their file and address", () => {
  const attachment = { fileName: "a.pdf", mimeType: "text/csv", sizeBytes: 5 };
  const documents = [
    { reference: "R", description: ["d", "e"], location: "http", attachment },
    { reference: undefined, description: [], location: undefined, attachment: { ...attachment, fileName: undefined } },
    { reference: "S", description: [], location: undefined, attachment: { ...attachment, mimeType: undefined } },
    { reference: "T", description: [], location: undefined, attachment: undefined },
  ];
  expect(all(further({ documents })).filter((mark) => !mark.startsWith("rule"))).toEqual([
    ...[
      "48, 29.95: Supporting documents",
      "48, 46.3: Reference",
      "178, 46.3: Description",
      "348, 46.3: File or address",
    ],
    ...["48, 67.1: R", "178, 67.1: d", "348, 67.1: a.pdf (text/csv, 5 bytes)", "178, 80.3: e", "348, 80.3: http"],
    ...["348, 101.5: Attached file (text/csv, 5 bytes)", "48, 122.7: S", "348, 122.7: a.pdf (5 bytes)", "48, 143.9: T"],
  ]);
});

test("the file's type, specification and process stand beside wide labels", () => {
  const blocks = further({ typeCode: "380", process: "p", specification: "s" });
  expect(all(blocks)).toEqual([
    ...["48, 29.95: About the file", "48, 47.6: Type of document", "148, 47.6: Invoice (380)"],
    ...["48, 60.8: Specification", "148, 60.8: s", "48, 74: Business process", "148, 74: p"],
  ]);
  expect(blocks[0]?.isWhole).toBe(true);
});

test("values beyond the model are a small table of places and values", () => {
  const blocks = further({ others: [{ path: "a › b", value: "v" }] });
  expect(all(blocks)).toEqual([
    ...["48, 29.95: Also in the file", "48, 46.3: Place in the file", "348, 46.3: Value", "rule 48 to 547.28, 52.5"],
    ...["48, 63.68: a › b", "348, 63.68: v", "rule 48 to 547.28, 68.7"],
  ]);
  expect(heights(blocks)).toEqual([68.7]);
  const colours = blocks[0]?.strips.flatMap(({ marks }) =>
    marks.flatMap((mark) => (mark.kind === "text" ? mark.style.colour : [])),
  );
  expect(colours?.slice(-2), "the value is darker than its place").toEqual(["#696355", "#1D1B16"]);
});
