import { PDFBool, PDFDict, type PDFObject, PDFStream } from "@cantoo/pdf-lib";
import type { Warning } from "@sheaf/contracts/refusals.ts";
import { amountFormat } from "./amounts.ts";
import { isShown, normalAppearance } from "./annotations.ts";
import { forEachInNameTree } from "./destinations.ts";
import { annotationsOf, type SourceDocument } from "./document.ts";
import { filledText, formatScript, isOpenList, longText } from "./field-text.ts";
import { kindsWithText, noteText, noteTextWarning } from "./note-text.ts";
import {
  arrayEntry,
  asText,
  dictEntry,
  elements,
  entry,
  inherited,
  name,
  nameEntry,
  resolve,
  textEntry,
} from "./objects.ts";
import { showsDifferentAmount, showsDifferentText, showsPlainText } from "./shown-text.ts";
import { refuseViewerSpecificPdf } from "./viewer-specific.ts";

/**
 * What PDFium does to an annotation: draw it, take away what it shows, or draw all but its words, which PDFium leaves out or gets
 * wrong and which are set over its drawing later.
 */
export type Redraw = "draw" | "clear" | { words: string };
/** Annotations by page and place in /Annots. */
export type AnnotationPlaces = Map<number, Map<number, Redraw>>;

export interface Inspection {
  /** Visible annotations and fields that somebody has to draw first. */
  withoutAppearance: AnnotationPlaces;
  /** Whether a page has form fields or comments whose words may have to be set in letters. */
  hasText: boolean;
  warnings: Warning[];
}

/**
 * What a parsed file holds that pages alone do not show.
 * @throws ConvertError unsupported for forms and collections that only one vendor's reader shows
 */
export function inspect(source: SourceDocument): Inspection {
  const form = dictEntry(source.catalog, "AcroForm");
  refuseViewerSpecificPdf(source);

  const attachments = new Set<string>();
  forEachInNameTree(dictEntry(dictEntry(source.catalog, "Names"), "EmbeddedFiles"), (key, value) => {
    attachments.add(fileNameOf(resolve(source.context, value)) ?? asText(resolve(source.context, key)) ?? "unnamed");
  });
  for (const file of elements(arrayEntry(source.catalog, "AF"))) {
    const fileName = fileNameOf(file);
    if (fileName) attachments.add(fileName);
  }
  const notes: string[] = [];
  let isActive = catalogIsActive(source.catalog);
  let isSigned = false;
  let hasText = false;
  const withoutAppearance: AnnotationPlaces = new Map();
  const needsAppearances = entry(form, "NeedAppearances") === PDFBool.True;

  source.pages.forEach((page, pageIndex) => {
    isActive ||= hasActions(page.node);
    for (const { annotation, index } of annotationsOf(page)) {
      isActive ||= hasActions(annotation);
      const kind = nameEntry(annotation, "Subtype");
      const words = noteText(annotation);
      if (words !== undefined) notes.push(words);
      if (kind === "FileAttachment") attachments.add(fileNameOf(entry(annotation, "FS")) ?? "unnamed");
      if (kind === "Widget") {
        hasText = true;
        isSigned ||= isSignature(annotation);
      }
      const redraw = redrawOf(annotation, kind, needsAppearances);
      if (redraw === undefined) continue;
      hasText ||= typeof redraw === "object";
      const onPage = withoutAppearance.get(pageIndex) ?? new Map<number, Redraw>();
      withoutAppearance.set(pageIndex, onPage.set(index, redraw));
    }
  });

  const warnings: Warning[] = [];
  const signatureText = "The digital signature is not valid on the new pages; how it looks is kept.";
  if (isSigned) warnings.push({ code: "signature-removed", text: signatureText });
  if (attachments.size > 0) warnings.push(attachmentsWarning([...attachments]));
  if (notes.length > 0) warnings.push(noteTextWarning(notes));
  const activeText = "Scripts and actions that the PDF would run were removed.";
  if (isActive) warnings.push({ code: "active-content-removed", text: activeText });
  return { withoutAppearance, hasText, warnings };
}

const mostNames = 10;

function attachmentsWarning(names: string[]): Warning {
  const shown = names.slice(0, mostNames).join(", ");
  const more = names.length > mostNames ? ` and ${names.length - mostNames} more` : "";
  return { code: "attachments-removed", text: `Files attached to the PDF were left out: ${shown}${more}.` };
}

function fileNameOf(specification: PDFObject | undefined): string | undefined {
  const text = asText(specification) ?? textEntry(specification, "UF") ?? textEntry(specification, "F");
  return text?.split(/[/\\]/).at(-1)?.slice(0, 200) || undefined;
}

function isSignature(widget: PDFDict): boolean {
  return inherited(widget, "FT") === name("Sig") && inherited(widget, "V") instanceof PDFDict;
}

