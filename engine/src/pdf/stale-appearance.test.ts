import { PDFHexString, PDFName, PDFString } from "@cantoo/pdf-lib";
import { expect, test } from "vitest";
import { addPage, annotate, aPdf, place, see } from "./testing.ts";

/** Forms with NeedAppearances whose values a program changed without updating the appearances. */

/**
 * Converts a form whose field shows one value and stores another, and returns the text of its page. Programs that do
 * not draw appearances write such forms.
 */
async function filledLater(
  drawn: string,
  value: string,
  actions: Record<string, Record<string, string>> = {},
): Promise<string> {
  const bytes = await aPdf(async (document) => {
    const page = await addPage(document, [612, 792]);
    const form = document.getForm();
    form.acroForm.dict.set(PDFName.of("NeedAppearances"), document.context.obj(true));
    const field = form.createTextField("name");
    field.addToPage(page, { x: 72, y: 600, width: 300, height: 24 });
    const [width, height] = [300, 24];
    const content = `/Tx BMC q BT /Helv 12 Tf 2 8 Td (${drawn}) Tj ET Q EMC`;
    const stream = document.context.stream(content, { Type: "XObject", Subtype: "Form", BBox: [0, 0, width, height] });
    const widget = field.acroField.getWidgets()[0]?.dict;
    widget?.set(PDFName.of("AP"), document.context.obj({ N: document.context.register(stream) }));
    field.acroField.dict.set(PDFName.of("V"), PDFHexString.fromText(value));
    widget?.set(PDFName.of("AA"), document.context.obj(actions));
  });
  return (await see((await place(bytes)).path))[0]?.text ?? "";
}

/** Returns the text that the field shows, without the page's own text. */
const shownIn = (text: string) => text.replace("Invoice 42", "").replaceAll(/\s+/g, " ").trim();

test("with NeedAppearances, an appearance of an empty or different value is replaced", async () => {
  expect(await filledLater("", "Jane Smith")).toContain("Jane Smith");
  const text = await filledLater("Typed value", "Jane Smith £12.50");
  expect(text).toContain("Jane Smith £12.50");
  expect(text).not.toContain("Typed");
  expect(await filledLater("Typed value", "")).not.toContain("Typed");
  const polish = await filledLater("Typed value", "Zażółć gęślą");
  expect(polish).toContain("Zażółć gęślą");
  expect(polish).not.toContain("Typed");
});

test("a choice field with an outdated appearance is redrawn with its display text", async () => {
  const bytes = await aPdf(async (document) => {
    const { context } = document;
    const font = await document.embedFont("Helvetica");
    const Resources = { Font: { Helv: font.ref } };
    const look = context.stream("BT /Helv 12 Tf 2 6 Td (France) Tj ET", { BBox: [0, 0, 200, 20], Resources });
    const Opt = [
      [PDFString.of("gb"), PDFString.of("United Kingdom")],
      [PDFString.of("fr"), PDFString.of("France")],
    ];
    const choice = { FT: "Ch", Ff: 1 << 17, Opt, V: PDFString.of("gb"), DA: PDFString.of("/Helv 12 Tf 0 g") };
    const AP = { N: context.register(look) };
    const field = annotate(document.addPage(), { Subtype: "Widget", F: 4, Rect: [72, 600, 272, 620], ...choice, AP });
    const form = { Fields: [field], NeedAppearances: true, DR: Resources };
    document.catalog.set(PDFName.of("AcroForm"), context.obj(form));
  });
  const text = (await see((await place(bytes)).path))[0]?.text;
  expect(text).toContain("United Kingdom");
  expect(text).not.toContain("France");
});

test.each([
  ["0.00", "1,000.00"],
  ["1000", "100"],
  ["1", "12"],
  ["10", "1"],
  ["12.50", "125.0"],
  ["1000", "-1000"],
  ["1234567", "01234567"],
  ["Flat 1", "Flat 10"],
  ["What to do", "Do"],
  ["M\u00fcller", "M\u00f6ller"],
  ["Typed value", "Иванов"],
])("an appearance showing “%s” is replaced by “%s” although most of the text is the same", async (drawn, value) => {
  expect(shownIn(await filledLater(drawn, value))).toBe(value);
});

