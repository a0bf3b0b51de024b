import type { Turn } from "./arrangement.ts";

/** Left, top, right and bottom, in points from the top left corner of the page as it lies. */
export type Box = readonly [left: number, top: number, right: number, bottom: number];

/** A line of words as it is printed, whatever its direction. */
export interface ReadLine {
  /** Start and end of the line on which its letters stand, in reading direction: x and y of each, in points. */
  baseline: readonly [fromX: number, fromY: number, toX: number, toY: number];
  /** Font size, in points. */
  size: number;
}

export interface ReadWord {
  text: string;
  box: Box;
  /** From 0 to 100; 100 for a word of a text layer. */
  confidence: number;
  /** Index of its line. Words follow each other in reading order. */
  line: number;
}

export const factKinds = [
  /** "2026-10-14". */
  "date",
  /** "1234.56", with its currency; negative for a credit. */
  "amount",
  /** The amount that the paper asks for or was paid. */
  "total",
  "supplier",
  /** Identifiers in capitals without separators: "GB123456782", "SC123456", "1234567890", "QQ123456C". */
  "vat-number",
  "company-number",
  "utr",
  "ni-number",
  /** "200000 12345678": sort code and account number. */
  "bank-account",
  "iban",
  "invoice-number",
  /** Lines of the name and address that the paper is addressed to, separated by line breaks. */
  "addressee",
] as const;
export type FactKind = (typeof factKinds)[number];

/** One thing that was read on a page. What is unreadable or ambiguous is left out. */
export interface Fact {
  kind: FactKind;
  value: string;
  /** ISO 4217, of an amount or total; absent when the paper does not say. */
  currency?: string;
  box: Box;
}

/** Why a person or an inbox could not read a page. */
export const readingProblems = ["small", "blurred", "faint", "cut-off", "no-words"] as const;
export type ReadingProblem = (typeof readingProblems)[number];

/** What the picture of a page is like. */
export interface Readability {
  /** Dots per inch at which the print was captured, as a reader of normal print would need; null when unknown. */
  dpi: number | null;
  /** Variance of the Laplacian, relative to contrast and letter height. */
  sharpness: number;
  /** From 0 to 1. */
  contrast: number;
  /** Clockwise, in degrees. */
  skew: number;
  /** Share of the page that pictures cover, from 0 to 1. */
  coverage: number;
  /** Null for a page that can be read. */
  problem: ReadingProblem | null;
}

/** What was read on one page of a PDF. */
export interface PageReading {
  /** From 1. */
  page: number;
  /** In points. */
  width: number;
  height: number;
  /**
   * "text": its own text layer; "ocr": recognised in its picture; "blank": nothing is printed on it; "unread": reading
   * it failed or took too long.
   */
  source: "text" | "ocr" | "blank" | "unread";
  /** ISO 639-1, of most of its words; null when they do not tell. */
  language: string | null;
  /** Mean of its words, from 0 to 100; null without words. */
  confidence: number | null;
  lines: ReadLine[];
  words: ReadWord[];
  /** Null for a page with its own text, a blank or an unread one. */
  readability: Readability | null;
  /** How far the page must be turned, clockwise, to stand upright; 0 unless that is sure. */
  turn: Turn;
  /** Empty for a page in a language whose habits are not known. */
  facts: Fact[];
}

/** Limits for reading pages. */
export const readingLimits = {
  /** A file may take 15 s + 3 s a page, 120 s at most; pages that are left then stay unread. */
  baseMs: 15_000,
  perPageMs: 3_000,
  maxMs: 120_000,
  /** A job of a practice that waits for reading waits no longer than this after a file's conversion. */
  jobWaitSeconds: 150,
  /** Words of one page that are kept. */
  wordsPerPage: 5_000,
  /** The pages of a file after those with so many words are not read. */
  wordsPerFile: 500_000,
  /** Below this mean confidence a page is hard to read. */
  hardConfidence: 65,
} as const;
