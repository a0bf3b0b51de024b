import { readFileSync } from "node:fs";
import { extname } from "node:path";
import CFB from "cfb";
import { namedAreas, within } from "./cell-areas.ts";
import type { FileText, Unprinted } from "./file-text.ts";
import { wordsIn } from "./pdf-words.ts";
import { xlsTexts } from "./xls-texts.ts";
import { xmlEvents } from "./xml-events.ts";

export interface FileWords {
  /** Each word with the reason why it need not be printed, if one applies to all of its occurrences. */
  words: Map<string, Unprinted | undefined>;
  /** Whether it has formulas whose results change each time they are computed. */
  computes: boolean;
}

/**
 * Reads the words of an office file without the engine's own parsers.
 * @returns no words for formats that are not supported here, and for encrypted and damaged files
 */
export function wordsOfFile(path: string): FileWords {
  const words: FileWords["words"] = new Map();
  let computes = false;
  for (const { text, unprinted, isFormula } of textsOf(path)) {
    if (isFormula) computes ||= changing.test(text);
    else
      for (const word of wordsIn(text)) {
        if (!words.has(word) || unprinted === undefined) words.set(word, unprinted);
      }
  }
  return { words, computes };
}

/** Functions whose result changes each time they are computed. */
const changing = /\b(?:RAND|RANDBETWEEN|TODAY|NOW|OFFSET|INDIRECT|INFO|CELL)\(/i;

function textsOf(path: string): FileText[] {
  const bytes = readFileSync(path);
  const isZip = bytes.toString("latin1", 0, 2) === "PK";
  const kind = extname(path).slice(1).toLowerCase();
  try {
    if (kind === "xls" && !isZip) return [...xlsTexts(bytes)];
    if (!isZip) return [];
    const zip = CFB.read(bytes, { type: "buffer" });
    const part = (name: string) => {
      const at = zip.FullPaths.findIndex(
        (full) => full.replace(/^Root Entry\//, "").toLowerCase() === name.toLowerCase(),
      );
      return Buffer.from(zip.FileIndex[at]?.content ?? []).toString("utf8");
    };
    const names = zip.FullPaths.map((full) => full.replace(/^Root Entry\//, ""));
    if (names.includes("xl/workbook.xml")) return [...xlsxTexts(part)];
    if (names.includes("word/document.xml")) return [...docxTexts(part, names)];
    if (names.includes("ppt/presentation.xml")) return [...pptxTexts(part, names)];
    return names.includes("content.xml") ? [...openDocumentTexts(part("content.xml"))] : [];
  } catch {
    return [];
  }
}

type Part = (name: string) => string;
const isOn = (value: string | undefined) => value === "1" || value === "true";

function* xlsxTexts(part: Part): Generator<FileText> {
  const shared: string[] = [];
  let skipped = 0;
  for (const { open, close, name, text } of xmlEvents(part("xl/sharedStrings.xml"))) {
    if (name === "rPh") skipped += open ? 1 : close ? -1 : 0;
    if (open && name === "si") shared.push("");
    if (text && name === "t" && skipped === 0) shared[shared.length - 1] += text;
  }
  const targets = new Map<string, string>();
  for (const { name, attributes } of xmlEvents(part("xl/_rels/workbook.xml.rels"))) {
    const target = attributes.Target ?? "";
    if (name === "Relationship")
      targets.set(attributes.Id ?? "", target.startsWith("/") ? target.slice(1) : `xl/${target}`);
  }
  const sheets: { part: string; hidden: boolean; area: string | undefined }[] = [];
  const areas = new Map<number, string>();
  let named: number | undefined;
  for (const { open, name, attributes, text } of xmlEvents(part("xl/workbook.xml"))) {
    if (open && name === "sheet")
      sheets.push({
        part: targets.get(attributes.id ?? "") ?? "",
        hidden: /hidden/i.test(attributes.state ?? ""),
        area: undefined,
      });
    if (open && name === "definedName")
      named = attributes.name === "_xlnm.Print_Area" ? Number(attributes.localSheetId) : undefined;
    if (text && name === "definedName" && named !== undefined) areas.set(named, text);
  }
  const silent = silentFormats(part("xl/styles.xml"));
  for (const [index, sheet] of sheets.entries()) {
    const area = areas.get(index);
    for (const one of sheetTexts(part(sheet.part), shared, silent, area === undefined ? [] : namedAreas(area)))
      yield sheet.hidden ? { ...one, unprinted: "hidden" } : one;
  }
}

/** Returns the cell formats that show no text (";;;"). */
function silentFormats(styles: string): Set<number> {
  const codes = new Set<string>();
  const silent = new Set<number>();
  let [isCell, index] = [false, 0];
  for (const { open, close, name, attributes } of xmlEvents(styles)) {
    if (open && name === "numFmt" && /^;;;/.test(attributes.formatCode ?? "")) codes.add(attributes.numFmtId ?? "");
    if (name === "cellXfs") isCell = open && !close;
    if (open && name === "xf" && isCell && codes.has(attributes.numFmtId ?? "")) silent.add(index);
    if (open && name === "xf" && isCell) index++;
  }
  return silent;
}

function* sheetTexts(
  xml: string,
  shared: string[],
  silent: Set<number>,
  areas: ReturnType<typeof namedAreas>,
): Generator<FileText> {
  const hiddenColumns: { from: number; to: number }[] = [];
  let [row, column, type, style, isHiddenRow, spoken] = [0, 0, "", 0, false, 0];
  for (const { open, close, name, attributes, text } of xmlEvents(xml)) {
    if (open && name === "col" && isOn(attributes.hidden))
      hiddenColumns.push({ from: Number(attributes.min), to: Number(attributes.max) });
    if (open && name === "row") {
      row = Number(attributes.r ?? row + 1);
      column = 0;
      isHiddenRow = isOn(attributes.hidden);
    }
    if (open && name === "c") {
      const letters = /^[A-Z]+/.exec(attributes.r ?? "")?.[0];
      column = letters ? [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) : column + 1;
      type = attributes.t ?? "n";
      style = Number(attributes.s ?? 0);
    }
    if (name === "rPh") spoken += open ? 1 : close ? -1 : 0;
    if (!text || spoken > 0) continue;
    if (name === "f") yield { text, isFormula: true };
    const isShared = name === "v" && type === "s";
    const isText = isShared || (name === "v" && type === "str") || (name === "t" && type === "inlineStr");
    if (!isText) continue;
    const isHidden = isHiddenRow || hiddenColumns.some(({ from, to }) => column >= from && column <= to);
    const unprinted = isHidden
      ? "hidden"
      : areas.length > 0 && !within(areas, row, column)
        ? "outside the print area"
        : silent.has(style)
          ? "hidden by its number format"
          : undefined;
    yield { text: isShared ? (shared[Number(text)] ?? "") : text, unprinted };
  }
}

/** Elements that end a word. Text on both sides of any other element can be one word. */
const paragraphEnds = new Set(["p", "tab", "br", "cr", "line-break", "s", "h"]);

function* docxTexts(part: Part, names: string[]): Generator<FileText> {
  const parts = names.filter((name) => /^word\/(?:document|header\d*|footer\d*|footnotes|endnotes)\.xml$/.test(name));
  for (const name of parts) {
    let [skipped, isHidden] = [0, false];
    const printed = { text: "" };
    for (const { open, close, name: element, attributes, text } of xmlEvents(part(name))) {
      // Fallback contains a second form of the same content, for programs that do not know the first.
      if (/^(?:Fallback|del|moveFrom)$/.test(element)) skipped += open && !close ? 1 : close && !open ? -1 : 0;
      if (element === "r" && open) isHidden = false;
      if (element === "vanish" && open) isHidden = !/^(?:0|false|off)$/.test(attributes.val ?? "");
      if (paragraphEnds.has(element)) printed.text += " ";
      // Text that a tracked change deleted; LibreOffice shows it in spite of that.
      if (text && element === "delText") yield { text, unprinted: "hidden" };
      if (!text || element !== "t" || skipped > 0) continue;
      if (isHidden) yield { text, unprinted: "hidden" };
      else printed.text += text;
    }
    yield printed;
  }
}

function* pptxTexts(part: Part, names: string[]): Generator<FileText> {
  for (const name of names.filter((one) => /^ppt\/slides\/slide\d+\.xml$/.test(one))) {
    const all = { text: "", unprinted: undefined as Unprinted | undefined };
    for (const { open, name: element, attributes, text } of xmlEvents(part(name))) {
      if (open && element === "sld" && attributes.show === "0") all.unprinted = "hidden";
      if (paragraphEnds.has(element)) all.text += " ";
      if (text && element === "t") all.text += text;
    }
    yield all;
  }
}

/** Elements of an OpenDocument file whose content is never printed. */
const asides = new Set([
  "annotation",
  "tracked-changes",
  "notes",
  "desc",
  "title",
  "forms",
  "scripts",
  "automatic-styles",
]);

function* openDocumentTexts(content: string): Generator<FileText> {
  const hiddenTables = new Set<string>();
  let style = "";
  for (const { open, name, attributes } of xmlEvents(content)) {
    if (open && name === "style") style = attributes.name ?? "";
    if (open && name === "table-properties" && attributes.display === "false") hiddenTables.add(style);
  }
  let [skipped, isHiddenTable, isHiddenRow, hasArea, isBody] = [0, false, false, false, false];
  let texts = "";
  const kept = (): FileText => ({
    text: texts,
    unprinted: isHiddenTable || isHiddenRow ? "hidden" : hasArea ? "outside the print area" : undefined,
  });
  for (const { open, close, name, attributes, text } of xmlEvents(content)) {
    if (name === "body") isBody = open;
    if (asides.has(name)) skipped += open && !close ? 1 : close && !open ? -1 : 0;
    const isRow = name === "table-row" && open;
    if (isRow || (name === "table" && open && !close)) {
      yield kept();
      texts = "";
    }
    if (isRow) isHiddenRow = /^(?:collapse|filter)$/.test(attributes.visibility ?? "");
    if (name === "table" && open) {
      isHiddenTable = hiddenTables.has(attributes["style-name"] ?? "");
      isHiddenRow = false;
      hasArea = attributes["print-ranges"] !== undefined;
    }
    if (open && attributes.formula) yield { text: attributes.formula, isFormula: true };
    if (paragraphEnds.has(name)) texts += " ";
    if (text && isBody && skipped === 0) texts += text;
  }
  yield kept();
}
