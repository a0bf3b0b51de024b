import { type Block, beside, type Mark, type Strip, space, type TextStyle } from "../typeset/strip.ts";
import { type Measure, textStrips } from "../typeset/text-lines.ts";
import { left, right, styles, tint, width } from "./paper-style.ts";

/** Parts of the page that several sections have. */

/** A label with its value. */
export type Fact = [label: string, value: string | undefined];

/** Facts that have a value. */
const present = (facts: Fact[]): [label: string, value: string][] =>
  facts.flatMap(([label, value]): [string, string][] => (value ? [[label, value]] : []));

export interface Place {
  x: number;
  width: number;
}

const kept = (strips: Strip[]): Strip[] => strips.map((strip) => ({ ...strip, isKept: true }));

/** Title of a section with the space above it. */
export function sectionTitle(title: string, measure: Measure): Strip[] {
  return kept([space(18), ...textStrips(title, { x: left, width }, styles.section, measure), space(3)]);
}

/** Puts a title over a table. */
export function titled(title: string, { strips, head = [] }: Block, measure: Measure): Block {
  const above = sectionTitle(title, measure);
  return { strips: [...above, ...strips], head, headEnd: above.length + head.length };
}

/** Sets each value beside its label, one under the other. */
export function factList(facts: Fact[], place: Place, measure: Measure, labelWidth = 80): Strip[] {
  return present(facts).flatMap(([label, value]) => {
    const valuePlace = { x: place.x + labelWidth, width: place.width - labelWidth };
    const labels = textStrips(label, { x: place.x, width: labelWidth - 8 }, besideBody, measure);
    return beside(labels, textStrips(value, valuePlace, styles.body, measure));
  });
}

/** A label on the line of a body text. */
const besideBody: TextStyle = {
  ...styles.label,
  leading: styles.body.leading,
  besideSize: styles.body.size,
};

/** Sets each value under its label, in columns of equal width. */
export function factGrid(facts: Fact[], columns: number, measure: Measure): Strip[] {
  const all = present(facts);
  const gap = 14;
  const columnWidth = (width - gap * (columns - 1)) / columns;
  const rows: Strip[] = [];
  for (let at = 0; at < all.length; at += columns) {
    const piles = all.slice(at, at + columns).map(([label, value], index) => {
      const place = { x: left + index * (columnWidth + gap), width: columnWidth };
      return [...textStrips(label, place, styles.label, measure), ...textStrips(value, place, styles.body, measure)];
    });
    rows.push(...kept(beside(...piles)), space(7));
  }
  return rows;
}

/** Puts a coloured background behind strips, with padding on all sides. */
export function boxed(strips: Strip[], padding = 9): Strip[] {
  const background = (height: number): Mark => ({ kind: "box", x: left, toX: right, y: 0, height, colour: tint });
  return [space(padding), ...strips, space(padding)].map(({ height, marks, ...rest }) => ({
    ...rest,
    height,
    marks: [background(height), ...marks],
  }));
}

export const block = (strips: Strip[], options: Omit<Block, "strips"> = {}): Block => ({ strips, ...options });
