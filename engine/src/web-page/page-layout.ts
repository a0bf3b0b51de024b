import {
  type Block,
  type Box,
  type Cell,
  type Float,
  type Grid,
  type Line,
  type PagePicture,
  type Paragraph,
  plainBox,
  type Rule,
  type Table,
} from "./blocks.ts";
import { sum } from "./column-widths.ts";
import { type Colour, lightness } from "./css-values.ts";
import { rowsOfGrid, rowsOfLine, type SideBySide } from "./line-rows.ts";
import { estimatedHeight, frameWidth, measure } from "./measure.ts";
import { type Place, paragraphProperties } from "./odt-paragraph.ts";
import { OdtStyles } from "./odt-styles.ts";
import { cellStyle, spacer, type TableCell, type TableRow, tableXml } from "./odt-table.ts";
import { inlinesXml, textXml } from "./odt-text.ts";
import {
  fitsBeside,
  lengthIn,
  narrowest,
  outerMargins,
  type Room,
  roomOf,
  tableWidths,
  widthIn,
  withoutIndent,
} from "./room.ts";
import { anonymousStyle, type Style } from "./style.ts";
import { markerWidth } from "./text-measure.ts";

/** What is still to be written before the next block. */
interface Pending {
  gap: number;
  startsPage: boolean;
  isAfterTable: boolean;
}

const nothingPending = (): Pending => ({ gap: 0, startsPage: false, isAfterTable: false });

/** Blocks nested deeper are written below each other. */
const deepest = 6;
const mostRowsWithSpans = 400;

/** Writes blocks as the body of an OpenDocument text, at widths that it computes itself. */
export class PageLayout {
  readonly styles = new OdtStyles();
  readonly pictures = new Set<PagePicture>();
  private out: string[] = [];
  private pending = nothingPending();

  /** @param width of the text area */
  body(root: Box, width: number): string {
    return this.inside(root.children, { left: 0, right: 0, width, depth: 0, isPage: true });
  }

  /** Writes blocks into a container of their own. */
  private inside(blocks: Block[], room: Room): string {
    const [out, pending] = [this.out, this.pending];
    this.out = [];
    this.pending = nothingPending();
    this.blocks(blocks, room);
    const isCell = room.depth > 0;
    const below = isCell ? Math.min(this.pending.gap, 100) : 0;
    if (this.out.length === 0 || this.pending.isAfterTable || below > 2) this.out.push(spacer(this.styles, below));
    const xml = this.out.join("");
    [this.out, this.pending] = [out, pending];
    return xml;
  }

  private blocks(blocks: Block[], room: Room): void {
    const own = { ...room, isPage: room.isPage && blocks.length === 1 };
    for (let at = 0; at < blocks.length; at++) {
      const block = blocks[at];
      if (block?.kind === "float") at = this.floats(blocks, at, own) - 1;
      else if (block) this.block(block, own);
    }
  }

  private block(block: Exclude<Block, Float>, room: Room): void {
    if (block.kind === "paragraph") this.paragraph(block, room, undefined);
    else if (block.kind === "box") this.box(block, room);
    else if (block.kind === "table") this.table(block, room);
    else if (block.kind === "line") this.rows(rowsOfLine(block, widthIn(room)), block, room);
    else if (block.kind === "grid") this.rows(rowsOfGrid(block, widthIn(room)), block, room);
    else this.rule(block, room);
  }

  private paragraph(paragraph: Paragraph, room: Room, frame: Style | undefined): void {
    const hanging = paragraph.marker === undefined ? 0 : markerWidth(paragraph.marker);
    const { isRightToLeft } = paragraph.style;
    const left = Math.max(room.left, isRightToLeft ? 0 : hanging);
    const right = Math.max(room.right, isRightToLeft ? hanging : 0);
    const place = this.place(left, right, false);
    const properties = paragraphProperties(paragraph, place, hanging, frame);
    const size = paragraph.inlines.every(({ kind }) => kind === "break") ? paragraph.style : undefined;
    const name = this.styles.nameOf("paragraph", properties + this.emptyText(size?.fontSize));
    const width = Math.max(narrowest, room.width - left - right - (frame ? frameWidth(frame) : 0));
    const text = inlinesXml(paragraph.inlines, {
      styles: this.styles,
      width,
      usePicture: (picture) => this.pictures.add(picture),
    });
    this.out.push(`<text:p text:style-name="${name}">${this.markerXml(paragraph)}${text}</text:p>`);
  }

