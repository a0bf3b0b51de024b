import { xmlEvents } from "../xml/xml-events.ts";
import type { CellRange } from "./measure-sheet.ts";

/** The cells that the pictures and charts of a drawing part cover (ECMA-376-1, 20.5.2). */
export function drawingRanges(xml: string): CellRange[] {
  const ranges: CellRange[] = [];
  let corners: Partial<CellRange> = {};
  let position = { row: 0, column: 0 };
  let text = "";
  for (const event of xmlEvents(xml)) {
    if (event.kind === "text") text += event.text;
    else if (event.kind === "open") text = "";
    if (event.kind !== "close") continue;
    const { local } = event.element;
    if (local === "col") position.column = Number(text) + 1;
    else if (local === "row") position.row = Number(text) + 1;
    else if (local === "from" || local === "to") {
      corners[local] ??= position;
      position = { row: 0, column: 0 };
    } else if (local === "twoCellAnchor" || local === "oneCellAnchor") {
      const from = corners.from ?? corners.to;
      if (from) ranges.push({ from, to: corners.to ?? from });
      corners = {};
    }
  }
  return ranges;
}
