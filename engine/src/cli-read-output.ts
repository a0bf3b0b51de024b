import type { PageReading, ReadWord } from "@sheaf/contracts/reading.ts";

/** Returns a page as `sheaf read --json` prints it. Numbers have as many digits as paper has use for. */
export function pageJson(reading: PageReading) {
  const { page, width, height, source, language, confidence, turn, words, facts, readability } = reading;
  return {
    page,
    width: thousandths(width),
    height: thousandths(height),
    source,
    language,
    confidence: confidence === null ? null : tenths(confidence),
    turn,
    words: words.map((word) => ({ text: word.text, box: word.box.map(tenths), confidence: tenths(word.confidence) })),
    facts: facts.map((fact) => ({ ...fact, box: fact.box.map(tenths) })),
    readability,
  };
}

const tenths = (value: number): number => Math.round(value * 10) / 10;
const thousandths = (value: number): number => Math.round(value * 1_000) / 1_000;

const sources = {
  text: "its own text",
  ocr: "recognised",
  blank: "blank",
  unread: "not read",
} as const;

/** Returns a page for people: a heading, its words as lines, and its facts. */
export function pageText(file: string, reading: PageReading): string {
  const { page, source, confidence, turn, words, facts, readability } = reading;
  const about = [
    sources[source],
    source === "ocr" && confidence !== null && `${Math.round(confidence)} % sure`,
    readability?.problem && `hard to read: ${readability.problem}`,
    turn > 0 && `to be turned by ${turn} degrees`,
  ];
  const heading = `${file}, page ${page} (${about.filter(Boolean).join(", ")})`;
  const found = facts.map(({ kind, value, currency }) => `  ${kind}: ${[value, currency].filter(Boolean).join(" ")}`);
  return [heading, ...linesOf(words), ...found, ""].map(printable).join("\n");
}

function linesOf(words: ReadWord[]): string[] {
  const lines: string[] = [];
  let before: number | undefined;
  for (const { text, line } of words) {
    if (line === before) lines.push(`${lines.pop()} ${text}`);
    else lines.push(text);
    before = line;
  }
  return lines;
}

/** Words come from documents: control characters would reach the terminal. */
const printable = (line: string): string => line.replaceAll(/\p{Cc}+/gu, " ");
