import { splitValue } from "./css-values.ts";

/** Fonts that every installation has, by the fonts that they stand for. */
const families: [RegExp, string][] = [
  [/^(?:arial narrow|liberation sans narrow)$/, "Liberation Sans Narrow"],
  [
    /^(?:arial|helvetica|helvetica neue|nimbus sans|liberation sans|system-ui|-apple-system|blinkmacsystemfont|ui-sans-serif|roboto|sf pro.*|arial.*|geneva)$/,
    "Liberation Sans",
  ],
  [/^(?:times|times new roman|ui-serif|liberation serif|times.*)$/, "Liberation Serif"],
  [
    /^(?:courier|courier new|liberation mono|ui-monospace|sfmono-regular|consolas|menlo|monaco|monospace|lucida console)$/,
    "Liberation Mono",
  ],
  [/^(?:calibri.*|carlito|aptos.*|segoe ui.*|candara|corbel)$/, "Carlito"],
  [/^(?:cambria.*|caladea)$/, "Caladea"],
  [/^(?:verdana|dejavu sans|bitstream vera sans)$/, "DejaVu Sans"],
  [/^(?:tahoma)$/, "Liberation Sans"],
  [/^(?:georgia|palatino.*|book antiqua|garamond.*|serif)$/, "Liberation Serif"],
  [/^(?:sans-serif|fantasy|cursive|emoji)$/, "Liberation Sans"],
];

/** Returns the installed font for a list of font families; undefined when none is known, as for fonts from the web. */
export function fontFor(list: string | undefined): string | undefined {
  if (list === undefined || list.length > 1_000) return undefined;
  for (const one of splitValue(list, ",")) {
    const name = one
      .replace(/^["']|["']$/g, "")
      .trim()
      .toLowerCase();
    const found = families.find(([pattern]) => pattern.test(name));
    if (found) return found[1];
  }
  return undefined;
}

/** Average widths of letters relative to Liberation Sans, rather too large. */
const relativeWidths: Record<string, number> = {
  "Liberation Sans": 1,
  "Liberation Sans Narrow": 0.82,
  "Liberation Serif": 0.97,
  Carlito: 0.95,
  Caladea: 1,
  "DejaVu Sans": 1.17,
};

/** Returns the factor from the width of a text in Liberation Sans to its width in another font. */
export const relativeWidth = (family: string): number => relativeWidths[family] ?? 1;

export const monospaced = "Liberation Mono";
