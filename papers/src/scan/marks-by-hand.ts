import { dayAndMonth } from "../dates.ts";
import { a4 } from "../page/sheet.ts";
import type { Random } from "../random.ts";

interface Point {
  x: number;
  y: number;
}

/**
 * Draws the marks that an office leaves on a paper invoice before scanning, in points: a stamp, a tick, punched holes,
 * dust.
 * @param total position of the total
 */
export function marksByHand(random: Random, received: Date, total: Point): string {
  const stamp = random.isOneIn(4) ? "" : receivedStamp(random, received);
  const holes = random.isOneIn(2) ? punchedHoles(random) : "";
  return `${stamp}${tick(random, total)}${holes}${dust(random)}${edge(random)}`;
}

function receivedStamp(random: Random, received: Date): string {
  const colour = random.pick(["#a3242b", "#27408b", "#5a2a6e"]);
  const place = `translate(${random.whole(222, 268)} ${random.whole(134, 150)}) rotate(${random.between(-9, 7).toFixed(1)})`;
  const words = (y: number, size: number, text: string) =>
    `<text x="52" y="${y}" font-size="${size}" text-anchor="middle">${text}</text>`;
  return `<g transform="${place}" fill="${colour}" opacity="0.74" font-family="Liberation Sans Narrow, Liberation Sans, Arial, sans-serif" font-weight="bold"><rect width="104" height="48" rx="4" fill="none" stroke="${colour}" stroke-width="2.2"/>${words(19, 15, "RECEIVED")}${words(38, 13, `${dayAndMonth(received).toUpperCase()} ${received.getUTCFullYear()}`)}</g>`;
}

/** Draws a ballpoint tick with initials near the total. */
function tick(random: Random, total: Point): string {
  const pen = random.pick(["#1d2f86", "#23252b", "#155a3a"]);
  const x = total.x - random.whole(150, 210);
  const y = total.y + random.whole(-6, 22);
  const initials = `M${x + 38},${y - 2} q3,-16 6,-19 q2,9 4,12 q3,-9 6,-13 q1,12 3,19 m7,1 q-2,-10 1,-18 q11,-2 9,5 q-3,5 -9,4 q6,3 12,9`;
  return `<g fill="none" stroke="${pen}" stroke-width="1.5" stroke-linecap="round" stroke-linejoin="round" opacity="0.85"><path d="M${x},${y - 8} q5,4 8,11 q7,-22 22,-34"/><path d="${initials}"/></g>`;
}

function punchedHoles(random: Random): string {
  const middle = a4.height / 2 + random.between(-8, 8);
  return [-113, 113]
    .map(
      (away) =>
        `<circle cx="${random.between(25, 28).toFixed(1)}" cy="${(middle + away).toFixed(1)}" r="8" fill="#4b4d52"/>`,
    )
    .join("");
}

function dust(random: Random): string {
  return Array.from(
    { length: random.whole(14, 40) },
    () =>
      `<circle cx="${random.between(0, a4.width).toFixed(1)}" cy="${random.between(0, a4.height).toFixed(1)}" r="${random.between(0.25, 0.8).toFixed(2)}" fill="#6a6c70" opacity="0.7"/>`,
  ).join("");
}

/** Draws the dark edge where the scanner's lid is not closed. */
function edge(random: Random): string {
  const width = random.between(5, 16);
  return `<defs><linearGradient id="lid"><stop offset="0" stop-color="#000" stop-opacity="0"/><stop offset="1" stop-color="#000" stop-opacity="0.3"/></linearGradient></defs><rect x="${a4.width - width}" width="${width}" height="${a4.height}" fill="url(#lid)"/>`;
}
