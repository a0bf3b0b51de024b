import type { Box, Grid, Line } from "./blocks.ts";
import { columnWidths, sum } from "./column-widths.ts";
import { parseLength, splitValue } from "./css-values.ts";
import { frameWidth, measure } from "./measure.ts";

/** Boxes side by side, from left to right, with the space before each. */
export interface SideBySide {
  cells: { box: Box; width: number; before: number }[];
}

/** Arranges the items of a line as flex layout does (CSS Flexible Box 1), without its rare cases. */
export function rowsOfLine({ items, style }: Line, width: number): SideBySide[] {
  const gap = style.grid.columnGap;
  const sizes = items.map((item) => ({ item, ...basisOf(item, width) }));
  const rows: (typeof sizes)[] = [];
  let row: typeof sizes = [];
  for (const size of sizes) {
    const used = sum(row.map(({ basis }) => basis)) + row.length * gap;
    // A pixel more is rounding: 3 × 33.34 %.
    if (row.length > 0 && style.flex.wraps && used + size.basis > width + 2) {
      rows.push(row);
      row = [];
    }
    row.push(size);
  }
  if (row.length > 0) rows.push(row);
  return rows.map((one) => arranged(one, width, gap, style.flex.justify));
}

interface Sized {
  item: Box;
  basis: number;
  min: number;
}

/** Returns the width of an item before it grows or shrinks, with its padding and margins. */
function basisOf(item: Box, width: number): { basis: number; min: number } {
  const { min, max } = measure(item);
  const given = item.style.flex.basis ?? item.style.width;
  const known = given && ("px" in given ? given.px + frameWidth(item.style) : (given.percent / 100) * width);
  const limit = item.style.maxWidth;
  const most = limit && ("px" in limit ? limit.px + frameWidth(item.style) : (limit.percent / 100) * width);
  const basis = Math.min(width, Math.max(known === undefined ? max : known, 0), most ?? width);
  return { basis: Math.max(basis, Math.min(min, width)), min: Math.min(min, width) };
}

function arranged(row: Sized[], width: number, gap: number, justify: string): SideBySide {
  const room = Math.max(20, width - gap * (row.length - 1));
  let widths = row.map(({ basis }) => basis);
  let before = row.map((_, at) => (at === 0 ? 0 : gap));
  const free = room - sum(widths);
  const grow = sum(row.map(({ item }) => item.style.flex.grow));
  if (free < 0) {
    widths = columnWidths(
      row.map(({ min, basis }) => ({ min, max: basis })),
      room,
      false,
    );
  } else if (grow > 0) {
    widths = widths.map((one, at) => one + (free * (row[at]?.item.style.flex.grow ?? 0)) / Math.max(1, grow));
  } else before = spaced(row, before, free, justify);
  return { cells: row.map(({ item }, at) => ({ box: item, width: widths[at] ?? 0, before: before[at] ?? 0 })) };
}

/** Distributes free space between the items (CSS Flexible Box 1, section 8.2). */
function spaced(row: Sized[], before: number[], free: number, justify: string): number[] {
  const count = row.length;
  const pushed = row.findIndex(({ item }) => item.style.margin.left === "auto");
  if (pushed >= 0) return before.map((one, at) => (at === pushed ? one + free : one));
  const pushing = row.findIndex(({ item }) => item.style.margin.right === "auto");
  if (pushing >= 0) return before.map((one, at) => (at === pushing + 1 ? one + free : one));
  const add = (first: number, between: number) => before.map((one, at) => one + (at === 0 ? first : between));
  if (/(?:^|-)(?:end|right)$/.test(justify)) return add(free, 0);
  if (justify === "center") return add(free / 2, 0);
  if (justify === "space-between" && count > 1) return add(0, free / (count - 1));
  if (justify === "space-around") return add(free / count / 2, free / count);
  return justify === "space-evenly" ? add(free / (count + 1), free / (count + 1)) : before;
}

interface Track {
  min: number;
  /** Share of what is left. */
  share: number;
  /** Whether its items decide on its width. */
  isAuto: boolean;
}

const maxTracks = 50;

/** Arranges the items of a grid in its columns, in the order of the page (CSS Grid 1, without named places). */
export function rowsOfGrid({ items, style }: Grid, width: number): SideBySide[] {
  const gap = style.grid.columnGap;
  const tracks = tracksOf(style.grid.columns, width, gap, style.fontSize);
  const areas = areasOf(style.grid.areas);
  while (areas.columns > tracks.length && tracks.length < maxTracks) tracks.push({ min: 0, share: 0, isAuto: true });
  const placed: { item: Box; row: number; column: number; span: number }[] = [];
  let [row, column] = [areas.rows, 0];
  for (const item of items) {
    const area = areas.byName.get(item.style.grid.area);
    if (area && area.column + area.span <= tracks.length) {
      placed.push({ item, ...area });
      continue;
    }
    const span = Math.min(spanOf(item.style.grid.column, tracks.length), tracks.length);
    if (column + span > tracks.length) {
      row++;
      column = 0;
    }
    placed.push({ item, row, column, span });
    column += span;
  }
  placed.sort((one, other) => one.row - other.row || one.column - other.column);
  const widths = trackWidths(tracks, placed, width - gap * (tracks.length - 1));
  const rows = new Map<number, SideBySide & { end: number }>();
  for (const { item, row: at, column: from, span } of placed) {
    const line = rows.get(at) ?? { cells: [], end: 0 };
    rows.set(at, line);
    // Columns without an item are kept free.
    const skipped = Math.max(0, from - line.end);
    const before = sum(widths.slice(line.end, from)) + gap * (skipped + (line.end > 0 ? 1 : 0));
    line.cells.push({ box: item, width: sum(widths.slice(from, from + span)) + gap * (span - 1), before });
    line.end = from + span;
  }
  return [...rows.values()];
}

