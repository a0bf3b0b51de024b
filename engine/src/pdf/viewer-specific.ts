import { PDFArray, PDFBool, PDFDict, type PDFObject, PDFRawStream } from "@cantoo/pdf-lib";
import { ConvertError } from "../converter.ts";
import { forEachInNameTree } from "./destinations.ts";
import { annotationsOf, type SourceDocument } from "./document.ts";
import { arrayEntry, dictEntry, elements, entry, nameEntry, resolve } from "./objects.ts";
import { decodeContent } from "./streams.ts";

/**
 * Refuses files whose pages only tell the reader to open them in another viewer.
 * @throws ConvertError unsupported for dynamic forms, portfolios and encrypted wrappers
 */
export function refuseViewerSpecificPdf(source: SourceDocument): void {
  if (isDynamicForm(source)) {
    throw new ConvertError(
      "unsupported",
      "is a dynamic XFA form, which only Adobe Acrobat can show. Print it to PDF there and replace it.",
    );
  }
  const collection = dictEntry(source.catalog, "Collection");
  if (!collection) return;
  if (isEncryptedWrapper(source)) {
    throw new ConvertError(
      "unsupported",
      "is a wrapper around an encrypted PDF. Open it in a program that may read it, print it to PDF and replace it.",
    );
  }
  // The files of a hidden collection are ordinary attachments.
  if (nameEntry(collection, "View") === "H") return;
  throw new ConvertError(
    "unsupported",
    "is a PDF portfolio, a folder of other files. Save the files in it and upload those instead.",
  );
}

/**
 * Whether the file is a dynamic XFA form. Some lack the flag NeedsRendering, and only their XFA configuration says so.
 */
function isDynamicForm(source: SourceDocument): boolean {
  // Only XFA forms have this flag. The form itself may be missing, because qpdf removes forms without fields.
  if (entry(source.catalog, "NeedsRendering") === PDFBool.True) return true;
  const xfa = entry(dictEntry(source.catalog, "AcroForm"), "XFA");
  if (xfa === undefined || hasFields(source)) return false;
  const parts = xfa instanceof PDFArray ? elements(xfa) : [xfa];
  return parts.some(
    (part) => part instanceof PDFRawStream && dynamic.test(decodeContent(part).data.toString("latin1")),
  );
}

const dynamic = /<dynamicRender>\s*required\s*</;

function hasFields({ pages }: SourceDocument): boolean {
  return pages.some((page) =>
    annotationsOf(page).some(({ annotation }) => nameEntry(annotation, "Subtype") === "Widget"),
  );
}

/**
 * Whether the file is a wrapper around an encrypted PDF (ISO 32000-2, 7.6.7), as Microsoft Information Protection
 * writes it.
 */
function isEncryptedWrapper({ catalog, context }: SourceDocument): boolean {
  const isPayload = (file: PDFObject | undefined) =>
    file instanceof PDFDict && nameEntry(file, "AFRelationship") === "EncryptedPayload";
  let found = elements(arrayEntry(catalog, "AF")).some(isPayload);
  forEachInNameTree(dictEntry(dictEntry(catalog, "Names"), "EmbeddedFiles"), (_, file) => {
    found ||= isPayload(resolve(context, file));
  });
  return found;
}
