import { readFileSync } from "node:fs";
import { acceptedExtension, containerExtension, formatOf, isPlainText } from "@sheaf/contracts/formats.ts";
import { ConvertError, type ScratchFile } from "../converter.ts";
import { binaryDrawing, isSvg } from "../drawing/drawing-kind.ts";
import { fileStart } from "../file-bytes.ts";
import { pictureKind } from "../image/picture-kind.ts";
import { invoiceSyntax } from "../invoice/syntax.ts";
import { isBiffStart } from "./biff-start.ts";
import { compoundSignature } from "./compound.ts";
import type { Detected } from "./detected.ts";
import { foreignBinary, foreignName, foreignPage, foreignText, isFlatDocument, unknownBinary } from "./foreign.ts";
import { isWordPerfect } from "./word-perfect.ts";

/** Enough for every signature and for recognising text. */
const headBytes = 65_536;

/**
 * Detects the kind of a file by its content, whatever its extension, and refuses files that must not reach a converter.
 * @throws ConvertError unsupported, empty, password, damaged, active-content, too-large
 */
export async function detect(input: ScratchFile): Promise<Detected> {
  const extension = acceptedExtension(input.name) ?? containerExtension(input.name);
  const head = fileStart(input.path, headBytes);
  if (extension === undefined) throw foreignBinary(head) ?? new ConvertError("unsupported");
  if (input.sizeBytes === 0) throw new ConvertError("empty");

  const nameRefusal = foreignName(input.name, input.sizeBytes);
  if (nameRefusal) throw nameRefusal;
  const promised = formatOf(input.name)?.kind; // undefined for the name of a container
  const named = promised && isPlainText(promised) ? promised : undefined;

  // Modules that read more than the head are loaded on demand: pictures and PDFs do not need them.
  if (isZip(head)) return (await import("./container.ts")).zipped(input.path, input);
  if (head.subarray(0, 8).equals(compoundSignature)) return (await import("./container.ts")).compound(input);
  if (startsWith(head, "{\\rtf")) return { kind: "office", format: "rtf" };
  const drawing = binaryDrawing(head); // before PDF: drawings of macOS begin with a PDF of themselves
  if (drawing !== undefined) return { kind: "drawing", drawing };
  if (head.subarray(0, 1024).includes("%PDF-") && (named === undefined || startsWith(head, "%PDF-")))
    return { kind: "pdf" };

  const picture = pictureKind(head);
  if (picture !== undefined) return { kind: "image", picture };
  if (isOldWord(head)) return { kind: "office", format: "doc" };
  if (isWordPerfect(head)) return { kind: "office", format: "wpd" };
  if (isBiffStart(head)) return { kind: "workbook", format: "xls" };

  const { decodeText, isBlank, looksLikeText } = await import("../text/encoding.ts");
  if (!looksLikeText(head)) {
    throw foreignBinary(head) ?? unknownBinary(extension, named !== undefined);
  }
  const isBlankText = (text: Buffer) => isBlank(decodeText(text).text);
  if (isBlankText(head) && (input.sizeBytes <= headBytes || isBlankText(readFileSync(input.path)))) {
    throw new ConvertError("empty");
  }
  const root = (await import("../xml/xml-root.ts")).xmlRoot(head);
  if (isFlatDocument(root) && flatNames.has(extension)) return (await import("./container.ts")).flat(input);
  const syntax = invoiceSyntax(root);
  if (syntax) return { kind: "invoice", syntax };
  if (named === undefined && isSvg(head, root)) {
    // Like a web page, it is not what its sender's program wrote under the name of another kind.
    if (promised === "drawing" || promised === "web-page") return { kind: "drawing", drawing: "svg" };
    throw new ConvertError("unsupported", "is an SVG drawing. Rename it to .svg and replace it.");
  }
  if (promised === "web-page") {
    const refusal = foreignPage(head, root);
    if (refusal) throw refusal;
    return { kind: promised };
  }
  if (named === undefined) throw foreignText(head, extension, root);
  return { kind: named };
}

/**
 * Extensions under which an OpenDocument file may be a single XML document. Under others it stays refused: a document
 * that pretends to be another kind is not what its sender's program wrote.
 */
const flatNames = new Set<string>(["fodt", "fods", "fodp", "odt", "ods", "odp", "ott", "ots", "otp"]);

const startsWith = (head: Buffer, signature: string) =>
  head.subarray(0, signature.length).equals(Buffer.from(signature));

/** The bytes after "PK": of a file's header, of the end of an empty archive, of a split archive. */
const zipStarts = ["\x03\x04", "\x05\x06", "\x07\x08"];

/**
 * Checks two bytes after "PK", because text may also begin with "PK": "PKR" for rupees, names of people and of firms.
 */
const isZip = (head: Buffer) => zipStarts.some((start) => startsWith(head, `PK${start}`));

/** Whether the file is of Word 1, 2 or 6 without a compound file around it. */
function isOldWord(head: Buffer): boolean {
  return head.length > 32 && (head.readUInt16LE(0) === 0xa5db || head.readUInt16LE(0) === 0xa59b);
}
