import { parse, rgb } from "culori";
import { entryOf } from "./entry-of.ts";

/** A length that is known, or a share of the width of the containing block. */
export type Length = { px: number } | { percent: number };

const pxPerUnit: Record<string, number> = {
  px: 1,
  pt: 4 / 3,
  pc: 16,
  in: 96,
  cm: 96 / 2.54,
  mm: 96 / 25.4,
  q: 96 / 101.6,
  // The viewport of a printed page: A4 at 96 pixels per inch.
  vw: 7.94,
  vh: 11.23,
  vmin: 7.94,
  vmax: 11.23,
};

/** The initial font size of browsers. */
export const rootFontSize = 16;
/** Larger lengths are mistakes or hide their element. */
const longest = 100_000;

/**
 * Parses a length of CSS.
 * @param fontSize for `em`, in pixels
 * @returns undefined for "auto" and for values that are not understood
 */
export function parseLength(value: string, fontSize: number): Length | undefined {
  const text = value.trim().toLowerCase();
  const simple = /^([+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d{1,3})?)([a-z]*|%)$/.exec(text);
  if (simple) return lengthOf(Number(simple[1]), simple[2] ?? "", fontSize);
  const computed = /^(?:-webkit-)?(calc|min|max|clamp)\((.+)\)$/s.exec(text);
  return computed ? calculated(computed[1] ?? "", computed[2] ?? "", fontSize) : undefined;
}

function lengthOf(number: number, unit: string, fontSize: number): Length | undefined {
  if (!Number.isFinite(number)) return undefined;
  if (unit === "%") return { percent: clamp(number) };
  const factor =
    unit === "em"
      ? fontSize
      : unit === "rem"
        ? rootFontSize
        : /^(?:ex|ch)$/.test(unit)
          ? fontSize / 2
          : entryOf(pxPerUnit, unit);
  if (unit === "") return number === 0 ? { px: 0 } : undefined;
  return factor === undefined ? undefined : { px: clamp(number * factor) };
}

const clamp = (number: number) => Math.min(longest, Math.max(-longest, number));

/**
 * Evaluates sums of lengths. Of a sum with a percentage only the percentage counts, and of a choice its fixed length:
 * the width of the containing block is not known here.
 */
function calculated(name: string, inside: string, fontSize: number): Length | undefined {
  if (inside.length > 200) return undefined;
  if (name !== "calc") {
    const choices = splitValue(inside, ",").map((one) => parseLength(one, fontSize));
    return choices.find((one) => one !== undefined && "px" in one) ?? choices.find((one) => one !== undefined);
  }
  let px = 0;
  let sign = 1;
  for (const part of splitValue(inside, " ")) {
    if (part === "+" || part === "-") {
      sign = part === "+" ? 1 : -1;
      continue;
    }
    if (part === "*" || part === "/") return undefined;
    const length = parseLength(part.replace(/^\((.*)\)$/, "calc($1)"), fontSize);
    if (length === undefined) return undefined;
    if ("percent" in length) return length;
    px += sign * length.px;
  }
  return { px };
}

/** Splits a value at a separator outside parentheses and quotes; empty parts are left out. */
export function splitValue(value: string, separator: " " | "," | "/"): string[] {
  const parts: string[] = [];
  let [depth, quote, part] = [0, "", ""];
  for (const character of value) {
    if (quote !== "") quote = character === quote ? "" : quote;
    else if (character === '"' || character === "'") quote = character;
    else if (character === "(") depth++;
    else if (character === ")") depth--;
    const isSeparator = separator === " " ? /\s/.test(character) : character === separator;
    if (isSeparator && depth <= 0 && quote === "") {
      if (part !== "") parts.push(part);
      part = "";
    } else part += character;
  }
  if (part !== "") parts.push(part);
  return separator === " " ? parts : parts.map((one) => one.trim());
}

export interface Colour {
  r: number;
  g: number;
  b: number;
  alpha: number;
}

const known = new Map<string, Colour | undefined>();

/** Parses a colour of CSS. Returns undefined for values that are not understood. */
export function parseColour(value: string): Colour | undefined {
  const text = value.trim().toLowerCase();
  if (text.length > 100) return undefined;
  const cached = known.get(text);
  if (cached || known.has(text)) return cached;
  const parsed = rgb(parse(text));
  const channel = (one: number) => Math.round(255 * Math.min(1, Math.max(0, Number.isFinite(one) ? one : 0)));
  const colour = parsed && {
    r: channel(parsed.r),
    g: channel(parsed.g),
    b: channel(parsed.b),
    alpha: Math.min(1, Math.max(0, parsed.alpha ?? 1)),
  };
  if (known.size < 10_000) known.set(text, colour);
  return colour;
}

/** Parses a colour attribute of HTML, which may lack its "#". */
export const parseLegacyColour = (value: string): Colour | undefined =>
  parseColour(value) ?? (/^[0-9a-f]{6}$/i.test(value.trim()) ? parseColour(`#${value.trim()}`) : undefined);

/** Returns a colour laid over an opaque one. */
export function over({ r, g, b, alpha }: Colour, behind: Colour): Colour {
  const mix = (front: number, back: number) => Math.round(front * alpha + back * (1 - alpha));
  return { r: mix(r, behind.r), g: mix(g, behind.g), b: mix(b, behind.b), alpha: 1 };
}

export const white: Colour = { r: 255, g: 255, b: 255, alpha: 1 };
export const black: Colour = { r: 0, g: 0, b: 0, alpha: 1 };

/** "#00395d" */
export const hexColour = ({ r, g, b }: Colour): string =>
  `#${[r, g, b].map((one) => one.toString(16).padStart(2, "0")).join("")}`;

/** Relative luminance, from 0 for black to 1 for white (WCAG 2.2, without its gamma correction). */
export const lightness = ({ r, g, b }: Colour): number => (0.2126 * r + 0.7152 * g + 0.0722 * b) / 255;
