import { type ContainerExtension, type Extension, formatOf } from "@sheaf/contracts/formats.ts";
import { ConvertError } from "../converter.ts";
import type { XmlRoot } from "../xml/xml-root.ts";
import { foreignXml } from "./xml-kinds.ts";

/** Kinds of files that users send and that are not converted, by their first bytes, with the text of the refusal. */
const foreign: [start: string, words: string][] = [
  ["MZ", "is a program. Replace it with the document itself."],
  ["\x7fELF", "is a program. Replace it with the document itself."],
  ["\xcf\xfa\xed\xfe", "is a program. Replace it with the document itself."],
  ["\xffWPC", "is a drawing of WordPerfect. Save it as PDF and replace it."],
  ["7z\xbc\xaf", "is a 7z archive. Unpack it and add the files inside."],
  ["Rar!\x1a", "is a RAR archive. Unpack it and add the files inside."],
  ["\x1f\x8b", "is a GZIP archive. Unpack it and add the files inside."],
  ["BZh", "is a BZIP2 archive. Unpack it and add the files inside."],
  ["\xfd7zXZ\0", "is an XZ archive. Unpack it and add the files inside."],
  ["MSCF\0\0\0\0", "is a CAB archive. Unpack it and add the files inside."],
  ["ID3", "is a sound or video file."],
  ["OggS", "is a sound or video file."],
  ["\x1aE\xdf\xa3", "is a sound or video file."],
  ["SQLite format 3\0", "is a database. Export what you need as PDF or XLSX and replace it."],
  ["\xc5\xd0\xd3\xc6", "is a PostScript drawing. Save it as PDF and replace it."],
  ["\0\0\0\x0cJXL ", "is a JPEG XL picture. Save it as JPEG or PDF and replace it."],
  ["8BPS", "is a drawing of a design program. Save it as PDF and replace it."],
];

/** How web pages begin, including HTML tables that programs save as .xls. */
const webPage =
  /^<!--|^(<\?xml[^>]*>\s*)?<(!doctype\s+html|html|head|body|script|meta|style|title|table|tr|div|p|br|b|span|font|center|form|h[1-6])(?=[\s/>])/is;

