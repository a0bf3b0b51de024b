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
    const total = heightOf(strips);
    if (isWhole && y + total > area.bottom && total <= area.bottom - area.top) begin();
    // Strips up to this index are more than a page holds and are divided where the page ends.
    let divided = -1;
    const neededAt = (index: number): number => {
      const pageHeight = area.bottom - area.top;
      const { height, last } = keptTogether(strips, index, pageHeight);
      if (height <= pageHeight) return height;
      divided = last;
      return strips[index]?.height ?? 0;
    };
    for (let index = 0; index < strips.length; index++) {
      const strip = strips[index];
      if (!strip) continue;
      const needed = index <= divided ? strip.height : neededAt(index);
      if (y > area.top && y + needed > area.bottom) {
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

/** The strips from `index` on that must be on the same page: their height, and the index of the last one. */
function keptTogether(strips: Strip[], index: number, pageHeight: number): { height: number; last: number } {
  let height = 0;
  let last = index;
  for (; last < strips.length; last++) {
    height += strips[last]?.height ?? 0;
    if (height > pageHeight || !strips[last]?.isKept) break;
  }
  return { height, last };
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
