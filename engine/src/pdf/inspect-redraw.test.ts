import { PDFContext, type PDFDict, PDFHexString, PDFRef, PDFString } from "@cantoo/pdf-lib";
import { expect, test } from "vitest";
import { readDocument } from "./document.ts";
import { inspect, type Redraw } from "./inspect.ts";

/** Which annotations are redrawn although, or because, they have an appearance of some kind. */

const context = PDFContext.create();
const text = (words: string) => PDFHexString.fromText(words);

/** How the only annotation of a file is redrawn. */
async function redrawOf(annotation: object, NeedAppearances = false): Promise<Redraw | undefined> {
  const page = context.register(context.obj({ Type: "Page", Annots: [annotation] } as never));
  const catalog = { Pages: { Kids: [page], Count: 1 }, AcroForm: { NeedAppearances } };
  const { withoutAppearance } = await inspect(
    readDocument(context, context.obj(catalog as never) as unknown as PDFDict),
  );
  return withoutAppearance.get(0)?.get(0);
}

const look = (content = "f") => context.register(context.stream(content));
const missing = PDFRef.of(9999);

test.each<[string, object, Redraw | undefined]>([
  ["has no appearance", {}, "draw"],
  ["has an empty one", { AP: {} }, "draw"],
  ["refers to a missing one", { AP: { N: missing } }, "draw"],
  ["has one", { AP: { N: look() } }, undefined],
  ["has no states", { AP: { N: {} } }, "draw"],
  ["has states without appearances", { AP: { N: { On: missing, Off: {} } } }, "draw"],
  ["has one of its states", { AP: { N: { On: missing, Off: look() } } }, undefined],
  ["is hidden", { F: 2 }, undefined],
  ["is of a kind that is not drawn", { Subtype: "Link" }, undefined],
  ["is of no kind", { Subtype: null }, undefined],
])("an annotation that %s is redrawn as %j", async (_what, entries, redraw) => {
  expect(await redrawOf({ Subtype: "Square", ...entries })).toBe(redraw);
});

const field = { Subtype: "Widget", FT: "Tx", V: text("Damson") };
const list = { ...field, FT: "Ch" };
const combo = { ...list, Ff: 1 << 17 };
const script = (JS: string) => ({ AA: { F: { JS: PDFString.of(JS) } } });
const shows = (words: string) => ({ AP: { N: look(`BT (${words}) Tj ET`) } });

test.each<[string, object, Redraw | undefined]>([
  ["of Latin letters by PDFium", field, "draw"],
  ["of the first and last of them by PDFium", { ...field, V: text("x ~\u00a0\u00ff\nx") }, "draw"],
  ["with a control character by its words", { ...field, V: text("a\tb") }, { words: "a\tb" }],
  ["beyond ASCII by its words", { ...field, V: text("a\u007fb") }, { words: "a\u007fb" }],
  ["below Latin-1 by its words", { ...field, V: text("a\u009fb") }, { words: "a\u009fb" }],
  ["beyond Latin-1 by its words", { ...field, V: text("Łódź") }, { words: "Łódź" }],
  ["with line ends of Windows by its words", { ...field, V: text("a\r\nb") }, { words: "a\nb" }],
  ["that is a name by its words", { ...field, V: "Damson" }, { words: "Damson" }],
  ["that is a choice by PDFium", combo, "draw"],
  [
    "that is a choice shown differently by its words",
    { ...combo, Opt: [[text("Damson"), text("Plum")]] },
    { words: "Plum" },
  ],
  ["in a list by PDFium", list, "draw"],
  ["that is a name in a list by PDFium", { ...list, V: "Damson" }, "draw"],
  ["in a list in other letters not at all", { ...list, V: text("Łódź") }, "clear"],
  ["of a button by PDFium", { ...field, FT: "Btn" }, "draw"],
  ["of an unknown field not", { ...field, FT: "Xy" }, undefined],
  ["that is empty not", { ...field, V: text("") }, undefined],
  ["that is empty, with a border, by PDFium", { ...field, V: text(""), MK: { BC: [0] } }, "draw"],
  ["of spaces, which is not empty, by PDFium", { ...field, V: text(" ") }, "draw"],
])("without an appearance, a value %s is redrawn", async (_what, entries, redraw) => {
  expect(await redrawOf(entries)).toEqual(redraw);
});

const pounds = script('AFNumber_Format(2, 0, 0, 0, "", true)');
const [nine, ten] = [text("9"), text("10")];
test.each<[string, object, Redraw | undefined]>([
  ["shows its value", { ...field, ...shows("Damson") }, undefined],
  ["shows another value", { ...field, ...shows("Plum") }, "draw"],
  ["shows another value than its words", { ...field, V: text("Łódź"), ...shows("Plum") }, { words: "Łódź" }],
  ["shows nothing", { ...field, AP: { N: look() } }, undefined],
  ["shows an old value of an empty field", { ...field, V: text(""), MK: { BC: [0] }, ...shows("Plum") }, "draw"],
  ["shows nothing of an empty field", { ...field, V: text(""), MK: { BC: [0] }, AP: { N: look() } }, undefined],
  ["shows an empty choice", { ...list, V: text(""), ...shows("Plum") }, undefined],
  ["shows the list around its choice", { ...list, ...shows("Plum Damson") }, undefined],
  ["shows more than its choice", { ...combo, ...shows("Plum Damson") }, "draw"],
  ["is missing for its state", { ...field, AS: "On", AP: { N: { Off: look("BT (Plum) Tj ET") } } }, undefined],
  ["shows its amount", { ...field, V: nine, ...pounds, ...shows("9.00") }, undefined],
  ["shows another amount", { ...field, V: ten, ...pounds, ...shows("9.00") }, "draw"],
  ["shows what another script makes of it", { ...field, V: ten, ...script("x()"), ...shows("9") }, undefined],
  ["shows what an action without script makes", { ...field, V: ten, AA: { F: {} }, ...shows("9") }, undefined],
  ["shows another value, with other actions", { ...field, V: ten, AA: { K: {} }, ...shows("9") }, "draw"],
  ["is a comment's", { Subtype: "FreeText", Contents: text("Damson"), ...shows("Plum") }, undefined],
])("with NeedAppearances, an appearance that %s is redrawn as %j", async (_what, entries, redraw) => {
  expect(await redrawOf(entries, true)).toEqual(redraw);
  if ("AP" in entries) expect(await redrawOf(entries, false)).toBeUndefined();
});

const typed = { Subtype: "FreeText", Contents: text("Damson"), DA: PDFString.of("/Helv 12 Tf") };
test.each<[string, object, Redraw | undefined]>([
  ["text in a font", typed, "draw"],
  ["text without a font", { ...typed, DA: PDFString.of("0 g") }, { words: "Damson" }],
  ["text without a look", { ...typed, DA: null }, { words: "Damson" }],
  ["text in other letters", { ...typed, Contents: text("Łódź") }, { words: "Łódź" }],
  ["text without words", { ...typed, Contents: null }, "draw"],
  ["a note in other letters", { ...typed, Subtype: "Text", Contents: text("Łódź") }, "draw"],
  ["a reply to a note", { ...typed, Subtype: "Text", IRT: {} }, undefined],
  ["a frame in reply to a note", { ...typed, Subtype: "Square", IRT: {} }, "draw"],
])("without an appearance, %s is redrawn as %j", async (_what, entries, redraw) => {
  expect(await redrawOf(entries)).toEqual(redraw);
});
