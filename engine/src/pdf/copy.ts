import {
  PDFArray,
  type PDFContext,
  PDFDict,
  PDFInvalidObject,
  type PDFName,
  PDFNull,
  type PDFObject,
  PDFRawStream,
  PDFRef,
  PDFStream,
} from "@cantoo/pdf-lib";
import { MB } from "@sheaf/contracts/limits.ts";
import { ConvertError } from "../converter.ts";
import { entry, name, nameEntry, numberEntry } from "./objects.ts";

/**
 * Copies objects into a new document, each once. Entries that are not needed for drawing are left out. Throws
 * ConvertError too-large for a picture that is too large to unpack.
 */
export interface Copier {
  /** Where the copies go. */
  readonly target: PDFContext;
  /** Copies everything reachable as well; equal references lead to the same copy. */
  copy(object: PDFObject): PDFObject;
  /** Returns the forms and Type 3 fonts without resources of their own that were copied since the last call. */
  takeWithoutResources(): PDFDict[];
}

/** Stream entries that draw nothing, hold private data, or refer to other files (ISO 32000-1, tables 5, 89, 95). */
const droppedOfStreams = new Set(
  [
    "AF",
    "F",
    "FDecodeParms",
    "FFilter",
    "LastModified",
    "Length",
    "Measure",
    "Metadata",
    "OPI",
    "PieceInfo",
    "PtData",
    "Ref",
    "StructParent",
    "StructParents",
  ].map(name),
);

/** Resources never refer to these types: a file whose resources do is broken or malicious. */
const foreignTypes = new Set<PDFObject | undefined>(
  [
    "Action",
    "Annot",
    "Catalog",
    "EmbeddedFile",
    "F",
    "Filespec",
    "Metadata",
    "ObjStm",
    "Outlines",
    "Page",
    "Pages",
    "Sig",
    "StructTreeRoot",
    "XRef",
  ].map(name),
);

/** Values of /S in action dictionaries; no drawing resource has one of them. */
const actionKinds = new Set<PDFObject | undefined>(
  [
    "GoTo3DView",
    "GoToE",
    "GoToR",
    "ImportData",
    "JavaScript",
    "Launch",
    "Movie",
    "Rendition",
    "ResetForm",
    "RichMediaExecute",
    "Sound",
    "SubmitForm",
    "Thread",
    "URI",
  ].map(name),
);

/**
 * @param source where the objects come from
 * @param target where the copies go; they are registered there under new numbers
 */
export function createCopier(source: PDFContext, target: PDFContext): Copier {
  const copies = new Map<PDFRef, PDFObject>();
  const waiting: { original: PDFObject; copy: PDFRef }[] = [];
  let withoutResources: PDFDict[] = [];

  /** References are queued instead of followed recursively: chains of objects may exceed the stack. */
  function copyReference(reference: PDFRef): PDFObject {
    const known = copies.get(reference);
    if (known) return known;
    const original = source.lookup(reference);
    if (original === undefined || original === PDFNull || isForeign(original)) {
      copies.set(reference, PDFNull);
      return PDFNull;
    }
    const copy = target.nextRef();
    copies.set(reference, copy);
    waiting.push({ original, copy });
    return copy;
  }

  function copyValue(object: PDFObject): PDFObject {
    if (object instanceof PDFRef) return copyReference(object);
    if (object instanceof PDFArray) {
      const copy = PDFArray.withContext(target);
      for (const element of object.asArray()) copy.push(copyValue(element));
      return copy;
    }
    if (object instanceof PDFInvalidObject || isForeign(object)) return PDFNull;
    if (object instanceof PDFRawStream) {
      refuseHugePicture(object.dict);
      return PDFRawStream.of(noted(copyEntries(object.dict, droppedOfStreams), "Form"), object.getContents());
    }
    if (object instanceof PDFStream) return PDFNull; // a parsed file has raw streams only
    if (object instanceof PDFDict) return noted(copyEntries(object), "Type3");
    return object; // numbers, names, strings: immutable
  }

  function noted(copy: PDFDict, kind: "Form" | "Type3"): PDFDict {
    if (copy.get(name("Subtype")) === name(kind) && !copy.has(name("Resources"))) withoutResources.push(copy);
    return copy;
  }

  function copyEntries(dict: PDFDict, without?: Set<PDFName>): PDFDict {
    const entries = new Map<PDFName, PDFObject>();
    for (const [key, value] of dict.asMap()) {
      if (!without?.has(key)) entries.set(key, copyValue(value));
    }
    return PDFDict.fromMapWithContext(entries, target);
  }

  return {
    target,
    copy(object) {
      const copied = copyValue(object);
      for (let next = waiting.pop(); next; next = waiting.pop()) target.assign(next.copy, copyValue(next.original));
      return copied;
    },
    takeWithoutResources() {
      const taken = withoutResources;
      withoutResources = [];
      return taken;
    },
  };
}

/** Bytes of one colour of a picture, unpacked. A0 at 600 dots per inch has half as many. */
const maxBytesPerColour = 1024 * MB;

/** Refuses a picture that would not fit into a viewer's memory once unpacked. */
function refuseHugePicture(dict: PDFDict): void {
  if (nameEntry(dict, "Subtype") !== "Image") return;
  const [width = 0, height = 0] = [numberEntry(dict, "Width"), numberEntry(dict, "Height")];
  const bits = entry(dict, "ImageMask") === undefined ? (numberEntry(dict, "BitsPerComponent") ?? 8) : 1;
  if ((width * height * bits) / 8 <= maxBytesPerColour) return;
  const size = `${width.toLocaleString("en-GB")} × ${height.toLocaleString("en-GB")} pixels`;
  const most = `${Math.round(maxBytesPerColour / MB)} MB`;
  throw new ConvertError(
    "too-large",
    `has a picture of ${size}, beyond the limit of ${most} for each colour. Print it to a new PDF and replace it.`,
  );
}

function isForeign(object: PDFObject): boolean {
  const dict = object instanceof PDFStream ? object.dict : object;
  if (!(dict instanceof PDFDict)) return false;
  // pdf-lib keeps one object per name, so identity is equality.
  return foreignTypes.has(entry(dict, "Type")) || actionKinds.has(dict.get(name("S")));
}
