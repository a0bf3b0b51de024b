import { PDFContext, type PDFDict, PDFHexString, type PDFObject, PDFRef } from "@cantoo/pdf-lib";
import { expect, test } from "vitest";
import { dropDeadItems, readOutline, writeOutline } from "./outline.ts";

const context = PDFContext.create();
const target = (page: number) => context.obj([PDFRef.of(page), "Fit"]);
interface Entries {
  title?: string;
  /** Page of its destination. */
  to?: number;
  others?: object;
  kids?: PDFDict[];
}

/** Chains items by Next, and makes a catalogue of the first. */
function chain(items: PDFDict[]): PDFDict | undefined {
  for (const [index, one] of items.entries()) {
    const next = items[index + 1];
    if (next) one.set(context.obj("Next"), next);
  }
  return items[0];
}
const item = ({ title, to, others = {}, kids = [] }: Entries): PDFDict =>
  context.obj({
    ...(title !== undefined && { Title: PDFHexString.fromText(title) }),
    ...(to !== undefined && { Dest: target(to) }),
    ...others,
    ...(kids.length > 0 && { First: chain(kids) }),
  } as never) as never;
/** Every destination stays as it is. */
const read = (...items: PDFDict[]) => {
  const catalog: PDFDict = context.obj({ Outlines: { First: chain(items) } } as never) as never;
  return readOutline({ context, catalog, pages: [], isTree: true }, (found?: PDFObject) => found as never);
};
interface Titled {
  title: string;
  children: Titled[];
}
const titles = (items: Titled[]): unknown[] =>
  items.map(({ title, children }) => (children.length > 0 ? [title, titles(children)] : title));

test("bookmarks are read in order, each with its destination and those below it", () => {
  const items = read(item({ title: "Costs", to: 1, kids: [item({ title: "Rent", to: 2 })] }), item({ title: "Sales" }));
  expect(items).toEqual([
    {
      title: "Costs",
      destination: target(1),
      children: [{ title: "Rent", destination: target(2), children: [] }],
    },
    { title: "Sales", destination: undefined, children: [] },
  ]);
  expect(read()).toEqual([]);
});

test.each<[string, object, PDFObject | undefined]>([
  ["an action that goes to a page", { A: { S: "GoTo", D: target(3) } }, target(3)],
  ["another action", { A: { S: "URI", D: target(3) } }, undefined],
  ["a destination besides an action", { Dest: target(4), A: { S: "GoTo", D: target(3) } }, target(4)],
])("the destination of a bookmark with %s", (_what, others, destination) => {
  expect(read(item({ others }))).toEqual([{ title: "", destination, children: [] }]);
});

test("titles of more than 500 characters are truncated", () => {
  expect(titles(read(item({ title: "a".repeat(501) })))).toEqual(["a".repeat(500)]);
});

test("an item is read once, however often it is linked", () => {
  const loop = item({ title: "a" });
  loop.set(context.obj("Next"), loop);
  loop.set(context.obj("First"), loop);
  expect(titles(read(loop))).toEqual(["a"]);
});

test("32 levels of bookmarks are read", () => {
  const nested = (levels: number): PDFDict =>
    item({ title: `${levels}`, kids: levels > 1 ? [nested(levels - 1)] : [] });
  const depth = (items: Titled[]): number => (items[0] ? 1 + depth(items[0].children) : 0);
  expect(depth(read(nested(32)))).toBe(32);
  expect(depth(read(nested(33)))).toBe(32);
});

test("20,000 bookmarks are read", () => {
  const many = (items: number) => read(...Array.from({ length: items }, () => item({})));
  expect(many(20_001)).toHaveLength(20_000);
});

test("items with neither a destination nor such items below them are dropped", () => {
  const kept = dropDeadItems(
    read(
      item({ title: "a", kids: [item({ title: "b" }), item({ title: "c", to: 1 })] }),
      item({ title: "d", kids: [item({ title: "e" })] }),
      item({ title: "f", to: 1 }),
    ),
  );
  expect(titles(kept)).toEqual([["a", ["c"]], "f"]);
});

test("an outline is written as linked items, closed below the top level", () => {
  const output = PDFContext.create();
  const place = output.obj([PDFRef.of(9), "Fit"]);
  const leaf = (title: string) => ({ title, destination: place, children: [] });
  const root = writeOutline(
    [{ title: "A", destination: undefined, children: [leaf("B"), leaf("C")] }, leaf("D")],
    output,
  );
  const written = output
    .enumerateIndirectObjects()
    .map(([reference, object]) => [String(reference), String(object).replaceAll(/\s+/g, " ")]);
  const title = (letter: string) => `/Title ${PDFHexString.fromText(letter)}`;
  const dest = "/Dest [ 9 0 R /Fit ]";
  expect(String(root)).toBe("1 0 R");
  expect(Object.fromEntries(written)).toEqual({
    "1 0 R": "<< /Type /Outlines /Count 2 /First 2 0 R /Last 3 0 R >>",
    "2 0 R": `<< ${title("A")} /Parent 1 0 R /Next 3 0 R /First 4 0 R /Last 5 0 R /Count -2 >>`,
    "3 0 R": `<< ${title("D")} /Parent 1 0 R ${dest} /Prev 2 0 R >>`,
    "4 0 R": `<< ${title("B")} /Parent 2 0 R ${dest} /Next 5 0 R >>`,
    "5 0 R": `<< ${title("C")} /Parent 2 0 R ${dest} /Prev 4 0 R >>`,
  });
});

test("no outline is written without items", () => expect(writeOutline([], context)).toBeUndefined());