  private emptyText(fontSize: number | undefined): string {
    return fontSize === undefined ? "" : `<style:text-properties fo:font-size="${(fontSize * 0.75).toFixed(2)}pt"/>`;
  }

  private markerXml({ marker, style }: Paragraph): string {
    if (marker === undefined) return "";
    const name = this.styles.textStyle(style, undefined, true);
    return `<text:span text:style-name="${name}">${textXml(marker)}</text:span><text:tab/>`;
  }

  /** Takes what is still to be written before a block. */
  private place(left: number, right: number, isTable: boolean): Place {
    const { gap, startsPage, isAfterTable } = this.pending;
    if (isTable && isAfterTable) this.out.push(spacer(this.styles));
    this.pending = { gap: 0, startsPage: false, isAfterTable: isTable };
    return { left, right, above: Math.min(gap, 400), startsPage };
  }

  private box(box: Box, room: Room): void {
    const { style } = box;
    const { margin } = style;
    const space = (side: "top" | "bottom") => (margin[side] === "auto" ? 0 : Math.max(0, margin[side]));
    this.pending.gap = Math.max(this.pending.gap, space("top"));
    if (style.breakBefore && room.depth === 0 && this.out.length > 0) this.pending.startsPage = true;
    this.boxContent(box, roomOf(box, room), room);
    this.pending.gap = Math.max(this.pending.gap, space("bottom"));
    if (style.breakAfter && room.depth === 0) this.pending.startsPage = true;
  }

  private boxContent(box: Box, inner: Room, room: Room): void {
    const { style, children } = box;
    const { padding } = style;
    if (!this.isFramed(box, inner, room)) {
      this.pending.gap += padding.top;
      this.blocks(children, {
        ...inner,
        left: inner.left + padding.left,
        right: Math.min(inner.right + padding.right, inner.width - inner.left - padding.left - narrowest),
      });
      this.pending.gap += padding.bottom;
      return;
    }
    const [only] = children;
    if (only?.kind === "paragraph" && children.length === 1 && only.marker === undefined) {
      this.paragraph(only, inner, style);
      return;
    }
    this.sideBySide({ cells: [{ box, width: widthIn(inner), before: 0 }] }, inner);
  }

  /** Returns whether a box shows a background or a border. */
  private isFramed({ style }: Box, inner: Room, room: Room): boolean {
    if (room.depth >= deepest) return false;
    if (Object.values(style.border).some((one) => one !== undefined)) return true;
    if (!style.background) return false;
    const isWide = widthIn(inner) > widthIn(room) * 0.8;
    return !(room.isPage && isWide && isPale(style.background));
  }

  private table(table: Table, room: Room): void {
    if (table.rows.length === 0 || table.columnCount === 0) return;
    const hasBorder = Object.values(table.style.border).some((one) => one !== undefined);
    if (room.depth >= deepest || (table.columnCount === 1 && !hasBorder)) {
      this.stacked(table, room);
      return;
    }
    const { widths, left } = tableWidths(table, room);
    const place = this.place(left, 0, true);
    const rows = this.tableRows(table, widths, room);
    const { collapsesBorders, isRightToLeft } = table.style;
    this.out.push(
      tableXml({ ...place, widths, rows, headRows: table.headRows, collapsesBorders, isRightToLeft }, this.styles),
    );
  }

  /** A table of one column is a stack of boxes, without the limits that a table has at the end of a page. */
  private stacked(table: Table, room: Room): void {
    const cells = table.rows.flatMap(({ cells: inRow, style }) =>
      inRow.map(({ box }): Box => {
        const background = box.style.background ?? style.background;
        const own: Style = { ...box.style, width: undefined, height: undefined, background };
        const height = spacerHeight(box);
        return { ...box, style: height > 0 ? { ...own, padding: { ...own.padding, top: height } } : own };
      }),
    );
    const { style } = table;
    const width = style.width ?? { px: measure(table).max };
    const wrapper: Style = { ...anonymousStyle(style), width, margin: style.margin, background: style.background };
    this.box(plainBox(cells, { ...wrapper, selfAlign: style.selfAlign }), room);
  }

