/** How a text looks. */
export interface TextStyle {
  /** In points. */
  size: number;
  /** Distance of baselines, in points. */
  leading: number;
  /** Size of a text on whose baseline this one stands. */
  besideSize?: number;
  bold?: boolean;
  /** "#1D1B16" */
  colour: string;
}

/** One line of text. */
export interface TextMark {
  kind: "text";
  text: string;
  x: number;
  y: number;
  style: TextStyle;
  align: "left" | "right";
  /** Its place among all texts as they are read: columns one after the other, although they stand side by side. */
  order: number;
}

/** Something drawn in a strip. `x` is from the left edge of the page, `y` from the top edge of the strip, in points. */
export type Mark =
  | TextMark
  | { kind: "rule"; x: number; toX: number; y: number; width: number; colour: string }
  | { kind: "box"; x: number; toX: number; y: number; height: number; colour: string };

/** A horizontal part of a page that is never divided. A page is a pile of strips. */
export interface Strip {
  height: number;
  marks: Mark[];
  /** Whether it is on the same page as the next one. */
  isKept?: boolean;
}

/** Strips that follow one another. */
export interface Block {
  strips: Strip[];
  /** Repeated at the top of each page on which the block continues after its first `headEnd` strips. */
  head?: Strip[];
  headEnd?: number;
  /** Whether the block begins a new page if it would not fit into the rest of this one but fits on a whole one. */
  isWhole?: boolean;
}

export const space = (height: number): Strip => ({ height, marks: [] });

/** Puts piles of strips side by side. A shorter pile ends earlier. */
export function beside(...piles: Strip[][]): Strip[] {
  const rounded = (y: number) => Math.round(y * 1000) / 1000;
  const tops = piles.map((pile) => {
    let y = 0;
    return pile.map(({ height }) => {
      const top = rounded(y);
      y += height;
      return top;
    });
  });
  const ends = piles.map((pile) => rounded(heightOf(pile)));
  const cuts = [...new Set([0, ...tops.flat(), ...ends])].sort((one, other) => one - other);
  const strips = cuts.slice(1).map((end, index): Strip => ({ height: end - (cuts[index] ?? 0), marks: [] }));
  const indexes = new Map(cuts.map((cut, index) => [cut, index]));
  for (const [number, pile] of piles.entries()) {
    for (const [index, { marks }] of pile.entries()) {
      strips[indexes.get(tops[number]?.[index] ?? 0) ?? 0]?.marks.push(...marks);
    }
  }
  return strips;
}

export const heightOf = (strips: Strip[]): number => strips.reduce((sum, { height }) => sum + height, 0);
