import { gunzipSync } from "node:zlib";
import { conversionLimits } from "@sheaf/contracts/limits.ts";
import { ConvertError } from "../converter.ts";
import { type Archive, openArchive } from "./archive.ts";
import { guardFault } from "./package.ts";
import { xmlGuard } from "./xml-guard.ts";

export type AppleKind = { kind: "office"; format: "pages" | "key" } | { kind: "workbook"; format: "numbers" };

const pages: AppleKind = { kind: "office", format: "pages" };
const keynote: AppleKind = { kind: "office", format: "key" };
const numbers: AppleKind = { kind: "workbook", format: "numbers" };

/** The main part of the formats before 2013, and the parts since; a folder like a document may be around them. */
const folder = "^(?:[^/]+\\.(?:pages|numbers|key)/)?";
const xmlPart = new RegExp(String.raw`${folder}index\.(?:xml|apxl)(?:\.gz)?$`, "i");
const newPart = new RegExp(String.raw`${folder}Index(?:/.+\.iwa|\.zip)$`, "i");
/** What the program writes into a document with a password. */
const lockPart = /(?:^|\/)\.iwp[hv]2?$/i;
const slidePart = /(?:^|\/)(?:Master|Template)?Slide[-\d.]*[^/]*\.iwa$/i;

export const isAppleDocument = (names: string[]): boolean =>
  names.some((name) => xmlPart.test(name) || newPart.test(name) || lockPart.test(name));

/**
 * Checks a document of Apple's Pages, Numbers or Keynote, and tells which it is.
 * @param name the user's name for the file, which decides where the content does not
 * @throws ConvertError password, damaged, too-large
 */
export async function appleKind(archive: Archive, name: string): Promise<AppleKind> {
  if (archive.names.some((one) => lockPart.test(one)))
    throw new ConvertError("password", "is password-protected. Save it without its password and replace it.");
  let found: AppleKind | undefined;
  for (const part of archive.names) {
    if (xmlPart.test(part)) found ??= xmlKind(part, await plainXml(archive, part));
    else if (/\.zip$/i.test(part)) {
      using inner = await openArchive((await archive.read(part)) ?? Buffer.alloc(0));
      for (const one of inner.names) await readWhole(inner, one);
      if (inner.names.some((one) => slidePart.test(one))) found ??= keynote;
    } else await readWhole(archive, part);
  }
  if (archive.names.some((part) => slidePart.test(part))) found ??= keynote;
  return found ?? named(name);
}

function named(name: string): AppleKind {
  if (/\.numbers$/i.test(name)) return numbers;
  return /\.key$/i.test(name) ? keynote : pages;
}

/** Reads a part to its end, which verifies its size and checksum. */
async function readWhole(archive: Archive, name: string): Promise<void> {
  for await (const _ of archive.pieces(name));
}

async function plainXml(archive: Archive, part: string): Promise<Buffer> {
  const bytes = (await archive.read(part)) ?? Buffer.alloc(0);
  const xml = /\.gz$/i.test(part) ? unpacked(bytes) : bytes;
  const guard = xmlGuard();
  guard.feed(xml);
  const fault = guard.fault();
  if (fault !== undefined) throw guardFault(fault);
  return xml;
}

function unpacked(bytes: Buffer): Buffer {
  try {
    return gunzipSync(bytes, { maxOutputLength: conversionLimits.unpackedBytes });
  } catch (error) {
    throw new ConvertError("damaged", undefined, { cause: error });
  }
}

/** The root element names the program: `sl:document` of Pages, `ls:document` of Numbers. */
function xmlKind(part: string, xml: Buffer): AppleKind | undefined {
  if (/\.apxl/i.test(part)) return keynote;
  const root = /<([\w-]+):(document|presentation)\b/.exec(xml.toString("latin1", 0, 4096));
  if (root?.[2] === "presentation") return keynote;
  return root?.[1] === "ls" ? numbers : root?.[1] === "sl" ? pages : undefined;
}
