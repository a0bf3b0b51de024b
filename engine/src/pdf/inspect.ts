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
 * How an annotation is redrawn: PDFium draws it, clears it, or draws it without its text, which PDFium cannot typeset
 * and which is set over the drawing later.
 */
export type Redraw = "draw" | "clear" | { words: string };
/** Annotations by page index and index in /Annots. */
export type AnnotationPlaces = Map<number, Map<number, Redraw>>;

export interface Inspection {
  /** Visible annotations and fields whose appearance has to be generated. */
  withoutAppearance: AnnotationPlaces;
  /** Whether any page has form fields or comments whose text may have to be typeset. */
  hasText: boolean;
  /** An invoice as data that repeats the pages (Factur-X, ZUGFeRD, XRechnung); not among the attachments. */
  invoiceXml: Buffer | undefined;
  warnings: Warning[];
}

/**
 * Finds what a file contains besides visible page content.
 * @throws ConvertError unsupported for forms and collections that only one vendor's viewer shows
 */
export async function inspect(source: SourceDocument): Promise<Inspection> {
  const form = dictEntry(source.catalog, "AcroForm");
  refuseViewerSpecificPdf(source);

  const { attachments, invoiceXml } = await attachedFiles(source);
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
  const signatureText = "The digital signature is not valid on the new pages; its appearance is kept.";
  if (isSigned) warnings.push({ code: "signature-removed", text: signatureText });
  if (attachments.size > 0) warnings.push(attachmentsWarning([...attachments]));
  if (notes.length > 0) warnings.push(noteTextWarning(notes));
  const activeText = "Scripts and actions in the PDF were removed.";
  if (isActive) warnings.push({ code: "active-content-removed", text: activeText });
  return { withoutAppearance, hasText, invoiceXml, warnings };
}

/** Files that may be the invoice of a PDF as data; only the content decides. */
const invoiceName = /\.xml$/i;

async function attachedFiles(
  source: SourceDocument,
): Promise<{ attachments: Set<string> } & Pick<Inspection, "invoiceXml">> {
  const files: { fileName: string; specification: PDFObject | undefined }[] = [];
  forEachInNameTree(dictEntry(dictEntry(source.catalog, "Names"), "EmbeddedFiles"), (key, value) => {
    const specification = resolve(source.context, value);
    const fileName = fileNameOf(specification) ?? asText(resolve(source.context, key)) ?? "unnamed";
    files.push({ fileName, specification });
  });
  for (const specification of elements(arrayEntry(source.catalog, "AF"))) {
    const fileName = fileNameOf(specification);
    if (fileName) files.push({ fileName, specification });
  }
  const attachments = new Set<string>();
  let invoiceXml: Buffer | undefined;
  for (const { fileName, specification } of files) {
    const xml = invoiceName.test(fileName) ? await invoiceIn(specification) : undefined;
    if (xml) invoiceXml ??= xml;
    else attachments.add(fileName);
  }
  return { attachments, invoiceXml };
}

/** Loaded on demand: few PDFs have XML attached. */
async function invoiceIn(specification: PDFObject | undefined): Promise<Buffer | undefined> {
  return (await import("./embedded-invoice.ts")).embeddedInvoice(specification);
}

const maxNames = 10;

function attachmentsWarning(names: string[]): Warning {
  const shown = names.slice(0, maxNames).join(", ");
  const more = names.length > maxNames ? ` and ${names.length - maxNames} more` : "";
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

/** Navigation, layer and form actions are harmless, so dropping them needs no warning. */
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

/**
 * Whether PDFium has something to draw for the field: an empty text field without border or background shows nothing,
 * and tax forms have hundreds of them.
 */
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

/** Returns how to redraw an annotation; undefined when its appearance is kept, or PDFium cannot draw its kind. */
function redrawOf(annotation: PDFDict, kind: string | undefined, needsAppearances: boolean): Redraw | undefined {
  if (kind === undefined || !drawableKinds.has(kind) || !isShown(annotation)) return undefined;
  const isField = kind === "Widget";
  if (!hasDrawing(annotation)) return isField ? fieldRedraw(annotation) : commentRedraw(annotation, kind);
  return isField && needsAppearances ? staleRedraw(annotation) : undefined;
}

/**
 * Whether the appearance dictionary has a stream: it may be empty or refer to missing ones. A check box may have one
 * state only.
 */
function hasDrawing(annotation: PDFDict): boolean {
  const usual = entry(dictEntry(annotation, "AP"), "N");
  if (!(usual instanceof PDFDict)) return usual !== undefined;
  return usual.keys().some((state) => resolve(annotation.context, usual.get(state)) instanceof PDFStream);
}

/**
 * Returns how to redraw a field of a form with NeedAppearances; undefined when its appearance shows the current value.
 */
function staleRedraw(field: PDFDict): Redraw | undefined {
  const appearance = normalAppearance(field)?.stream;
  const format = amountFormat(formatScript(field));
  // A format script may show the value differently, for example as a date, so the appearance is taken to be right.
  if (appearance === undefined || (isFormatted(field) && !format)) return undefined;
  const value = filledText(field);
  if (value === undefined) return isEmptied(field) && showsPlainText(appearance) ? "draw" : undefined;
  // An appearance without text keeps its frame; the value is typeset into it later.
  const isStale = format
    ? showsDifferentAmount(appearance, value, format)
    : showsDifferentText(appearance, value, isOpenList(field));
  return isStale ? fieldRedraw(field) : undefined;
}

/** Whether the field is a text field without a value. */
function isEmptied(field: PDFDict): boolean {
  return inherited(field, "FT") === name("Tx") && !longText(inherited(field, "V"));
}

/** The characters that PDFium can typeset; it drops all others. */
const drawnByPdfium = /^[\n -~\u00a0-\u00ff]*$/;

function fieldRedraw(field: PDFDict): Redraw | undefined {
  if (!isDrawableField(field)) return undefined;
  const words = filledText(field);
  if (words === undefined || (drawnByPdfium.test(words) && words === asText(inherited(field, "V")))) return "draw";
  if (!isOpenList(field)) return { words };
  return drawnByPdfium.test(words) ? "draw" : "clear";
}

/**
 * Returns how to redraw a comment; undefined for a reply to a note, which has no icon: viewers show it with the note.
 */
function commentRedraw(comment: PDFDict, kind: string): Redraw | undefined {
  if (kind === "Text" && entry(comment, "IRT") !== undefined) return undefined;
  const words = kind === "FreeText" ? textEntry(comment, "Contents") : undefined;
  if (words === undefined) return "draw";
  const isPlain = drawnByPdfium.test(words.replaceAll("\r", "")) && textEntry(comment, "DA")?.includes("Tf");
  return isPlain ? "draw" : { words };
}
