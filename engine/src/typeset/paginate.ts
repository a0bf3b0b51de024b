import { type Block, heightOf, type Mark, type Strip } from "./strip.ts";

/** Marks of one page; `y` is from the top edge of the page. */
export type PageMarks = Mark[];

export interface PageArea {
  /** From the top edge of the page, in points. */
  top: number;
  bottom: number;
}

/**
 * Distributes blocks over pages.
 * @param areaOf the area of the page with this index
 * @param onPage called for each new page with its index; it may refuse too many
 */
export function paginate(
  blocks: Block[],
  areaOf: (page: number) => PageArea,
  onPage: (page: number) => void,
): PageMarks[] {
  const pages: PageMarks[] = [];
  let y = 0;
  let area = areaOf(0);

  const begin = () => {
    onPage(pages.length);
    area = areaOf(pages.length);
    y = area.top;
    pages.push([]);
  };
  const put = ({ height, marks }: Strip) => {
    const page = pages.at(-1);
    for (const mark of marks) addMark(page ?? [], { ...mark, y: mark.y + y });
    y += height;
  };

  begin();
  for (const { strips, head = [], headEnd = head.length, isWhole = false } of blocks) {
    const height = heightOf(strips);
    if (isWhole && y + height > area.bottom && height <= area.bottom - area.top) begin();
    for (let index = 0; index < strips.length; index++) {
      const strip = strips[index];
      if (!strip) continue;
      if (y > area.top && y + heldHeight(strips, index, area.bottom - area.top) > area.bottom) {
        if (isBlank(strip)) continue; // space between parts is not carried to the next page
        begin();
        if (index >= headEnd) for (const one of head) put(one);
      }
      if (y > area.top || !isBlank(strip)) put(strip);
    }
  }
  return pages;
}

const isBlank = ({ marks }: Strip) => marks.length === 0;

/** More strips are never kept together. */
const maxHeld = 60;

/** The height of a strip with those that must be on the same page; its own height if they are more than a page holds. */
function heldHeight(strips: Strip[], index: number, pageHeight: number): number {
  let height = 0;
  for (let at = index; at < strips.length; at++) {
    height += strips[at]?.height ?? 0;
    if (height > pageHeight || at - index > maxHeld) return strips[index]?.height ?? 0;
    if (!strips[at]?.isKept) break;
  }
  return height;
}

/**
 * Adds a mark; a box directly under one of the same width and colour enlarges it, so that no gap shows between them.
 */
function addMark(page: PageMarks, mark: Mark): void {
  if (mark.kind === "box") {
    const above = page.findLast((one) => one.kind === "box" && one.x === mark.x && one.toX === mark.toX);
    if (above?.kind === "box" && above.colour === mark.colour && Math.abs(above.y + above.height - mark.y) < 0.01) {
      above.height += mark.height;
      return;
    }
  }
  page.push(mark);
}