  private tableRows(table: Table, widths: number[], room: Room): TableRow[] {
    const covered: number[] = widths.map(() => 0);
    // LibreOffice lays out a long table with cells over several rows in much more than proportional time.
    const isLong = table.rows.length > mostRowsWithSpans;
    return table.rows.map((row, rowIndex) => {
      const cells: TableRow["cells"] = widths.map((_, at) => ((covered[at] ?? 0) > 0 ? "covered" : undefined));
      let minHeight = fixedHeight(row.style);
      let letters = 0;
      for (const given of row.cells) {
        const cell = isLong ? { ...given, rows: 1 } : given;
        const width = sum(widths.slice(cell.column, cell.column + cell.columns));
        const isLastRow = rowIndex + cell.rows >= table.rows.length;
        cells[cell.column] = this.cell(cell, row.style, table, width, isLastRow, rowIndex === 0, room);
        for (let at = 1; at < cell.columns; at++) cells[cell.column + at] = "covered";
        for (let at = 0; at < cell.columns; at++) covered[cell.column + at] = cell.rows;
        minHeight = Math.max(minHeight, fixedHeight(cell.box.style));
        letters += estimatedHeight(cell.box, width);
      }
      for (let at = 0; at < covered.length; at++) covered[at] = Math.max(0, (covered[at] ?? 0) - 1);
      return { cells, minHeight, keepsTogether: letters < 400 };
    });
  }

  private cell(
    { box, column, columns, rows }: Cell,
    row: Style,
    table: Table,
    width: number,
    isLast: boolean,
    isFirst: boolean,
    room: Room,
  ): TableCell {
    const outer = table.style.border;
    const own = box.style.border;
    const border = {
      top: own.top ?? row.border.top ?? (isFirst ? outer.top : undefined),
      bottom: own.bottom ?? row.border.bottom ?? (isLast ? outer.bottom : undefined),
      left: own.left ?? (column === 0 ? outer.left : undefined),
      right: own.right ?? (column + columns === table.columnCount ? outer.right : undefined),
    };
    const background = box.style.background ?? row.background ?? visible(table.style.background);
    const style: Style = { ...box.style, border, background };
    const inner = Math.max(narrowest, width - frameWidth(style));
    const xml = this.inside(box.children, { left: 0, right: 0, width: inner, depth: room.depth + 1, isPage: false });
    return { xml, columns, rows, style: cellStyle(style, border, this.styles) };
  }

  private rows(rows: SideBySide[], { style }: Line | Grid, room: Room): void {
    for (const [index, row] of rows.entries()) {
      if (index > 0) this.pending.gap = Math.max(this.pending.gap, style.grid.rowGap);
      this.sideBySide(
        row,
        room,
        style.flex.align === "center" ? "middle" : /end/.test(style.flex.align) ? "bottom" : "top",
      );
    }
  }

  /** Writes boxes beside each other as the cells of a table with one row. */
  private sideBySide({ cells }: SideBySide, room: Room, align: Style["verticalAlign"] = "top"): void {
    const [only] = cells;
    if (room.depth >= deepest) {
      for (const { box } of cells) this.box(box, room);
      return;
    }
    if (!only) return;
    const widths: number[] = [];
    const written: TableRow["cells"] = [];
    let left = room.left;
    for (const [index, { box, width, before }] of cells.entries()) {
      if (index === 0) left += before;
      else if (before >= 0.5) {
        widths.push(before);
        written.push(undefined);
      }
      const style: Style = { ...box.style, verticalAlign: align };
      const inner = Math.max(narrowest, width - frameWidth(style));
      const place = { left: 0, right: 0, width: inner, depth: room.depth + 1, isPage: false };
      widths.push(width);
      written.push({
        xml: this.inside(box.children, place),
        columns: 1,
        rows: 1,
        style: cellStyle(style, style.border, this.styles),
      });
    }
    const place = this.place(left, 0, true);
    const heights = cells.map(({ box, width }) => estimatedHeight(box, width));
    const minHeight = Math.max(...cells.map(({ box }) => (box.children.length === 0 ? fixedHeight(box.style) : 0)));
    const row: TableRow = { cells: written, minHeight, keepsTogether: Math.max(...heights) < 300 };
    const { isRightToLeft } = only.box.style;
    this.out.push(
      tableXml({ ...place, widths, rows: [row], headRows: 0, collapsesBorders: false, isRightToLeft }, this.styles),
    );
  }

