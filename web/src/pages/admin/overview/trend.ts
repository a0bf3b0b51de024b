import type { CSSProperties } from "react";
import { date } from "../../../ui/dates.ts";

export interface TrendLine {
  label: string;
  colour: string;
  dashed?: boolean;
}

/** One day with a number for each line, in the lines' order. */
export interface TrendRow {
  /** "2026-11-20" */
  date: string;
  values: number[];
}

/** Six colours; the seventh item has the first colour again. */
export const cyclingColour = (index: number) => `var(--c${(index % 6) + 1})`;

/** Sets the custom property `--c`, which the style sheet uses as a colour. */
export const coloured = (colour: string): CSSProperties => ({ ["--c" as string]: colour });

/** Formats "2026-11-20" as "20 Nov 2026", in any time zone. */
export const longDay = (day: string) => date(`${day}T12:00`);
/** Formats "2026-11-20" as "20 Nov". */
export const shortDay = (day: string) => longDay(day).slice(0, -5);
