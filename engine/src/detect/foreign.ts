import { ConvertError } from "../converter.ts";

/** Kinds that people do send and that are not converted, by their first bytes, with what to do instead. */
const foreign: [start: string, words: string][] = [
  ["MZ", "is a program. Replace it with the document itself."],
  ["\x7fELF", "is a program. Replace it with the document itself."],
  ["\xcf\xfa\xed\xfe", "is a program. Replace it with the document itself."],
  ["\xffWPC", "is a WordPerfect document. Save it as PDF and replace it."],
  ["7z\xbc\xaf", "is an archive. Unpack it and add the files inside."],
  ["Rar!\x1a", "is an archive. Unpack it and add the files inside."],
  ["\x1f\x8b", "is an archive. Unpack it and add the files inside."],
  ["BZh", "is an archive. Unpack it and add the files inside."],
  ["ID3", "is a sound or video file."],
  ["OggS", "is a sound or video file."],
  ["\x1aE\xdf\xa3", "is a sound or video file."],
  ["SQLite format 3\0", "is a database. Export what you need as PDF or XLSX and replace it."],
  ["\xc5\xd0\xd3\xc6", "is a PostScript drawing. Save it as PDF and replace it."],
  ["8BPS", "is a drawing of a design program. Save it as PDF and replace it."],
];

const markup: [RegExp, string][] = [
  [/^%!PS/, "is a PostScript file. Save it as PDF and replace it."],
  [/^<(!doctype\s+html|html|head|body|script|!--)/i, "is a web page. Print it to PDF and replace it."],
  [
    /^(<\?xml[^>]*>\s*)?(<!--.*?-->\s*)*(<!doctype\s+svg[^>]*>\s*)?<svg\b/is,
    "is an SVG drawing. Save it as PDF or PNG and replace it.",
  ],
  [/^<\?xml.*<office:document\b/is, "is a flat XML document. Save it as ODT or PDF and replace it."],
  [/^<\?xml.*<\?mso-application/is, "is a document in an old XML format. Save it as DOCX, XLSX or PDF and replace it."],
  [/^<\?xml/i, "is an XML file. Save it as PDF and replace it."],
  [
    /^(mime-version|from|received|message-id|return-path|x-[\w-]+):/i,
    "is an email or a saved web page. Print it to PDF and replace it.",
  ],
];

const asLatin = (head: Uint8Array) => Buffer.from(head.subarray(0, 2048)).toString("latin1");

/** A binary file of a kind that is known and not accepted. */
export function foreignBinary(head: Uint8Array): ConvertError | undefined {
  const start = asLatin(head);
  const known = foreign.find(([signature]) => start.startsWith(signature));
  if (known) return new ConvertError("unsupported", known[1]);
  // Any brand of this container that is not a picture (ISO/IEC 14496-12).
  return start.slice(4, 8) === "ftyp" ? new ConvertError("unsupported", "is a sound or video file.") : undefined;
}

/** Text under a name that promises something else; only .txt and .csv print as text. */
export function foreignText(head: Uint8Array, extension: string): ConvertError {
  const start = asLatin(head).replace(/^(\xef\xbb\xbf)?\s*/, "");
  const known = markup.find(([pattern]) => pattern.test(start));
  const promised = extension.toUpperCase();
  return new ConvertError(
    "unsupported",
    known?.[1] ?? `holds only plain text and is no ${promised} file. Rename it to .txt or replace it.`,
  );
}
