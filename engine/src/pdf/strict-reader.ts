import { PDFContext, PDFDict, PDFNumber, type PDFObject, PDFRawStream, PDFRef } from "@cantoo/pdf-lib";
import { conversionLimits } from "@sheaf/contracts/limits.ts";
import { ConvertError } from "../converter.ts";
import { readCrossReferences } from "./cross-references.ts";
import { hasConsistentPageTree, readDocument, type SourceDocument } from "./document.ts";
import { decodeObjectData } from "./object-data.ts";
import { name, nameEntry, numberEntry } from "./objects.ts";
import { createSyntaxReader, StrictReadError, type SyntaxReader } from "./syntax.ts";

/**
 * Reads a file that follows the format strictly in all objects that the catalogue can reach: every object is where the
 * cross-reference table states, every stream has its stated length, and the page count is right. Such a file needs no
 * repair.
 * @param bytes the whole file; streams are views of it, so it must not change afterwards
 * @param maxPages the limit of pages
 * @returns undefined for a file with any fault, however small
 * @throws ConvertError too-large above the page limit
 */
export function readStrictly(bytes: Buffer, maxPages: number = conversionLimits.pages): SourceDocument | undefined {
  try {
    if (!/^%PDF-\d\.\d/.test(bytes.toString("latin1", 0, 8))) return undefined;
    const document = readReachable(bytes, maxPages);
    return hasConsistentPageTree(document) ? document : undefined;
  } catch (error) {
    if (error instanceof ConvertError) throw error;
    return undefined;
  }
}

/** Length of "endstream" with a line end and the white space that some programs write before it. */
const endBytes = 20;

/** An object stream with the numbers and offsets of its objects, in order. */
interface Pack {
  syntax: SyntaxReader;
  members: { number: number; at: number }[];
}

function readReachable(bytes: Buffer, maxPages: number): SourceDocument {
  const context = PDFContext.create();
  const syntax = createSyntaxReader(bytes, context);
  const packs = new Map<number, Pack>();
  const reading = new Set<PDFRef>();
  const { places, trailer } = readCrossReferences(bytes, syntax, (offset) => {
    const stream = objectAt(offset);
    if (stream instanceof PDFRawStream) return stream;
    throw new StrictReadError("There is no cross-reference stream at the stated offset");
  });

  /** Returns undefined for a missing object, which counts as null (ISO 32000-1, 7.3.10). */
  function read(reference: PDFRef): PDFObject | undefined {
    const known = context.lookup(reference);
    const place = places.get(reference.objectNumber);
    if (known || !place) return known;
    if (reading.has(reference)) throw new StrictReadError("A stream's length refers to the stream");
    reading.add(reference);
    const object = "at" in place ? ownObject(reference, place) : packedObject(reference, place);
    reading.delete(reference);
    if (object) context.assign(reference, object);
    return object;
  }

  function ownObject(reference: PDFRef, { at, generation }: { at: number; generation: number }): PDFObject | undefined {
    return reference.generationNumber === generation ? objectAt(at, reference) : undefined;
  }

  /**
   * Reads "12 0 obj … endobj". Restores the reader's position, because the length of a stream is read in the middle of
   * it.
   */
  function objectAt(offset: number, expected?: PDFRef): PDFObject {
    const before = syntax.at;
    syntax.at = offset;
    const [number, generation] = [syntax.integer(), syntax.integer()];
    const isExpected = !expected || (number === expected.objectNumber && generation === expected.generationNumber);
    if (!isExpected || !syntax.passes("obj")) throw new StrictReadError("An object is not at its stated offset");
    const value = syntax.value();
    const object = value instanceof PDFDict && syntax.passes("stream") ? streamOf(value) : value;
    if (!syntax.passes("endobj")) throw new StrictReadError("An object has no endobj");
    syntax.at = before;
    return object;
  }

  function streamOf(dict: PDFDict): PDFRawStream {
    if (bytes[syntax.at] === 0x0d) syntax.at++;
    if (bytes[syntax.at++] !== 0x0a) throw new StrictReadError("No line end follows the word stream");
    const start = syntax.at;
    const given = dict.get(name("Length"));
    const length = given instanceof PDFRef ? read(given) : given;
    if (!(length instanceof PDFNumber)) throw new StrictReadError("A stream has no length");
    const end = start + length.asNumber();
    syntax.at = end;
    if (!/^\s*endstream/.test(bytes.toString("latin1", end, end + endBytes)) || !syntax.passes("endstream")) {
      throw new StrictReadError("A stream does not have its stated length");
    }
    return PDFRawStream.of(dict, bytes.subarray(start, end));
  }

  function packedObject(reference: PDFRef, { pack, index }: { pack: number; index: number }): PDFObject {
    const { syntax: within, members } = packNumbered(pack);
    const member = members[index];
    if (member?.number !== reference.objectNumber || reference.generationNumber !== 0) {
      throw new StrictReadError("An object is not in its stated object stream");
    }
    within.at = member.at;
    const object = within.value();
    syntax.references.push(...within.references.splice(0));
    return object;
  }

  function packNumbered(number: number): Pack {
    const known = packs.get(number);
    if (known) return known;
    const stream = read(PDFRef.of(number));
    if (!(stream instanceof PDFRawStream) || nameEntry(stream.dict, "Type") !== "ObjStm") {
      throw new StrictReadError("A stated object stream is missing");
    }
    const within = createSyntaxReader(decodeObjectData(stream), context);
    const [count = 0, first = 0] = [numberEntry(stream.dict, "N"), numberEntry(stream.dict, "First")];
    const members = Array.from({ length: Math.min(count, stream.getContentsSize() * 1024) }, () => ({
      number: within.integer(),
      at: first + within.integer(),
    }));
    const pack = { syntax: within, members };
    packs.set(number, pack);
    return pack;
  }

  const root = trailer.get(name("Root"));
  if (!(root instanceof PDFRef)) throw new StrictReadError("The file names no catalogue");
  const catalog = read(root);
  // The references found so far are read next; `read` returns at once for objects that it has read before.
  for (let next = syntax.references.pop(); next; next = syntax.references.pop()) read(next);
  if (!(catalog instanceof PDFDict)) throw new StrictReadError("The file has no catalogue");
  return readDocument(context, catalog, maxPages);
}