interface Area {
  row: number;
  column: number;
  span: number;
}

/** Reads named areas, a text of names for each row (CSS Grid 1, section 7.3). An area counts for its first row. */
function areasOf(value: string): { rows: number; columns: number; byName: Map<string, Area> } {
  const byName = new Map<string, Area>();
  const rows = [...value.matchAll(/(["'])([^"']*)\1/g)].map(([, , names = ""]) => names.trim().split(/\s+/));
  for (const [row, names] of rows.slice(0, maxTracks).entries()) {
    for (const [column, name] of names.slice(0, maxTracks).entries()) {
      const known = byName.get(name);
      if (!known) byName.set(name, { row, column, span: 1 });
      else if (known.row === row && known.column + known.span === column) known.span++;
    }
  }
  return { rows: rows.length, columns: Math.max(0, ...rows.map((names) => names.length)), byName };
}

function spanOf(value: string, tracks: number): number {
  const span = /span\s+(\d+)/.exec(value);
  if (span) return Math.max(1, Number(span[1]));
  const [from, to] = value.split("/").map((one) => Number.parseInt(one, 10));
  if (from === undefined || to === undefined || Number.isNaN(from) || Number.isNaN(to)) return 1;
  return Math.max(1, to < 0 ? tracks + to + 2 - from : to - from);
}

function tracksOf(value: string, width: number, gap: number, fontSize: number): Track[] {
  const tracks: Track[] = [];
  for (const part of splitValue(value.replaceAll(/\[[^\]]*\]/g, " "), " ")) {
    const repeat = /^repeat\(\s*([\w-]+)\s*,(.*)\)$/s.exec(part);
    const own = repeat
      ? splitValue(repeat[2] ?? "", " ").map((one) => trackOf(one, width, fontSize))
      : [trackOf(part, width, fontSize)];
    const least = sum(own.map(({ min }) => min)) + gap * own.length;
    const times = !repeat
      ? 1
      : /^\d+$/.test(repeat[1] ?? "")
        ? Number(repeat[1])
        : Math.max(1, Math.floor((width + gap) / Math.max(1, least)));
    for (let time = 0; time < times && tracks.length < maxTracks; time++) tracks.push(...own);
  }
  return tracks.length === 0 ? [{ min: 0, share: 1, isAuto: false }] : tracks.slice(0, maxTracks);
}

function trackOf(part: string, width: number, fontSize: number): Track {
  const range = /^minmax\((.*)\)$/s.exec(part);
  if (range) {
    const [least = "0", most = "auto"] = splitValue(range[1] ?? "", ",");
    const [one, other] = [trackOf(least, width, fontSize), trackOf(most, width, fontSize)];
    return { min: one.min, share: other.share, isAuto: one.isAuto && other.share === 0 };
  }
  const share = /^([\d.]+)fr$/.exec(part);
  if (share) return { min: 0, share: Number(share[1]), isAuto: false };
  const length = parseLength(part, fontSize);
  if (!length) return { min: 0, share: 0, isAuto: true };
  return { min: "px" in length ? Math.min(length.px, width) : (length.percent / 100) * width, share: 0, isAuto: false };
}

function trackWidths(tracks: Track[], placed: { item: Box; column: number; span: number }[], width: number): number[] {
  const needs = tracks.map(({ min }) => ({ min, max: min }));
  for (const { item, column, span } of placed) {
    const need = needs[column];
    if (span > 1 || !need) continue;
    const { min, max } = measure(item);
    need.min = Math.max(need.min, min);
    need.max = Math.max(need.max, tracks[column]?.isAuto ? max : min);
  }
  const base = columnWidths(needs, width, false);
  const shares = sum(tracks.map(({ share }) => share));
  const free = width - sum(base.filter((_, at) => (tracks[at]?.share ?? 0) === 0));
  if (shares === 0) {
    const autos = tracks.filter(({ isAuto }) => isAuto).length;
    const left = Math.max(0, width - sum(base));
    return base.map((one, at) => (tracks[at]?.isAuto ? one + left / autos : one));
  }
  const shared = tracks.map(({ share }, at) =>
    share > 0 ? Math.max(base[at] ?? 0, (free * share) / shares) : (base[at] ?? 0),
  );
  // Shares that are widened by their content take it from the others.
  const excess = sum(shared) - width;
  if (excess <= 0.5) return shared;
  return columnWidths(
    shared.map((one, at) => ({ min: base[at] ?? 0, max: one })),
    width,
    false,
  );
}
