import zlib from "node:zlib";
import { PDFDict, PDFNumber, type PDFObject, PDFRawStream, type PDFRef } from "@cantoo/pdf-lib";
import type { Copier } from "./copy.ts";
import type { SourcePage } from "./document.ts";
import { dictEntry, entry, inherited, name } from "./objects.ts";
import { contentStreams, decodeContent, inflate, isPlainFlate } from "./streams.ts";

export interface PageForm {
  form: PDFRef;
  /** The page's own transparency group, for the sheet to repeat. */
  group: PDFDict | undefined;
  /** Whether some of the page's content could not be unpacked. */
  damaged: boolean;
}

/** Creates a form XObject for each page; pages that share resources still share them. */
export function pageForms(copier: Copier): (page: SourcePage) => PageForm {
  const resources = new Map<PDFDict, PDFRef>();
  return (page) => pageForm(page, resources, copier);
}

/**
 * Converts a page's content to a form XObject, so that patterns, clips and unbalanced operators affect nothing else
 * (ISO 32000-1, 8.10). The bytes of a single content stream are copied unchanged.
 * @throws ConvertError too-large
 */
function pageForm(page: SourcePage, known: Map<PDFDict, PDFRef>, copier: Copier): PageForm {
  const { target } = copier;
  const resources = inherited(page.node, "Resources");
  const sourceGroup = dictEntry(page.node, "Group");
  const dict = target.obj({
    Type: "XObject",
    Subtype: "Form",
    FormType: 1,
    BBox: [...page.box],
    Resources: resources instanceof PDFDict ? copyResources(resources, known, copier) : {},
    Group: sourceGroup && copier.copy(sourceGroup),
  });
  const group = dict.get(name("Group"));
  const { bytes, encoding, damaged } = readContent(page.node);
  for (const [key, value] of encoding) dict.set(name(key), copier.copy(value));
  dict.set(name("Length"), PDFNumber.of(bytes.length));
  const form = target.register(PDFRawStream.of(dict, bytes));
  return { form, group: group instanceof PDFDict ? group : undefined, damaged };
}

/**
 * Copies a page's resources. Forms without resources use their page's (ISO 32000-1, 7.8.3); they get them as their own,
 * because the new page has different ones.
 */
function copyResources(resources: PDFDict, known: Map<PDFDict, PDFRef>, copier: Copier): PDFRef {
  const shared = known.get(resources) ?? copier.target.register(copier.copy(resources));
  known.set(resources, shared);
  for (const dict of copier.takeWithoutResources()) dict.set(name("Resources"), shared);
  return shared;
}

interface Content {
  bytes: Uint8Array;
  encoding: [key: string, value: PDFObject][];
  damaged: boolean;
}

function readContent(node: PDFDict): Content {
  const streams = contentStreams(node);
  const [only, ...others] = streams;
  if (only === undefined) return { bytes: new Uint8Array(), encoding: [], damaged: false };
  if (others.length === 0) return copyOnlyStream(only);

  let damaged = false;
  const parts = streams.flatMap((stream) => {
    const { data, whole } = decodeContent(stream);
    damaged ||= !whole;
    return [data, Buffer.from("\n")]; // tokens must not join across streams
  });
  return { bytes: zlib.deflateSync(Buffer.concat(parts)), encoding: [["Filter", name("FlateDecode")]], damaged };
}

function copyOnlyStream(stream: PDFRawStream): Content {
  const bytes = stream.getContents();
  const damaged = isPlainFlate(stream) ? inflate(bytes) === undefined : !decodeContent(stream).whole;
  const encoding = ["Filter", "DecodeParms"].flatMap((key): [string, PDFObject][] => {
    const value = entry(stream.dict, key);
    return value === undefined ? [] : [[key, value]];
  });
  return { bytes, encoding, damaged };
}
