import { type PDFObject, PDFRawStream } from "@cantoo/pdf-lib";
import { ConvertError } from "../converter.ts";
import type { SourceDocument } from "./document.ts";
import { dictEntry, entry, inherited, nameEntry } from "./objects.ts";
import { contentStreams, decodeContent } from "./streams.ts";

/** Limit of form drawings per page. Real pages draw a few thousand forms, maps about ten thousand. */
const maxDrawings = 1_000_000;
/** In real files, forms are nested about a dozen levels deep. */
const maxNesting = 200;

/**
 * Refuses exponential nesting: thirty forms in a chain, each drawn twice by the one before, would keep a viewer busy
 * for years. Only content with nested forms is decoded.
 * @throws ConvertError too-large
 */
export function refuseEndlessDrawing({ pages }: SourceDocument): void {
  const drawings = new Map<PDFRawStream, number>();
  /** Resources whose forms draw no forms; pages often share them. */
  const flat = new Set<PDFObject | undefined>();
  for (const { node } of pages) {
    const resources = inherited(node, "Resources");
    if (flat.has(resources)) continue;
    const forms = formsOf(resources);
    if (![...forms.values()].some((form) => formsOf(resourcesOf(form, resources)).size > 0)) {
      flat.add(resources);
      continue;
    }
    const total = drawnBy(contentStreams(node), forms, (form) => drawingsOf(form, resources, drawings, 1));
    if (total > maxDrawings) throw excessiveDrawing();
  }
}

/**
 * Returns how many drawings one use of this form causes. Viewers do not draw a form inside itself, so it counts as 0.
 */
function drawingsOf(
  form: PDFRawStream,
  inheritedResources: PDFObject | undefined,
  known: Map<PDFRawStream, number>,
  depth: number,
): number {
  const before = known.get(form);
  if (before !== undefined) return before;
  if (depth > maxNesting) throw excessiveDrawing();
  known.set(form, 0);
  const resources = resourcesOf(form, inheritedResources);
  const forms = formsOf(resources);
  const inner = forms.size === 0 ? 0 : drawnBy([form], forms, (each) => drawingsOf(each, resources, known, depth + 1));
  known.set(form, 1 + inner);
  return 1 + inner;
}

/** ISO 32000-2, 8.8: the operator Do, after the name of what it draws. */
const drawing = /\/([^\s/<>[\](){}%]+)\s+Do\b/g;

function drawnBy(
  content: PDFRawStream[],
  forms: Map<string, PDFRawStream>,
  drawings: (form: PDFRawStream) => number,
): number {
  let total = 0;
  for (const stream of content) {
    for (const [, used = ""] of decodeContent(stream).data.toString("latin1").matchAll(drawing)) {
      const form = forms.get(used);
      if (form) total += drawings(form);
    }
  }
  return total;
}

function formsOf(resources: PDFObject | undefined): Map<string, PDFRawStream> {
  const forms = new Map<string, PDFRawStream>();
  const objects = dictEntry(resources, "XObject");
  for (const [key] of objects?.entries() ?? []) {
    const object = entry(objects, key.decodeText());
    if (object instanceof PDFRawStream && nameEntry(object.dict, "Subtype") === "Form") {
      forms.set(key.asString().slice(1), object);
    }
  }
  return forms;
}

function resourcesOf(form: PDFRawStream, inheritedResources: PDFObject | undefined): PDFObject | undefined {
  return dictEntry(form.dict, "Resources") ?? inheritedResources;
}

const excessiveDrawing = () =>
  new ConvertError(
    "too-large",
    `has a page that draws nested forms more than ${maxDrawings.toLocaleString("en-GB")} times. Print it to a new PDF and replace it.`,
  );
