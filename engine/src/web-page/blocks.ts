import type { Colour } from "./css-values.ts";
import type { Style, TextStyle } from "./style.ts";

/** A picture of the page's own file, ready to be embedded. */
export interface PagePicture {
  /** Name of its part in the document. */
  name: string;
  /** In pixels, as stored. */
  width: number;
  height: number;
}

export type Inline =
  | { kind: "text"; text: string; style: TextStyle; background: Colour | undefined; href: string | undefined }
  | { kind: "break" }
  | { kind: "picture"; picture: PagePicture; width: number; height: number };

export interface Paragraph {
  kind: "paragraph";
  inlines: Inline[];
  /** Of the element that contains the text. */
  style: TextStyle;
  /** The bullet or number of a list item, before the text. */
  marker?: string;
  isHeading?: boolean;
}

/** An element with blocks inside. */
export interface Box {
  kind: "box";
  style: Style;
  children: Block[];
  /** Whether it is only as wide as its content. */
  isShrunk: boolean;
}

export interface Cell {
  box: Box;
  column: number;
  columns: number;
  rows: number;
}

export interface Row {
  style: Style;
  cells: Cell[];
}

export interface Table {
  kind: "table";
  style: Style;
  rows: Row[];
  /** Rows at the start that are repeated on each page. */
  headRows: number;
  columnCount: number;
  /** Styles of the `col` elements. */
  columnStyles: (Style | undefined)[];
}

/** Boxes beside each other: flex items, floats, and blocks in a line. */
export interface Line {
  kind: "line";
  style: Style;
  items: Box[];
}

export interface Grid {
  kind: "grid";
  style: Style;
  items: Box[];
}

export interface Rule {
  kind: "rule";
  style: Style;
}

/** A box at one side, beside the blocks that follow. */
export interface Float {
  kind: "float";
  side: "left" | "right";
  box: Box;
}

export type Block = Paragraph | Box | Table | Line | Grid | Rule | Float;

/** Returns a box without margins, borders and background around blocks. */
export function plainBox(children: Block[], style: Style): Box {
  return { kind: "box", style, children, isShrunk: false };
}