  private rule({ style }: Rule, room: Room): void {
    const { margin } = style;
    this.pending.gap = Math.max(this.pending.gap, margin.top === "auto" ? 8 : margin.top);
    const line = style.border.top ?? {
      width: 1,
      style: "solid" as const,
      colour: { r: 160, g: 160, b: 160, alpha: 1 },
    };
    const frame: Style = { ...anonymousStyle(style), border: { ...anonymousStyle(style).border, top: line } };
    const paragraph: Paragraph = {
      kind: "paragraph",
      inlines: [{ kind: "break" }],
      style: { ...style, fontSize: 1.4, lineHeight: undefined },
    };
    const width = lengthIn(style.width, widthIn(room), 0) ?? widthIn(room);
    this.paragraph(
      { ...paragraph, inlines: [] },
      { ...room, right: room.right + Math.max(0, widthIn(room) - width) },
      frame,
    );
    this.pending.gap = Math.max(this.pending.gap, margin.bottom === "auto" ? 8 : margin.bottom);
  }

  /**
   * Writes floats beside the blocks that follow, until those are as high.
   * @returns the index of the first block that is not written
   */
  private floats(blocks: Block[], from: number, room: Room): number {
    const width = widthIn(room);
    const floats: Float[] = [];
    let at = from;
    for (let block = blocks[at]; block?.kind === "float"; block = blocks[++at]) floats.push(block);
    const sizes = floats.map(({ box }) => roomOf({ ...box, isShrunk: true }, { ...room, left: 0, right: 0, width }));
    const widths = sizes.map((one, index) => Math.min(width, widthIn(one) + outerMargins(floats[index]?.box)));
    const rest = width - sum(widths);
    const beside: Block[] = [];
    if (rest > Math.max(120, width * 0.15)) {
      const height = Math.max(...floats.map(({ box }, index) => estimatedHeight(box, widths[index] ?? width)));
      let used = 0;
      for (let block = blocks[at]; block && used < height; block = blocks[at]) {
        if (block.kind === "float" || !fitsBeside(block, rest)) break;
        beside.push(withoutIndent(block, sum(widths)));
        used += estimatedHeight(block, rest);
        at++;
      }
    }
    const style = anonymousStyle(floats[0]?.box.style ?? blocksStyle(blocks));
    // A cell is as high as its row, and a float is not: its border is drawn inside the cell.
    const column = ({ box }: Float, index: number): Box =>
      plainBox([{ ...box, isShrunk: false, style: { ...box.style, width: undefined, maxWidth: undefined } }], {
        ...style,
        width: { px: Math.max(1, widths[index] ?? 0) },
      });
    const side = (which: "left" | "right") =>
      floats.flatMap((one, index) => (one.side === which ? [column(one, index)] : []));
    const middle = plainBox(beside, { ...style, flex: { ...style.flex, grow: 1, basis: { px: Math.max(1, rest) } } });
    // Boxes that fill the width stand beside each other without anything between them.
    const hasMiddle = beside.length > 0 || (side("right").length > 0 && rest > 0);
    const items = [...side("left"), ...(hasMiddle ? [middle] : []), ...side("right").reverse()];
    const line: Line = { kind: "line", style: { ...style, flex: { ...style.flex, wraps: !hasMiddle } }, items };
    this.block(line, { ...room, isPage: false });
    return at;
  }
}

const blocksStyle = (blocks: Block[]) => {
  const [first] = blocks;
  return first?.kind === "float" ? first.box.style : (first?.style as Style);
};

const pale = 0.9;
/** Backgrounds of whole pages, which would only use ink. */
const isPale = (colour: Colour) => lightness(colour) >= pale;
const visible = (colour: Colour | undefined) => (colour && lightness(colour) < 0.999 ? colour : undefined);

const fixedHeight = ({ height }: Style) => (height && "px" in height && height.px <= 300 ? height.px : 0);

/** An empty cell with a height keeps blocks apart. */
const spacerHeight = (box: Box) => (box.children.length === 0 ? fixedHeight(box.style) : 0);
