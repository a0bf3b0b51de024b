import { PDFBool, PDFDict, type PDFObject } from "@cantoo/pdf-lib";
import type { Warning } from "@sheaf/contracts/refusals.ts";
import { ConvertError } from "../converter.ts";
import { isShown, normalAppearance } from "./annotations.ts";
import { forEachInNameTree } from "./destinations.ts";
import { annotationsOf, type SourceDocument } from "./document.ts";
import { filledText } from "./field-text.ts";
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
import { showsOther } from "./shown-text.ts";

/** What PDFium does to an annotation: draw it, or take away what it shows, for a value with letters that PDFium has not. */
export type Redraw = "draw" | "clear";
/** Annotations by page and place in /Annots. */
export type AnnotationPlaces = Map<number, Map<number, Redraw>>;

export interface Inspection {
  /** Visible annotations and fields that somebody has to draw first. */
  withoutAppearance: AnnotationPlaces;
  /** Whether a page has form fields, whose values may have to be set in letters. */
  hasFields: boolean;
  warnings: Warning[];
}

/**
 * What a parsed file holds that pages alone do not show.
 * @throws ConvertError unsupported for forms and collections that only one vendor's reader shows
 */
export function inspect(source: SourceDocument): Inspection {
  const form = dictEntry(source.catalog, "AcroForm");
  // Only XFA has this flag; the form itself may be gone, as qpdf drops one without fields.
  if (entry(source.catalog, "NeedsRendering") === PDFBool.True) {
    throw new ConvertError(
      "unsupported",
      "is a dynamic XFA form, which only Adobe Acrobat can show. Print it to PDF there and replace it.",
    );
  }
  if (dictEntry(source.catalog, "Collection")) {
    throw new ConvertError(
      "unsupported",
      "is a PDF portfolio, a folder of other files. Save the files in it and upload those instead.",
    );
  }

  const attachments = new Set<string>();
  forEachInNameTree(dictEntry(dictEntry(source.catalog, "Names"), "EmbeddedFiles"), (key, value) => {
    attachments.add(fileNameOf(resolve(source.context, value)) ?? asText(resolve(source.context, key)) ?? "unnamed");
  });
  for (const file of elements(arrayEntry(source.catalog, "AF"))) {
    const fileName = fileNameOf(file);
    if (fileName) attachments.add(fileName);
  }
  let isActive = catalogIsActive(source.catalog);
  let isSigned = false;
  let hasFields = false;
  const withoutAppearance: AnnotationPlaces = new Map();
  const needsAppearances = entry(form, "NeedAppearances") === PDFBool.True;

  source.pages.forEach((page, pageIndex) => {
    isActive ||= hasActions(page.node);
    for (const { annotation, index } of annotationsOf(page)) {
      isActive ||= hasActions(annotation);
      const kind = nameEntry(annotation, "Subtype");
      if (kind === "FileAttachment") attachments.add(fileNameOf(entry(annotation, "FS")) ?? "unnamed");
      if (kind === "Widget") {
        hasFields = true;
        isSigned ||= isSignature(annotation);
      }
      const redraw = redrawOf(annotation, kind, needsAppearances);
      if (redraw === undefined) continue;
      const onPage = withoutAppearance.get(pageIndex) ?? new Map<number, Redraw>();
      withoutAppearance.set(pageIndex, onPage.set(index, redraw));
    }
  });

  const warnings: Warning[] = [];
  if (isSigned) {
    warnings.push({
      code: "signature-removed",
      text: "The digital signature is not valid on the new pages; how it looks is kept.",
    });
  }
  if (attachments.size > 0) warnings.push(attachmentsWarning([...attachments]));
  if (isActive) {
    warnings.push({
      code: "active-content-removed",
      text: "Scripts and actions that the PDF would run were removed.",
    });
  }
  return { withoutAppearance, hasFields, warnings };
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

const drawableKinds = new Set([
  "Circle",
  "FreeText",
  "Highlight",
  "Ink",
  "Line",
  "PolyLine",
  "Polygon",
  "Square",
  "Squiggly",
  "Stamp",
  "StrikeOut",
  "Underline",
  "Widget",
]);
const drawableFields = new Set(["Btn", "Ch", "Tx"].map(name));

/** An empty line to write on has nothing to draw but its frame and ground; tax forms have hundreds. */
function isDrawableField(field: PDFDict): boolean {
  const type = inherited(field, "FT");
  const colours = dictEntry(field, "MK");
  const isEmpty = type === name("Tx") && !asText(inherited(field, "V"));
  if (isEmpty && entry(colours, "BC") === undefined && entry(colours, "BG") === undefined) return false;
  return [...drawableFields].some((drawable) => drawable === type);
}

/** A script writes the value otherwise, as an amount or a date: what it has drawn is right, though it is not the value's text. */
function isFormatted(field: PDFDict): boolean {
  return entry(inherited(field, "AA"), "F") !== undefined;
}

/** Undefined for what is drawn, or cannot be. */
function redrawOf(annotation: PDFDict, kind: string | undefined, needsAppearances: boolean): Redraw | undefined {
  if (kind === undefined || !drawableKinds.has(kind) || !isShown(annotation)) return undefined;
  const isField = kind === "Widget";
  if (dictEntry(annotation, "AP") === undefined) return !isField || isDrawableField(annotation) ? "draw" : undefined;
  const value = isField && needsAppearances ? filledText(annotation) : undefined;
  const appearance = value === undefined ? undefined : normalAppearance(annotation)?.stream;
  if (value === undefined || appearance === undefined) return undefined;
  // One that shows nothing keeps its frame: the value is set into it later.
  if (isFormatted(annotation) || !showsOther(appearance, value)) return undefined;
  return /^[\n -~\u00a0-\u00ff]*$/.test(value) ? "draw" : "clear";
}
