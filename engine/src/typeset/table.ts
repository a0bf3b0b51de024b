import { type Block, beside, type Strip, type TextStyle } from "./strip.ts";
import { type Measure, textStrips } from "./text-lines.ts";

export interface Column {
  title: string;
  x: number;
  width: number;
  align?: "left" | "right";
}

/** One text of a cell; a cell may have several, one under the other, each in its own style. */
export interface CellText {
  text: string;
  style: TextStyle;
}

export interface TableLook {
  title: TextStyle;
  /** Space above and below the text of a row. */
  padding: number;
  line: { width: number; colour: string };
  /** Under the titles. */
  headLine: { width: number; colour: string };
  x: number;
  toX: number;
}

/** Sets a table. Its titles are repeated on each page; a long row may continue on the next page. */
export function tableBlock(columns: Column[], rows: CellText[][][], look: TableLook, measure: Measure): Block {
  const titles = beside(...columns.map(({ title, ...place }) => textStrips(title, place, look.title, measure)));
  const head: Strip[] = [
    ...titles.map((strip) => ({ ...strip, isKept: true })),
    { height: 4, marks: [rule(look, look.headLine, 3)], isKept: true },
  ];
  const body = rows.flatMap((cells) => rowStrips(columns, cells, look, measure));
  return { strips: [...head, ...body], head };
}

function rowStrips(columns: Column[], cells: CellText[][], look: TableLook, measure: Measure): Strip[] {
  const piles = columns.map((column, index) =>
    (cells[index] ?? []).flatMap(({ text, style }) => textStrips(text, column, style, measure)),
  );
  const lines = beside(...piles);
  // The first two and the last two lines of a row stay together.
  const content = lines.map((strip, index) => ({
    ...strip,
    isKept: index === 0 || index >= lines.length - 2,
  }));
  return [
    { height: look.padding, marks: [], isKept: true },
    ...content,
    { height: look.padding, marks: [rule(look, look.line, look.padding)] },
  ];
}

function rule({ x, toX }: TableLook, { width, colour }: TableLook["line"], y: number): Strip["marks"][number] {
  return { kind: "rule", x, toX, y, width, colour };
}
