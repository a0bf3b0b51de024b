import { turns } from "@sheaf/contracts/arrangement.ts";
import { defined } from "@sheaf/contracts/defined.ts";
import {
  type Box,
  type Fact,
  factKinds,
  type PageReading,
  type Readability,
  type ReadLine,
  type ReadWord,
  readingLimits,
  readingProblems,
} from "@sheaf/contracts/reading.ts";
import { attempt } from "../attempt.ts";
import type { PageResult } from "./read-pages.ts";

const maxLines = readingLimits.wordsPerPage;
const maxFacts = 500;
const maxWordLength = 200;
const maxFactLength = 500;
/** The largest page of a PDF, in points (ISO 32000-1, annex C). */
const maxSide = 14_400;
/** Boxes may stick out of the page by a rounding error, in points. */
const slack = 1;
const sources = ["text", "ocr", "blank", "unread"] as const;
/** Resolutions and sharpness have no natural maximum. */
const maxMeasure = 1e6;

class Invalid extends Error {}

/**
 * Reads one untrusted line of a result file: known fields of the expected types and sizes are copied, and boxes must
 * lie on the page.
 * @param page the number that the reading must have
 * @returns null when anything in the line is not valid
 */
export function takeResult(line: string, page: number): PageResult | null {
  return (
    attempt(() => {
      const { reading, isFinal } = fields(JSON.parse(line));
      return { reading: takeReading(fields(reading), page), isFinal: isFinal === true };
    }) ?? null
  );
}

function takeReading(found: Fields, page: number): PageReading {
  if (found.page !== page) throw new Invalid();
  const [width, height] = [number(found.width, 1, maxSide), number(found.height, 1, maxSide)];
  const source = oneOf(sources, found.source);
  const lines = list(found.lines, maxLines).map(takeLine);
  const words = list(found.words, readingLimits.wordsPerPage).map((word) => takeWord(word, lines, { width, height }));
  if (words.length > 0 && (source === "blank" || source === "unread")) throw new Invalid();
  return {
    page,
    width,
    height,
    source,
    language: found.language === null ? null : text(found.language, /^[a-z]{2}$/),
    confidence: words.length === 0 ? null : number(found.confidence, 0, 100),
    lines: words.length === 0 ? [] : lines,
    words,
    readability: source === "ocr" ? takeReadability(fields(found.readability)) : null,
    turn: oneOf(turns, found.turn),
    facts: list(found.facts, maxFacts).map((fact) => takeFact(fields(fact), { width, height })),
  };
}

function takeLine(value: unknown): ReadLine {
  const { baseline, size } = fields(value);
  const [fromX = 0, fromY = 0, toX = 0, toY = 0] = list(baseline, 4, 4).map((part) =>
    number(part, -maxSide, 2 * maxSide),
  );
  return { baseline: [fromX, fromY, toX, toY], size: number(size, 0, maxSide) };
}

interface Sides {
  width: number;
  height: number;
}

function takeWord(value: unknown, lines: ReadLine[], sides: Sides): ReadWord {
  const { text: written, box, confidence, line } = fields(value);
  if (!Number.isInteger(line)) throw new Invalid();
  return {
    text: shown(written, maxWordLength),
    box: takeBox(box, sides),
    confidence: number(confidence, 0, 100),
    line: number(line, 0, lines.length - 1),
  };
}

function takeFact({ kind, value, currency, box }: Fields, sides: Sides): Fact {
  const known = currency === undefined ? undefined : text(currency, /^[A-Z]{3}$/);
  return {
    kind: oneOf(factKinds, kind),
    value: shown(value, maxFactLength),
    ...defined({ currency: known }),
    box: takeBox(box, sides),
  };
}

function takeReadability({ dpi, sharpness, contrast, skew, coverage, problem }: Fields): Readability {
  return {
    dpi: dpi === null ? null : number(dpi, 0, maxMeasure),
    sharpness: number(sharpness, 0, maxMeasure),
    contrast: number(contrast, 0, 1),
    skew: number(skew, -180, 180),
    coverage: number(coverage, 0, 1),
    problem: problem === null ? null : oneOf(readingProblems, problem),
  };
}

function takeBox(value: unknown, { width, height }: Sides): Box {
  const [left, right] = [0, 2].map((at) => within(list(value, 4, 4)[at], width));
  const [top, bottom] = [1, 3].map((at) => within(list(value, 4, 4)[at], height));
  if (left === undefined || top === undefined || right === undefined || bottom === undefined) throw new Invalid();
  if (right < left || bottom < top) throw new Invalid();
  return [left, top, right, bottom];
}

const within = (value: unknown, most: number): number =>
  Math.max(0, Math.min(most, number(value, -slack, most + slack)));

type Fields = Record<string, unknown>;

function fields(value: unknown): Fields {
  if (typeof value !== "object" || value === null || Array.isArray(value)) throw new Invalid();
  return value as Fields;
}

function list(value: unknown, most: number, least = 0): unknown[] {
  if (!Array.isArray(value) || value.length > most || value.length < least) throw new Invalid();
  return value;
}

function number(value: unknown, least: number, most: number): number {
  if (typeof value !== "number" || !(value >= least && value <= most)) throw new Invalid();
  return value;
}

function text(value: unknown, pattern: RegExp): string {
  if (typeof value !== "string" || !pattern.test(value)) throw new Invalid();
  return value;
}

/** A text that is shown and searched: not empty, well-formed, without control characters other than line breaks. */
function shown(value: unknown, most: number): string {
  if (typeof value !== "string" || value.length > most || value.trim() === "") throw new Invalid();
  if (!value.isWellFormed() || /[^\P{Cc}\n]/u.test(value)) throw new Invalid();
  return value;
}

function oneOf<Value>(known: readonly Value[], value: unknown): Value {
  const found = known.find((each) => each === value);
  if (found === undefined) throw new Invalid();
  return found;
}
