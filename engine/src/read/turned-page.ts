import type { Turn } from "@sheaf/contracts/arrangement.ts";
import type { PageReading } from "@sheaf/contracts/reading.ts";

/** Returns what was read on a page as it lies after the page was turned clockwise. */
export function turnedPage(reading: PageReading, turn: Turn): PageReading {
  if (turn === 0) return reading;
  const { width, height } = reading;
  const moved = (x: number, y: number): [number, number] => {
    if (turn === 90) return [height - y, x];
    return turn === 180 ? [width - x, height - y] : [y, width - x];
  };
  const boxOf = ([left, top, right, bottom]: PageReading["words"][number]["box"]) => {
    const [[x, y], [toX, toY]] = [moved(left, top), moved(right, bottom)];
    return [Math.min(x, toX), Math.min(y, toY), Math.max(x, toX), Math.max(y, toY)] as const;
  };
  const isOnSide = turn === 90 || turn === 270;
  return {
    ...reading,
    width: isOnSide ? height : width,
    height: isOnSide ? width : height,
    lines: reading.lines.map(({ baseline: [x, y, toX, toY], size }) => ({
      baseline: [...moved(x, y), ...moved(toX, toY)],
      size,
    })),
    words: reading.words.map((word) => ({ ...word, box: boxOf(word.box) })),
    facts: reading.facts.map((fact) => ({ ...fact, box: boxOf(fact.box) })),
    turn: ((reading.turn - turn + 360) % 360) as Turn,
  };
}
