import {
  PDFArray,
  type PDFDict,
  PDFHexString,
  PDFName,
  PDFNumber,
  type PDFObject,
  PDFRawStream,
} from "@cantoo/pdf-lib";
import { asNumber, asText, elements, entry, inherited } from "./objects.ts";
import { decodeContent } from "./streams.ts";

/** Field flags, tables 226, 228 and 230 of ISO 32000-1. */
const flag = { multiline: 1 << 12, password: 1 << 13, combo: 1 << 17, comb: 1 << 24 } as const;

/** How the value of a text or choice field is typeset. */
export interface FieldText {
  value: string;
  alignment: "left" | "centre" | "right";
  isMultiline: boolean;
  /** Number of cells of a comb field; 0 for running text. */
  combCells: number;
  /** In points; 0 means automatic. */
  fontSize: number;
  /** The operator that sets the colour. */
  colour: string;
}

/** Returns undefined for other field types, empty fields and passwords. */
export function fieldText(field: PDFDict): FieldText | undefined {
  const value = filledText(field);
  if (value === undefined) return undefined;
  const isMultiline = value.includes("\n") || hasFlag(field, flag.multiline);
  return { value, isMultiline, combCells: combCellsFor(field, value), ...lookOf(field) };
}

/** Whether the field is a text field with this flag; the same bits have other meanings in choice fields. */
function hasFlag(field: PDFDict, bit: number): boolean {
  return typeOf(field) === "Tx" && ((asNumber(inherited(field, "Ff")) ?? 0) & bit) !== 0;
}

/** Returns 0 when the field is not a comb field, or the text does not fit into it. */
function combCellsFor(field: PDFDict, text: string): number {
  const isComb = hasFlag(field, flag.comb) && !hasFlag(field, flag.multiline) && !text.includes("\n");
  const places = isComb ? (asNumber(inherited(field, "MaxLen")) ?? 0) : 0;
  return places >= [...text].length ? Math.min(places, 1000) : 0;
}

function lookOf(field: PDFDict): Pick<FieldText, "alignment" | "fontSize" | "colour"> {
  const appearance = asText(inherited(field, "DA")) ?? "";
  return {
    alignment: (["left", "centre", "right"] as const)[asNumber(inherited(field, "Q")) ?? 0] ?? "left",
    fontSize: Number(appearance.match(/([\d.]+)\s+Tf/)?.[1] ?? 0) || 0,
    colour: colourOf(appearance),
  };
}

/** Returns how the text of a free text annotation is typeset; undefined when it has none. */
export function commentText(comment: PDFDict): FieldText | undefined {
  const value = asText(entry(comment, "Contents"))?.replace(/\r\n?/g, "\n").trim();
  return value ? { value, isMultiline: true, combCells: 0, ...lookOf(comment) } : undefined;
}

/**
 * Returns the text that a field is filled with, lines separated by "\n". A comb field keeps leading spaces: they are
 * empty cells.
 */
export function filledText(field: PDFDict): string | undefined {
  const type = typeOf(field);
  if (type !== "Tx" && type !== "Ch") return undefined;
  if (hasFlag(field, flag.password)) return undefined;
  const value = inherited(field, "V");
  const parts = value instanceof PDFArray ? elements(value).map(longText) : [longText(value)];
  const shown = parts.flatMap((part) => (part === undefined ? [] : [type === "Ch" ? asShown(field, part) : part]));
  const text = shown.join("\n").replace(/\r\n?/g, "\n").trimEnd();
  return (combCellsFor(field, text) > 0 ? text : text.trimStart()) || undefined;
}

/** Returns the script that formats the value for display, for example as an amount or a date. */
export function formatScript(field: PDFDict): string | undefined {
  return longText(entry(entry(inherited(field, "AA"), "F"), "JS"));
}

/** Whether the value is zero and formatted by a custom script: such scripts usually leave a zero blank. */
export function isZeroHiddenByScript(field: PDFDict, value: string): boolean {
  const script = formatScript(field);
  return script !== undefined && /^[-+]?[.,]?0[0.,]*$/.test(value) && !/^\s*AF\w*_Format/.test(script);
}

/** Whether the field is a list box, which shows all options and not only the selected ones. */
export function isOpenList(field: PDFDict): boolean {
  return typeOf(field) === "Ch" && ((asNumber(inherited(field, "Ff")) ?? 0) & flag.combo) === 0;
}

/** Values may be streams (ISO 32000-1, table 228); some programs write amounts as numbers and words as names. */
export function longText(value: PDFObject | undefined): string | undefined {
  if (value instanceof PDFNumber) return value.toString();
  if (value instanceof PDFName) return value.decodeText();
  if (!(value instanceof PDFRawStream)) return asText(value);
  return asText(PDFHexString.of(decodeContent(value).data.toString("hex")));
}

function typeOf(field: PDFDict): string | undefined {
  const type = inherited(field, "FT");
  return type instanceof PDFName ? type.decodeText() : undefined;
}

/** Returns the display text of an option, which may differ from its stored value. */
function asShown(field: PDFDict, value: string): string {
  const options = inherited(field, "Opt");
  for (const option of options instanceof PDFArray ? elements(options) : []) {
    if (!(option instanceof PDFArray)) continue;
    const [stored, shown] = elements(option).map(asText);
    if (stored === value && shown !== undefined) return shown;
  }
  return value;
}

/** Returns the last colour operator of the default appearance, as written there. */
function colourOf(appearance: string): string {
  const number = String.raw`(?:\d+\.?\d*|\.\d+)`;
  const colours = appearance.match(
    new RegExp(String.raw`(?:${number}\s+){4}k\b|(?:${number}\s+){3}rg\b|${number}\s+g\b`, "g"),
  );
  return colours?.at(-1) ?? "0 g";
}

/** Returns the degrees by which the field's text is rotated on the page, counterclockwise (ISO 32000-1, table 189). */
export function rotationOf(field: PDFDict): number {
  const degrees = asNumber(entry(entry(field, "MK"), "R")) ?? 0;
  return ((degrees % 360) + 360) % 360;
}
