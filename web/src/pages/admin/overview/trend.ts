import type { CSSProperties } from "react";
import { date } from "../../../ui/dates.ts";

export interface TrendLine {
  label: string;
  colour: string;
  dashed?: boolean;
}

/** One day and a number for each line, in the lines' order. */
export interface TrendRow {
  /** "2026-11-20" */
  date: string;
  values: number[];
}

/** Six colours; the seventh thing has the first again. */
export const cyclingColour = (index: number) => `var(--c${(index % 6) + 1})`;

/** For what the style sheet paints in `--c`. */
export const coloured = (colour: string): CSSProperties => ({ ["--c" as string]: colour });

/** "2026-11-20" → "20 Nov 2026", wherever the browser is. */
export const longDay = (day: string) => date(`${day}T12:00`);
/** "2026-11-20" → "20 Nov" */
export const shortDay = (day: string) => longDay(day).slice(0, -5);
