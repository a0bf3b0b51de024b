import { PDFContext, PDFDict, type PDFRef } from "@cantoo/pdf-lib";
import { drawAnnotation, isShown } from "./annotations.ts";
import { createCopier } from "./copy.ts";
import { createDestinationFinder, type PlacedPage } from "./destinations.ts";
import { annotationsOf, type SourceDocument, type SourcePage } from "./document.ts";
import { DrawnAnnotations } from "./drawn-annotations.ts";
import type { ValueFonts } from "./fonts/value-fonts.ts";
import { fitOnA4, normalRect, printNumbers } from "./geometry.ts";
import type { AnnotationPlaces } from "./inspect.ts";
import { copyLayers } from "./layers.ts";
import { type LinkTargets, rebuildLink } from "./links.ts";
import { dictEntry, inherited, name, nameEntry, numbersEntry, textEntry } from "./objects.ts";
import { dropDeadItems, readOutline, writeOutline } from "./outline.ts";
import { type PageForm, pageForms } from "./page-form.ts";

/** The placed document, not yet written to a file. */
export interface PlacedDocument {
  context: PDFContext;
  catalog: PDFRef;
  pages: number;
  /** The number of pages whose content could not be unpacked completely. */
  damagedPages: number;
  /** Characters of form values that no installed font has. */
  missingCharacters: ReadonlySet<string>;
  /** Whether links beyond `maxLinks` were left out. */
  linksLost: boolean;
}

/** Each link is an object of the output. Files with more links than this are generated and hardly read by people. */
export const maxLinks = 20_000;

export interface PlaceOptions {
  /** Creates the fonts for form values; may be omitted when the document has none. */
  valueFonts?: ((target: PDFContext) => ValueFonts) | undefined;
  /** Set when pages were left out: bookmarks without a target would reveal what was on them. */
  omitsDeadBookmarks?: boolean;
}

/**
 * Makes a new document in which every page of the source is drawn on A4. Only page content, links, bookmarks and layers
 * are copied: actions, scripts, attachments, form fields and metadata are left out.
 * @param generated annotations whose appearance PDFium drew
 * @throws ConvertError too-large
 */
export function placePages(
  source: SourceDocument,
  generated: AnnotationPlaces,
  { valueFonts, omitsDeadBookmarks = false }: PlaceOptions = {},
): PlacedDocument {
  const target = PDFContext.create();
  const copier = createCopier(source.context, target);
  const tree = target.nextRef();
  const placed = source.pages.map((page): PlacedPage => {
    return { ...fitOnA4(page), box: page.box, sheetReference: target.nextRef() };
  });
  const findDestination = createDestinationFinder(source, placed, target);
  const targets = { findDestination, base: textEntry(dictEntry(source.catalog, "URI"), "Base") };

  const formOf = pageForms(copier);
  let damagedPages = 0;
  const fonts = valueFonts?.(target);
  let linksLeft = maxLinks;
  let linksLost = false;
  source.pages.forEach((page, index) => {
    const place = placed[index];
    if (!place) return;
    const form = formOf(page);
    if (form.damaged) damagedPages++;

    const drawn = new DrawnAnnotations();
    const links: PDFRef[] = [];
    for (const { annotation, index: at } of annotationsOf(page)) {
      if (!isShown(annotation)) continue;
      if (nameEntry(annotation, "Subtype") === "Link") {
        const link = linksLeft > 0 ? linkOnSheet(annotation, place, targets, target) : [];
        linksLost ||= linksLeft === 0;
        linksLeft -= link.length;
        links.push(...link);
      } else {
        const inPageSpace = generated.get(index)?.has(at) ?? false;
        const resourceSources = resourceSourcesOf(annotation, page, source);
        drawAnnotation(annotation, { drawn, copier, fonts, inPageSpace, pageTurn: page.rotate, resourceSources });
      }
    }
    target.assign(place.sheetReference, sheet(page, place, form, drawn, links, tree, target));
  });

  fonts?.finish();
  target.assign(
    tree,
    target.obj({ Type: "Pages", Kids: placed.map((page) => page.sheetReference), Count: placed.length }),
  );
  const bookmarks = readOutline(source, findDestination);
  const outline = writeOutline(omitsDeadBookmarks ? dropDeadItems(bookmarks) : bookmarks, target);
  const catalog = target.register(
    target.obj({
      Type: "Catalog",
      Pages: tree,
      Outlines: outline,
      OCProperties: copyLayers(source, copier),
    }),
  );
  const missingCharacters: ReadonlySet<string> = fonts?.missing ?? new Set();
  return { context: target, catalog, pages: placed.length, damagedPages, missingCharacters, linksLost };
}

/** Dictionaries that may supply missing resources: the form's for fields (ISO 32000-1, table 218), and the page's. */
function resourceSourcesOf(annotation: PDFDict, page: SourcePage, { catalog }: SourceDocument): PDFDict[] {
  const isField = nameEntry(annotation, "Subtype") === "Widget";
  const ofForm = isField ? dictEntry(dictEntry(catalog, "AcroForm"), "DR") : undefined;
  return [ofForm, inherited(page.node, "Resources")].filter((resourceSource) => resourceSource instanceof PDFDict);
}

function linkOnSheet(annotation: PDFDict, { matrix }: PlacedPage, targets: LinkTargets, target: PDFContext): PDFRef[] {
  const rect = normalRect(numbersEntry(annotation, "Rect"));
  const link = rect && rebuildLink(annotation, rect, matrix, targets, target);
  return link ? [target.register(link)] : [];
}

function sheet(
  page: SourcePage,
  { sheet: size, matrix }: PlacedPage,
  { form, group }: PageForm,
  drawn: DrawnAnnotations,
  links: PDFRef[],
  tree: PDFRef,
  target: PDFContext,
): PDFDict {
  const operators = [`q ${printNumbers(matrix)} cm /P Do Q`];
  if (drawn.operators.length > 0) {
    const [left, bottom, right, top] = page.box;
    // Clipped to the page: borders and fields beyond its edge would otherwise appear on the sheet's margin.
    const clip = printNumbers([left, bottom, right - left, top - bottom]);
    operators.push(`q ${printNumbers(matrix)} cm ${clip} re W n`, ...drawn.operators, "Q");
  }

  return target.obj({
    Type: "Page",
    MediaBox: [0, 0, size.width, size.height],
    Parent: tree,
    Resources: resourcesOf(form, drawn),
    Contents: target.register(target.stream(operators.join("\n"))),
    // The sheet blends in the colour space of its page's transparency group.
    Group: group && { S: "Transparency", CS: group.get(name("CS")) },
    Annots: links.length > 0 ? links : undefined,
  });
}

function resourcesOf(form: PDFRef, drawn: DrawnAnnotations) {
  return {
    XObject: { P: form, ...Object.fromEntries(drawn.xObjects) },
    Font: drawn.fonts.size > 0 ? Object.fromEntries(drawn.fonts) : undefined,
    Properties: drawn.layers.size > 0 ? Object.fromEntries(drawn.layers) : undefined,
    ExtGState: drawn.needsMultiply ? { Multiply: { Type: "ExtGState", BM: "Multiply" } } : undefined,
  };
}
