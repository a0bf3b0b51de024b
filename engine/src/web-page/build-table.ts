import type { Box, Cell, Row, Table } from "./blocks.ts";
import type { Declared } from "./cascade.ts";
import { attribute, childElements, type Element, isText } from "./parse-html.ts";
import type { Style } from "./style.ts";

/** What a table needs of the builder of pages. */
export interface TableBuilder {
  styleOf(element: Element, parent: Style, variables: Declared): { style: Style; variables: Declared };
  boxOf(element: Element, style: Style, variables: Declared): Box;
}

/** Limits of HTML for the attributes of a cell. */
const maxColumnSpan = 1_000;
const maxRowSpan = 65_534;
/** More columns are not read by people. */
const maxColumns = 2_000;

interface FoundRow {
  element: Element;
  style: Style;
  variables: Declared;
  part: "head" | "body" | "foot";
}

/**
 * Builds a table from an element that is laid out as one.
 * @returns its blocks before the table (captions), and the table
 */
export function buildTable(
  element: Element,
  style: Style,
  variables: Declared,
  builder: TableBuilder,
): { captions: Box[]; table: Table } {
  const captions: Box[] = [];
  const rows: FoundRow[] = [];
  const columnStyles: (Style | undefined)[] = [];

  function visit(parent: Element, parentStyle: Style, parentVariables: Declared, part: FoundRow["part"]): void {
    for (const child of childElements(parent)) {
      const { style: own, variables: known } = builder.styleOf(child, parentStyle, parentVariables);
      if (own.isHidden) continue;
      switch (own.display) {
        case "table-caption":
          captions.push(builder.boxOf(child, own, known));
          break;
        case "table-column": {
          const span = spanOf(child, "span", maxColumnSpan);
          for (let at = 0; at < span && columnStyles.length < maxColumns; at++) columnStyles.push(own);
          break;
        }
        case "table-column-group": {
          const hasColumns = childElements(child).length > 0;
          if (hasColumns) visit(child, own, known, part);
          else
            for (let at = spanOf(child, "span", maxColumnSpan); at > 0 && columnStyles.length < maxColumns; at--)
              columnStyles.push(own);
          break;
        }
        case "table-header-group":
          visit(child, withBackground(own, parentStyle, style), known, "head");
          break;
        case "table-footer-group":
          visit(child, withBackground(own, parentStyle, style), known, "foot");
          break;
        case "table-row-group":
          visit(child, withBackground(own, parentStyle, style), known, "body");
          break;
        case "table-row":
          rows.push({ element: child, style: withBackground(own, parentStyle, style), variables: known, part });
          break;
        default:
          // A cell without a row, and a block where rows are expected: a row of its own.
          rows.push({ element: parent, style: parentStyle, variables: parentVariables, part });
          if (own.display === "table-cell") return;
      }
    }
  }
  visit(element, style, variables, "body");
  const ordered = [
    ...rows.filter(({ part }) => part === "head"),
    ...rows.filter(({ part }) => part === "body"),
    ...rows.filter(({ part }) => part === "foot"),
  ];
  const seen = new Set<Element>();
  const distinct = ordered.filter(({ element: one }) => !seen.has(one) && seen.add(one));
  const table = placed(distinct, style, columnStyles, builder);
  table.headRows = distinct.filter(({ part }) => part === "head").length;
  if (table.headRows === table.rows.length) table.headRows = 0;
  return { captions, table };
}

/** Returns whether text stands in an element outside of its cells, as only styles make possible. */
export const hasOwnText = ({ childNodes }: Element): boolean =>
  childNodes.some((one) => isText(one) && one.value.trim() !== "");

/** Rows without a background show that of their group. */
function withBackground(own: Style, parent: Style, table: Style): Style {
  if (own.background || !parent.background || parent === table) return own;
  return { ...own, background: parent.background };
}

function spanOf(element: Element, name: string, limit: number): number {
  const value = Number.parseInt(attribute(element, name) ?? "1", 10);
  return Number.isNaN(value) ? 1 : Math.min(limit, Math.max(1, value));
}

/** Gives each cell its column (WHATWG HTML, section 4.9.12.1). */
function placed(found: FoundRow[], style: Style, columnStyles: (Style | undefined)[], builder: TableBuilder): Table {
  const rows: Row[] = [];
  /** For each column, the number of further rows that a cell above covers. */
  const covered: number[] = [];
  let columnCount = 0;
  for (const [index, row] of found.entries()) {
    const cells: Cell[] = [];
    let column = 0;
    const skipCovered = () => {
      while ((covered[column] ?? 0) > 0) column++;
    };
    const taken: [column: number, columns: number, rows: number][] = [];
    if (hasOwnText(row.element)) {
      cells.push({ box: builder.boxOf(row.element, row.style, row.variables), column: 0, columns: 1, rows: 1 });
      columnCount = Math.max(columnCount, 1);
      rows.push({ style: row.style, cells });
      continue;
    }
    for (const child of childElements(row.element)) {
      const { style: own, variables } = builder.styleOf(child, row.style, row.variables);
      if (own.isHidden || /^table-(?!cell)/.test(own.display)) continue;
      skipCovered();
      if (column >= maxColumns) {
        // Nothing is lost: further cells begin a row of their own.
        rows.push({ style: row.style, cells: cells.splice(0) });
        column = 0;
      }
      let columns = Math.min(spanOf(child, "colspan", maxColumnSpan), maxColumns - column);
      for (let at = 1; at < columns; at++) if ((covered[column + at] ?? 0) > 0) columns = at;
      const spanned = attribute(child, "rowspan") === "0" ? maxRowSpan : spanOf(child, "rowspan", maxRowSpan);
      const rowSpan = Math.min(spanned, found.length - index);
      const isCell = own.display === "table-cell";
      const box = builder.boxOf(child, isCell ? own : { ...own, verticalAlign: "top" }, variables);
      cells.push({ box, column, columns, rows: rowSpan });
      taken.push([column, columns, rowSpan]);
      column += columns;
      columnCount = Math.max(columnCount, column);
    }
    for (let at = 0; at < covered.length; at++) covered[at] = Math.max(0, (covered[at] ?? 0) - 1);
    for (const [from, columns, rowSpan] of taken) {
      if (rowSpan > 1) for (let at = from; at < from + columns; at++) covered[at] = rowSpan - 1;
    }
    rows.push({ style: row.style, cells });
  }
  return compressed({ kind: "table", style, rows, headRows: 0, columnCount, columnStyles });
}

/** Removes columns at whose start no cell begins or ends: a span of a thousand columns may be a single one. */
function compressed(table: Table): Table {
  const edges = new Set([0, table.columnCount]);
  for (const { cells } of table.rows) for (const { column, columns } of cells) edges.add(column).add(column + columns);
  const sorted = [...edges].sort((one, other) => one - other);
  const at = new Map(sorted.map((edge, index) => [edge, index]));
  const rows = table.rows.map(({ style, cells }) => ({
    style,
    cells: cells.map((cell) => {
      const first = at.get(cell.column) ?? 0;
      return {
        ...cell,
        column: first,
        columns: Math.max(1, (at.get(cell.column + cell.columns) ?? first + 1) - first),
      };
    }),
  }));
  const columnStyles = sorted
    .slice(0, -1)
    .map((edge, index) => (sorted[index + 1] === edge + 1 ? table.columnStyles[edge] : undefined));
  return { ...table, rows, columnCount: Math.max(0, sorted.length - 1), columnStyles };
}
