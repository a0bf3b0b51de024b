import { expect, test } from "vitest";
import { binaryContent } from "./binary-content.ts";
import { otherValues } from "./other-values.ts";
import {
  joined,
  listed,
  takeAmount,
  takeAttachment,
  takeIdentifier,
  takePeriod,
  takeQuantity,
  unlessEmpty,
} from "./take.ts";
import { XmlNode } from "./xml-node.ts";

/** An element; a string is its text, nodes are its children. */
function node(name: string, content: string | XmlNode[] = "", attributes: Record<string, string> = {}): XmlNode {
  const made = new XmlNode(name, "", new Map(Object.entries(attributes)));
  if (typeof content === "string") made.text = content;
  else for (const child of content) made.children.push(child);
  return made;
}

function file(sizeBytes: number, attributes: Record<string, string> = {}): XmlNode {
  const made = node("Object", "", attributes);
  made.binary = { sizeBytes, isValid: true };
  return made;
}

const others = (...children: XmlNode[]) =>
  otherValues(node("Invoice", children), "EUR").map(({ path, value }) => `${path}: ${value}`);

test("elements are found by a path of names, in order, and only within it", () => {
  const root = node("Invoice", [
    node("Party", [node("ID", "1"), node("Name", "a"), node("ID", "2")]),
    node("ID", "0"),
    node("Party", [node("ID", "3")]),
  ]);
  expect(root.all("Party/ID").map(({ text }) => text)).toEqual(["1", "2", "3"]);
  expect([root.at("Party/ID")?.text, root.at("ID")?.text, root.at("Name"), root.at("Party/ID/ID")]).toEqual([
    ...["1", "0", undefined, undefined],
  ]);
  expect(root.all("Missing")).toEqual([]);
});

test("texts that were read are not among the other values, and the rest is, with its place", () => {
  const root = node("Invoice", [
    node("ID", "1"),
    node("Note", "a"),
    node("Note", ""),
    node("Note", "b"),
    node("Name", "x"),
  ]);
  expect([root.take("ID"), root.take("Missing"), root.takeAll("Note")]).toEqual(["1", undefined, ["a", "b"]]);
  expect(otherValues(root, undefined)).toEqual([{ path: "Name", value: "x" }]);
});

test("an attribute that was read, or is blank, is not among the other values", () => {
  const id = node("ID", "", { schemeID: " 0088 ", blank: "  ", note: " words " });
  expect([id.attribute("schemeID"), id.attribute("blank"), id.attribute("missing")]).toEqual([
    ...["0088", undefined, undefined],
  ]);
  expect(others(id)).toEqual(["ID › Note: words"]);
  expect(id.attribute("note")).toBe("words");
  expect(others(id), "both were read").toEqual([]);
});

test("a word that only repeats its place is skipped, and another one is shown", () => {
  const root = node("Invoice", [node("Tax", "VAT"), node("Tax", "GST")]);
  root.skip("Tax", /^VAT$/);
  expect(otherValues(root, undefined)).toEqual([{ path: "Tax 2", value: "GST" }]);
});

test("a file that was not read is shown by its size", () => {
  expect(others(file(1_234_567), file(0))).toEqual(["Object 1: A file of 1,234,567 bytes"]);
  const read = file(5);
  expect([read.takeBinary(), others(read)]).toEqual([5, []]);
  expect(node("Object").takeBinary()).toBeUndefined();
});

test.each([
  [
    "its text has details",
    node("Amount", "5", { currencyID: "GBP", unitCode: "C" }),
    ["Amount: 5 (currency ID GBP, unit code C)"],
  ],
  ["its currency is the document's", node("Amount", "5", { currencyID: "EUR" }), ["Amount: 5"]],
  ["another attribute has the currency's value", node("Amount", "5", { unit: "EUR" }), ["Amount: 5 (unit EUR)"]],
  [
    "its attribute is about a code list",
    node("Code", "5", { schemeAgencyID: "6", listURI: "u", languageID: "en" }),
    ["Code: 5"],
  ],
  ["it has attributes alone", node("Code", "", { name: "n", other: "o" }), ["Code › Name: n", "Code › Other: o"]],
])("an element is shown with what it states where %s", (_what, element, values) => {
  expect(others(element)).toEqual(values);
});

test.each([
  ["EstimatedDeliveryDate", "Estimated delivery date"],
  ["PayerPartyIBANID", "Payer party IBANID"],
  ["URIID", "URIID"],
  ["LineTwo2Text", "Line two2 text"],
  ["IDList", "ID list"],
  ["name", "Name"],
  ["InvoiceLine", "Line"],
  ["CreditNoteLine", "Line"],
  ["IncludedSupplyChainTradeLineItem", "Line"],
])("the element %s is called %s", (name, words) => {
  expect(others(node(name, "x"))).toEqual([`${words}: x`]);
});

test("places of repeated elements have numbers, and elements around everything are left out", () => {
  const line = (text: string) => node("InvoiceLine", [node("Note", text)]);
  expect(others(node("SupplyChainTradeTransaction", [line("a"), line("b"), node("Note", "c")]))).toEqual([
    ...["Line 1 › Note: a", "Line 2 › Note: b", "Note: c"],
  ]);
});

