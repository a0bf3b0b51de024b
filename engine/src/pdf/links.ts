import { type PDFContext, type PDFDict, PDFHexString, type PDFObject, PDFString } from "@cantoo/pdf-lib";
import { attempt } from "../attempt.ts";
import type { FindDestination } from "./destinations.ts";
import { type Matrix, type Rect, transformPoint, transformRect } from "./geometry.ts";
import {
  arrayEntry,
  asNumber,
  asText,
  dictEntry,
  elements,
  entry,
  name,
  nameEntry,
  numberEntry,
  numbersEntry,
} from "./objects.ts";

/** In points. Wider borders are mistakes and would cover the link's text. */
const widestBorder = 3;
const printFlag = 4;

/** Resolves the targets of a file's links. */
export interface LinkTargets {
  findDestination: FindDestination;
  /** The base address for relative links (ISO 32000-1, table 207). */
  base: string | undefined;
}

/**
 * Rebuilds a link to a web address, an email address, or a position in the same file. Returns undefined for links
 * without a target and for actions that would run or open anything else.
 * @param rect the annotation's own, in the page's coordinates
 */
export function rebuildLink(
  link: PDFDict,
  rect: Rect,
  matrix: Matrix,
  { findDestination, base }: LinkTargets,
  target: PDFContext,
): PDFDict | undefined {
  const rebuilt = target.obj({
    Type: "Annot",
    Subtype: "Link",
    Rect: rounded(transformRect(matrix, rect)),
    F: (numberEntry(link, "F") ?? 0) & printFlag,
  });
  const action = dictEntry(link, "A");
  if (action && nameEntry(action, "S") === "URI") {
    const address = safeAddress(addressText(entry(action, "URI")), base);
    if (address === undefined) return undefined;
    rebuilt.set(name("A"), target.obj({ Type: "Action", S: "URI", URI: PDFString.of(address) }));
  } else {
    if (action && nameEntry(action, "S") !== "GoTo") return undefined;
    const destination = findDestination(action ? entry(action, "D") : entry(link, "Dest"));
    if (!destination) return undefined;
    rebuilt.set(name("Dest"), destination);
  }
  copyAppearance(link, rebuilt, matrix, target);
  return rebuilt;
}

/**
 * Decodes a URI. It should be ASCII (ISO 32000-1, table 206); others are usually UTF-8 without a byte order mark, else
 * text strings.
 */
function addressText(object: PDFObject | undefined): string | undefined {
  if (!(object instanceof PDFString || object instanceof PDFHexString)) return undefined;
  return attempt(() => new TextDecoder("utf-8", { fatal: true }).decode(object.asBytes())) ?? asText(object);
}

/**
 * Converts a web or email address to ASCII, ready for a PDF string; returns undefined for any other scheme.
 * @param base the base address for addresses without a scheme
 */
function safeAddress(address: string | undefined, base?: string): string | undefined {
  const trimmed = address?.trim();
  if (!trimmed) return undefined;
  const absolute = /^[a-z][a-z0-9+.-]*:/i.test(trimmed) ? trimmed : resolved(trimmed, base);
  if (!absolute || !/^(https?:|mailto:)/i.test(absolute)) return undefined;
  let ascii = "";
  for (const character of absolute) {
    const plain = character > " " && character <= "~" && !"\\()".includes(character);
    ascii += plain ? character : percentEncoded(character);
  }
  return ascii;
}

function resolved(address: string, base: string | undefined): string | undefined {
  // People omit the scheme; viewers open the website rather than a file of that name.
  if (/^www\.[^\s/]+\.[a-z]/i.test(address)) return `http://${address}`;
  return base !== undefined && URL.canParse(address, base) ? new URL(address, base).href : undefined;
}

function percentEncoded(character: string): string {
  return [...Buffer.from(character)].map((byte) => `%${byte.toString(16).toUpperCase().padStart(2, "0")}`).join("");
}

function copyAppearance(link: PDFDict, rebuilt: PDFDict, matrix: Matrix, target: PDFContext): void {
  const corners = numbersEntry(link, "QuadPoints");
  if (corners && corners.length > 0 && corners.length % 8 === 0) {
    const moved = corners.flatMap((x, index) =>
      index % 2 === 0 ? transformPoint(matrix, x, corners[index + 1] ?? 0) : [],
    );
    rebuilt.set(name("QuadPoints"), target.obj(rounded(moved)));
  }
  const border = arrayEntry(link, "Border");
  const numbers = elements(border).slice(0, 3).map(asNumber); // a dash array may follow
  if (border && numbers.every((value) => value !== undefined))
    rebuilt.set(name("Border"), target.obj(numbers.map((value) => Math.min(value, widestBorder))));
  const style = dictEntry(link, "BS");
  if (style) {
    const width = Math.min(numberEntry(style, "W") ?? 1, widestBorder);
    rebuilt.set(name("BS"), target.obj({ W: width, S: nameEntry(style, "S") === "U" ? "U" : "S" }));
  }
  const colour = numbersEntry(link, "C");
  if (colour) rebuilt.set(name("C"), target.obj(colour));
}

const rounded = (values: readonly number[]): number[] => values.map((value) => Number(value.toFixed(3)));
