/** A4 in points; positions are measured from the upper left corner. */
export const a4 = { width: 595.28, height: 841.89 } as const;

export type Family = "sans" | "serif" | "mono";

export interface TextStyle {
  family?: Family;
  bold?: boolean;
  italic?: boolean;
  /** In points. */
  size?: number;
  colour?: string;
  align?: "left" | "centre" | "right";
}

/** An element of a page, to be drawn as PDF or as a picture. Colours are "#rrggbb". */
export type Mark =
  | ({ kind: "text"; x: number; y: number; words: string } & Required<TextStyle>)
  | { kind: "line"; x1: number; y1: number; x2: number; y2: number; width: number; colour: string }
  | { kind: "box"; x: number; y: number; width: number; height: number; colour: string };

export interface Sheet {
  marks: Mark[];
  /**
   * Adds text.
   * @param y position of the baseline
   */
  text(x: number, y: number, words: string, style?: TextStyle): void;
  /**
   * Adds lines of text below each other.
   * @returns y of the line after the last
   */
  lines(x: number, y: number, words: string[], style?: TextStyle & { leading?: number }): number;
  rule(x1: number, x2: number, y: number, width?: number, colour?: string): void;
  box(x: number, y: number, width: number, height: number, colour: string): void;
}

/**
 * Makes an empty page.
 * @param usual default text style
 */
export function newSheet(usual: TextStyle = {}): Sheet {
  const marks: Mark[] = [];
  const standard: Required<TextStyle> = {
    family: "sans",
    bold: false,
    italic: false,
    size: 9,
    colour: "#1c1f24",
    align: "left",
    ...usual,
  };
  const text = (x: number, y: number, words: string, style: TextStyle = {}) => {
    marks.push({ kind: "text", x, y, words, ...standard, ...style });
  };
  return {
    marks,
    text,
    lines(x, y, words, { leading = 12, ...style } = {}) {
      for (const [index, one] of words.entries()) text(x, y + index * leading, one, style);
      return y + words.length * leading;
    },
    rule(x1, x2, y, width = 0.5, colour = "#8a9099") {
      marks.push({ kind: "line", x1, y1: y, x2, y2: y, width, colour });
    },
    box(x, y, width, height, colour) {
      marks.push({ kind: "box", x, y, width, height, colour });
    },
  };
}