test.each([
  ["more than 200 characters of base64", "QUJD".repeat(300), "1,200 characters of encoded data"],
  ["201 characters of base64", "A".repeat(201), "201 characters of encoded data"],
  ["200 characters of base64", "A".repeat(200), "A".repeat(200)],
  ["a long sentence", "some words here ".repeat(20), "some words here ".repeat(20)],
  ["a long text with other signs", "A".repeat(201).concat("!"), "A".repeat(201).concat("!")],
])("a text of %s is shown as such", (_what, text, shown) => {
  expect(others(node("Value", text))).toEqual([`Value: ${shown}`]);
});

test("sixty values for each page that a document may have are shown, and more are refused", () => {
  const line = node("InvoiceLine", "x");
  const many = (count: number) => otherValues(node("Invoice", Array<XmlNode>(count).fill(line)), undefined);
  expect(many(120_000).length).toBe(120_000);
  expect(() => many(120_001)).toThrow(
    expect.objectContaining({ reason: "too-large", detail: expect.stringContaining("about 2,000 pages") }),
  );
});

test("amounts, quantities and identifiers have what stands beside them", () => {
  expect(takeAmount(node("A", "5", { currencyID: "GBP" }))).toEqual({ value: "5", currency: "GBP" });
  expect(takeAmount(node("A", ""))).toBeUndefined();
  expect(takeAmount(undefined)).toBeUndefined();
  expect(takeQuantity(node("Q", "5", { unitCode: "HUR" }))).toEqual({ value: "5", unit: "HUR" });
  expect(takeQuantity(node("Q", "", { unitCode: "HUR" }))).toBeUndefined();
  const id = () => node("ID", "5", { schemeID: "0088", schemeVersionID: "2", listID: "TSP", listVersionID: "3" });
  expect(takeIdentifier(id())).toEqual({ value: "5", scheme: "0088", version: "2" });
  expect(takeIdentifier(id(), ["listID", "listVersionID"])).toEqual({ value: "5", scheme: "TSP", version: "3" });
  expect(takeIdentifier(node("ID"))).toBeUndefined();
});

test("an attached file has its name, type and size, also when it is empty", () => {
  expect(takeAttachment(file(7, { filename: "a.csv", mimeCode: "text/csv" }))).toEqual({
    fileName: "a.csv",
    mimeType: "text/csv",
    sizeBytes: 7,
  });
  expect(takeAttachment(file(0))).toEqual({ fileName: undefined, mimeType: undefined, sizeBytes: 0 });
  expect(takeAttachment(node("Object"))).toBeUndefined();
  expect(takeAttachment(undefined)).toBeUndefined();
});

test("a group without a single value is nothing", () => {
  expect(unlessEmpty({ one: undefined, other: [] })).toBeUndefined();
  expect(unlessEmpty({ one: undefined, other: [1] })).toEqual({ one: undefined, other: [1] });
  expect(unlessEmpty({ one: "", other: [] })).toEqual({ one: "", other: [] });
  expect(takePeriod(undefined, undefined)).toBeUndefined();
  expect(takePeriod(undefined, "b")).toEqual({ start: undefined, end: "b" });
});

test("values are listed and joined where there are some", () => {
  expect([listed(undefined), listed(0)]).toEqual([[], [0]]);
  expect([joined([], "-"), joined([undefined], "-"), joined(["a", undefined, "b"], "-")]).toEqual([
    ...[undefined, undefined, "a-b"],
  ]);
});

const decoded = (text: string) => {
  const content = binaryContent(text, true);
  return content && [Buffer.concat(content.pieces).toString(), content.sizeBytes, content.isValid];
};

test.each([
  ["with padding", "SGVsbG8=", ["Hello", 5, true]],
  ["without padding", "SGVsbG8", ["Hello", 5, true]],
  ["over several lines", " SGVs\n bG8=\n", ["Hello", 5, true]],
  ["with two signs of padding", "SGVsbA==", ["Hell", 4, true]],
  ["with three signs of padding", "SGVsb===", ["Hel", 3, false]],
  ["with other characters", "SGVs*bG8=", ["Hello", 5, false]],
  ["that is blank", " \n ", undefined],
  ["that is nothing", "", undefined],
])("base64 %s is decoded, and it is known whether it is valid", (_what, text, result) => {
  expect(decoded(text)).toEqual(result);
});

test("base64 with padding in its middle is not valid", () => {
  expect(binaryContent("SGVsbG8=SGVs", true)?.isValid).toBe(false);
});

test("long base64 is decoded in pieces, whatever stands at their ends", () => {
  const bytes = Buffer.from(Array.from({ length: 120_000 }, (_, index) => [index & 255, index >> 8]).flat());
  const content = binaryContent(bytes.toString("base64").replaceAll(/.{61}/g, "$&\n"), true);
  expect([content?.sizeBytes, content?.isValid, (content?.pieces.length ?? 0) > 4]).toEqual([240_000, true, true]);
  expect(Buffer.concat(content?.pieces ?? []).equals(bytes)).toBe(true);
  const counted = binaryContent(bytes.toString("base64"), false);
  expect(counted).toEqual({ pieces: [], sizeBytes: 240_000, isValid: true });
  const damaged = binaryContent(`*${bytes.toString("base64")}`, false);
  expect(damaged?.isValid, "a fault in the first piece").toBe(false);
});
