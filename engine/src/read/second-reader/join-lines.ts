import type { TurnedBox } from "./turned-box.ts";

/** How much of the lower of two boxes must be beside the other for both to be of one line. */
const beside = 0.5;
/** Print of more different heights is not of one line. */
const mostTimesHigher = 2;

/**
 * Groups boxes into lines, from the top down, and those of a line from the left to the right: the network finds the
 * words and the amount of a row as two boxes.
 */
export function joinedLines<Found extends { box: TurnedBox }>(found: readonly Found[]): Found[][] {
  const lines: Found[][] = [];
  for (const one of found.toSorted((a, b) => a.box.y - b.box.y)) {
    const line = lines.find((others) => others.every((other) => isBeside(one.box, other.box)));
    if (line) line.push(one);
    else lines.push([one]);
  }
  return lines.map((line) => line.toSorted((a, b) => a.box.x - b.box.x));
}

function isBeside(one: TurnedBox, other: TurnedBox): boolean {
  const [lower, higher] = [Math.min(one.height, other.height), Math.max(one.height, other.height)];
  if (higher > lower * mostTimesHigher) return false;
  // The line of the longer box tells where it would be beside the other one.
  const [long, short] = one.length >= other.length ? [one, other] : [other, one];
  const y = long.y + ((short.x - long.x) * long.alongY) / long.alongX;
  const apart = Math.abs(one.x - other.x) - (one.length + other.length) / 2;
  return apart > -lower && Math.abs(y - short.y) < (lower + higher) / 2 - lower * beside;
}
