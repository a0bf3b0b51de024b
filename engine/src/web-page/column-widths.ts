import type { Length } from "./css-values.ts";
import type { Extent } from "./text-measure.ts";

/** What a column asks for. */
export interface ColumnNeed extends Extent {
  width?: Length | undefined;
}

/**
 * Returns the widths of the columns of a table (CSS 2.2, section 17.5.2.2, and the distribution of browsers).
 * @param available width of all columns together
 * @param fills whether the columns fill the width even where their content is narrower
 */
export function columnWidths(columns: ColumnNeed[], available: number, fills: boolean): number[] {
  const targets = columns.map((column) => targetOf(column, available));
  const total = sum(targets);
  if (total > available) return squeezed(columns, targets, available);
  if (!fills) return targets;
  const free = columns.map(({ width }) => width === undefined);
  const growing = free.some(Boolean) ? free : columns.map(() => true);
  const base = sum(targets.filter((_, at) => growing[at]));
  const extra = available - total;
  return targets.map((target, at) => {
    if (!growing[at]) return target;
    return target + extra * (base > 0 ? target / base : 1 / growing.filter(Boolean).length);
  });
}

function targetOf({ min, max, width }: ColumnNeed, available: number): number {
  if (width === undefined) return Math.max(min, max);
  return Math.max(min, "px" in width ? width.px : (width.percent / 100) * available);
}

export const sum = (numbers: number[]): number => numbers.reduce((total, one) => total + one, 0);

/**
 * Returns widths that are together as wide as the room: narrow columns keep the width that they ask for, and the widest
 * ones share what is left, so that dates and amounts do not wrap beside a long description.
 */
function squeezed(columns: ColumnNeed[], targets: number[], available: number): number[] {
  const least = sum(columns.map(({ min }) => min));
  if (least >= available) return columns.map(({ min }) => (min * available) / least);
  const widthsAt = (level: number) => columns.map(({ min }, at) => Math.max(min, Math.min(targets[at] ?? 0, level)));
  let [low, high] = [0, Math.max(...targets)];
  for (let step = 0; step < 40; step++) {
    const level = (low + high) / 2;
    if (sum(widthsAt(level)) > available) high = level;
    else low = level;
  }
  return widthsAt(low);
}