test.each([
  ["1,000.00", "1000"],
  ["\\(1,250.50\\)", "-1250.5"],
  ["1.250,5", "1,250.5"],
  ["12 High Street", "12, High\nStreet"],
  ["M\\374ller & S\\366hne", "Müller, Söhne"],
  ["\\243\\363d\\237", "Łódź"],
])("an appearance showing “%s” is kept when the value “%s” means the same", async (drawn, value) => {
  const text = shownIn(await filledLater(drawn, value));
  expect(text).not.toBe(value);
  expect(text).not.toBe("");
});

test("an appearance written in glyph numbers is kept, because it cannot be compared", async () => {
  expect(await filledLater("\\001\\002\\003", "Jane Smith")).not.toContain("Jane");
});

const script = (JS: string) => ({ F: { S: "JavaScript", JS } });
const pounds = 'AFNumber_Format(2, 0, 0, 0, "GBP ", true);';
const euros = 'AFNumber_Format(2, 2, 0, 0, " EUR", false);';

test.each([
  ["GBP 1,250.00", "1250", pounds],
  ["GBP 1,250.56", "1250.555", pounds],
  ["-GBP 1,250.00", "-1,250", pounds],
  ["GBP 1,250.00", "-1250", 'AFNumber_Format(2, 0, 1, 0, "GBP ", true);'],
  ["1.250,50 EUR", "1250.5", euros],
  ["1.250,50 EUR", "1250,5", euros],
  ["5.00%", "0.05", "AFPercent_Format(2, 0)"],
  ["3 March 2026", "2026-03-03", 'AFDate_FormatEx("d mmmm yyyy");'],
])("an appearance showing “%s”, which a script formatted from the value “%s”, is kept", async (drawn, value, JS) => {
  expect(shownIn(await filledLater(drawn, value, script(JS)))).toBe(drawn);
});

test.each([
  ["0.00", "1250", pounds],
  ["GBP 1,250.00", "1250.01", pounds],
  ["GBP 1,250.00", "-1250", pounds],
  ["GBP 1,250.00", "125000", pounds],
  ["1.250,00 EUR", "1.25", euros],
  ["5.00%", "0.07", "AFPercent_Format(2, 0)"],
])(
  "an appearance showing “%s”, which a script formatted from another number, is replaced by “%s”",
  async (drawn, value, JS) => {
    expect(shownIn(await filledLater(drawn, value, script(JS)))).toBe(value);
  },
);

test("an amount that was deleted from its field is not shown", async () => {
  expect(shownIn(await filledLater("GBP 12.00", "", script(pounds)))).toBe("");
});

test("a list box that shows the selected options among others is kept", async () => {
  const bytes = await aPdf(async (document) => {
    const { context } = document;
    const Resources = { Font: { Helv: (await document.embedFont("Helvetica")).ref } };
    const lines = ["Rent", "Fees", "Fuel"].map((choice) => `(${choice}) Tj 0 -14 Td`).join(" ");
    const look = context.stream(`BT /Helv 12 Tf 2 40 Td ${lines} ET`, { BBox: [0, 0, 200, 56], Resources });
    const options = ["Rent", "Fees", "Fuel", "Other"].map((choice) => PDFString.of(choice));
    const list = { FT: "Ch", Ff: 1 << 21, Opt: options, V: [PDFString.of("Rent"), PDFString.of("Fuel")] };
    const entries = { ...list, DA: PDFString.of("/Helv 12 Tf 0 g"), AP: { N: context.register(look) } };
    const field = annotate(document.addPage(), { Subtype: "Widget", F: 4, Rect: [72, 600, 272, 656], ...entries });
    const form = { Fields: [field], NeedAppearances: true, DR: Resources };
    document.catalog.set(PDFName.of("AcroForm"), context.obj(form));
  });
  const text = (await see((await place(bytes)).path))[0]?.text;
  expect(text).toContain("Fuel");
  expect(text).not.toContain("Other");
});

test("an empty appearance of a filled field gets its text, even in characters that PDFium lacks", async () => {
  expect(await filledLater("", "Salad πʬ 42")).toContain("Salad πʬ 42");
});