/** Other text than web pages that begins in a known way. */
const notPages: [RegExp, string][] = [
  [/^%!PS/, "is a PostScript file. Save it as PDF and replace it."],
  [
    /^<\?xml.*<office:document\b/is,
    "is a flat XML document with another kind's name. Save it as ODT or PDF and replace it.",
  ],
  [
    /^<\?xml.*(<\?mso-application|urn:schemas-microsoft-com:office:spreadsheet)/is,
    "is a document in an old XML format. Save it as DOCX, XLSX or PDF and replace it.",
  ],
  [
    /^\{\s*"(?:url|doc_id|resource_id)"\s*:.*google/is,
    "is a link to a document on Google Drive. Download the document as PDF there and replace it.",
  ],
];

const markup: [RegExp, string][] = [
  [webPage, "is a web page. Print it to PDF or rename it to .html, and replace it."],
  ...notPages,
  [
    /^(mime-version|from|received|message-id|return-path|x-[\w-]+):/i,
    "is an email or a saved web page. Print it to PDF and replace it.",
  ],
];

/**
 * The owner file that Office programs keep beside an open document: it holds the user's name, once in characters of one
 * byte and once of two.
 */
const ownerFile = { start: "~$", maxBytes: 1024 };

/** Returns the refusal of an Office owner file; undefined for other files. */
export function foreignName(name: string, sizeBytes: number): ConvertError | undefined {
  if (!name.startsWith(ownerFile.start) || sizeBytes > ownerFile.maxBytes) return undefined;
  return new ConvertError(
    "unsupported",
    "only says who has a document open. Add the document itself, whose name has no ~$ at its start.",
  );
}

/** Returns the refusal of a ZIP container that is not an accepted document. */
export function foreignContainer(type: string | undefined): ConvertError {
  if (/^application\/vnd\.(?:sun|stardivision)\./.test(type ?? ""))
    return new ConvertError("unsupported", "is an OpenOffice document of before 2005. Save it as PDF and replace it.");
  return new ConvertError("unsupported", "is a ZIP archive. Unpack it and add the files inside.");
}

const asLatin = (head: Uint8Array) => Buffer.from(head.subarray(0, 2048)).toString("latin1");
/**
 * Returns the start of a text for matching markup, also of UTF-16, whose ASCII characters have a zero in every other
 * byte. Whole comments are removed, because they may be anywhere.
 */
const asMarkup = (head: Uint8Array) =>
  asLatin(head)
    .replace(/^(\xff\xfe|\xfe\xff|\xef\xbb\xbf)/, "")
    .replaceAll("\0", "")
    .replaceAll(/<!--.*?-->\s*/gs, "")
    .trimStart();

/** Returns whether a file is an OpenDocument file that is a single XML document. */
export const isFlatDocument = (root: XmlRoot | undefined): boolean =>
  root?.name === "document" && root.namespace === "urn:oasis:names:tc:opendocument:xmlns:office:1.0";

/** Returns the refusal of a binary file of a known kind that is not accepted; undefined for other files. */
export function foreignBinary(head: Uint8Array): ConvertError | undefined {
  const start = asLatin(head);
  const known = foreign.find(([signature]) => start.startsWith(signature));
  if (known) return new ConvertError("unsupported", known[1]);
  if (start.slice(257, 262) === "ustar")
    return new ConvertError("unsupported", "is a TAR archive. Unpack it and add the files inside.");
  // Any brand of this container that is not a picture (ISO/IEC 14496-12).
  return start.slice(4, 8) === "ftyp" ? new ConvertError("unsupported", "is a sound or video file.") : undefined;
}

/**
 * Returns the refusal of binary content without a known signature. With the extension of a text file it is not text;
 * with other extensions the signature was lost, except that any program names its data ".dat".
 */
export function unknownBinary(extension: Extension | ContainerExtension, isNamedText: boolean): ConvertError {
  if (extension === "dat")
    return new ConvertError("unsupported", "is not an email of Outlook (winmail.dat). Add the document itself.");
  return new ConvertError(isNamedText ? "unsupported" : "damaged");
}

/**
 * Returns the refusal of text with the extension of a web page; undefined for pages, and for text without markup.
 * @param root of XML
 */
export function foreignPage(head: Uint8Array, root?: XmlRoot): ConvertError | undefined {
  const start = asMarkup(head);
  if (webPage.test(start)) return undefined;
  const known = notPages.find(([pattern]) => pattern.test(start));
  if (known) return new ConvertError("unsupported", known[1]);
  if (start.slice(257, 262) === "ustar")
    return new ConvertError("unsupported", "is a TAR archive. Unpack it and add the files inside.");
  return root && /^<\?xml/i.test(start) && root.name !== "html" ? foreignXml(root) : undefined;
}

/**
 * Returns the refusal of text with another extension than .txt and .csv.
 * @param root of XML
 */
export function foreignText(head: Uint8Array, extension: Extension | ContainerExtension, root?: XmlRoot): ConvertError {
  const start = asMarkup(head);
  const isWorkbookName = formatOf(`.${extension}`)?.kind === "workbook";
  if (isWorkbookName && webPage.test(start)) {
    return new ConvertError(
      "unsupported",
      "is a web page with a workbook's name. Save it as XLSX in Excel or rename it to .html, and replace it.",
    );
  }
  const known = markup.find(([pattern]) => pattern.test(start));
  if (!known && root) return foreignXml(root);
  if (!known && /^<\?xml/i.test(start)) {
    return new ConvertError("damaged", "is not well-formed XML and cannot be read. Ask for a new copy and replace it.");
  }
  const promised = extension.toUpperCase();
  const better = isWorkbookName && /[\t,;]/.test(start) ? ".csv" : ".txt";
  return new ConvertError(
    "unsupported",
    known?.[1] ?? `holds only plain text and is no ${promised} file. Rename it to ${better} or replace it.`,
  );
}