function catalogIsActive(catalog: PDFDict): boolean {
  const scripts = dictEntry(dictEntry(catalog, "Names"), "JavaScript");
  const opening = dictEntry(catalog, "OpenAction");
  const fields = elements(arrayEntry(dictEntry(catalog, "AcroForm"), "Fields"));
  return (
    scripts !== undefined ||
    catalog.has(name("AA")) ||
    (opening !== undefined && isActiveAction(opening)) ||
    fields.some((field) => field instanceof PDFDict && hasActions(field))
  );
}

function hasActions(dict: PDFDict): boolean {
  const action = dictEntry(dict, "A");
  return dict.has(name("AA")) || (action !== undefined && isActiveAction(action));
}

/** Going to a place, and turning layers, form fields or pages, are no danger; what they did is simply gone. */
const harmlessActions = new Set([
  "GoTo",
  "GoToR",
  "Hide",
  "Named",
  "ResetForm",
  "SetOCGState",
  "Thread",
  "Trans",
  "URI",
]);

function isActiveAction(action: PDFDict): boolean {
  return !harmlessActions.has(nameEntry(action, "S") ?? "GoTo") || action.has(name("Next"));
}

const drawableKinds = new Set([...kindsWithText, "FreeText", "Redact", "Stamp", "Widget"]);
const drawableFields = new Set<PDFObject | undefined>(["Btn", "Ch", "Tx"].map(name));

/** An empty line to write on has nothing to draw but its frame and ground; tax forms have hundreds. */
function isDrawableField(field: PDFDict): boolean {
  const type = inherited(field, "FT");
  const colours = dictEntry(field, "MK");
  const isEmpty = isEmptied(field) && filledText(field) === undefined;
  if (isEmpty && entry(colours, "BC") === undefined && entry(colours, "BG") === undefined) return false;
  return drawableFields.has(type);
}

function isFormatted(field: PDFDict): boolean {
  return entry(inherited(field, "AA"), "F") !== undefined;
}

/** Undefined for what is drawn, or cannot be. */
function redrawOf(annotation: PDFDict, kind: string | undefined, needsAppearances: boolean): Redraw | undefined {
  if (kind === undefined || !drawableKinds.has(kind) || !isShown(annotation)) return undefined;
  const isField = kind === "Widget";
  if (!hasDrawing(annotation)) return isField ? fieldRedraw(annotation) : commentRedraw(annotation, kind);
  return isField && needsAppearances ? staleRedraw(annotation) : undefined;
}

/** A dictionary of drawings may be empty, or name one that is gone; of a box to be ticked one state may be drawn alone. */
function hasDrawing(annotation: PDFDict): boolean {
  const usual = entry(dictEntry(annotation, "AP"), "N");
  if (!(usual instanceof PDFDict)) return usual !== undefined;
  return usual.keys().some((state) => resolve(annotation.context, usual.get(state)) instanceof PDFStream);
}

/** Of a field whose form asks for its values to be drawn anew; nothing while its drawing shows what it should. */
function staleRedraw(field: PDFDict): Redraw | undefined {
  const appearance = normalAppearance(field)?.stream;
  const format = amountFormat(formatScript(field));
  // A script writes the value otherwise, as a date for one: what it has drawn is right, though it is not the value's text.
  if (appearance === undefined || (isFormatted(field) && !format)) return undefined;
  const value = filledText(field);
  if (value === undefined) return isEmptied(field) && showsPlainText(appearance) ? "draw" : undefined;
  // One that shows nothing keeps its frame: the value is set into it later.
  const isStale = format
    ? showsDifferentAmount(appearance, value, format)
    : showsDifferentText(appearance, value, isOpenList(field));
  return isStale ? fieldRedraw(field) : undefined;
}

/** A line to write on without anything written on it. */
function isEmptied(field: PDFDict): boolean {
  return inherited(field, "FT") === name("Tx") && !longText(inherited(field, "V"));
}

/** The letters that PDFium sets, and others it leaves out. */
const inPdfium = /^[\n -~\u00a0-\u00ff]*$/;

function fieldRedraw(field: PDFDict): Redraw | undefined {
  if (!isDrawableField(field)) return undefined;
  const words = filledText(field);
  if (words === undefined || (inPdfium.test(words) && words === asText(inherited(field, "V")))) return "draw";
  if (!isOpenList(field)) return { words };
  return inPdfium.test(words) ? "draw" : "clear";
}

/** An answer to a note has no sign of its own: readers show it with the note. */
function commentRedraw(comment: PDFDict, kind: string): Redraw | undefined {
  if (kind === "Text" && entry(comment, "IRT") !== undefined) return undefined;
  const words = kind === "FreeText" ? textEntry(comment, "Contents") : undefined;
  if (words === undefined) return "draw";
  const isPlain = inPdfium.test(words.replaceAll("\r", "")) && textEntry(comment, "DA")?.includes("Tf");
  return isPlain ? "draw" : { words };
}
