import type { Block, Paragraph } from "./blocks.ts";
import { entryOf } from "./entry-of.ts";
import { attribute, childElements, type Element, isElement } from "./parse-html.ts";

const bullets: Record<string, string> = { disc: "•", circle: "◦", square: "▪" };

/** Returns the bullet or number of a list item; undefined when it has none. */
export function markerOf(item: Element, listStyle: string, numbers: ListNumbers): string | undefined {
  if (listStyle === "none") return undefined;
  const quoted = /^(["'])(.*)\1$/s.exec(listStyle);
  if (quoted) return quoted[2]?.trim() || undefined;
  const bullet = entryOf(bullets, listStyle);
  if (bullet !== undefined) return bullet;
  return `${numbered(numbers.of(item), listStyle)}.`;
}

/** The numbers of the items of each list, counted once for all of its items. */
export class ListNumbers {
  private readonly lists = new WeakMap<object, Map<Element, number>>();

  of(item: Element): number {
    const list = item.parentNode;
    if (!list) return 1;
    let all = this.lists.get(list);
    if (!all) {
      all = new Map();
      const items = childElements(list).filter(({ tagName }) => tagName === "li");
      const isReversed = isElement(list) && attribute(list, "reversed") !== undefined;
      let number = integer(isElement(list) ? attribute(list, "start") : undefined) ?? (isReversed ? items.length : 1);
      for (const one of items) {
        number = integer(attribute(one, "value")) ?? number;
        all.set(one, number);
        number += isReversed ? -1 : 1;
      }
      this.lists.set(list, all);
    }
    return all.get(item) ?? 1;
  }
}

function integer(value: string | undefined): number | undefined {
  const [digits] = /^\s*-?\d{1,9}/.exec(value ?? "") ?? [];
  return digits === undefined ? undefined : Number(digits);
}

function numbered(number: number, style: string): string {
  if (style === "decimal-leading-zero") return String(number).padStart(2, "0");
  if (number < 1) return String(number);
  if (/^(?:lower|upper)-(?:alpha|latin)$/.test(style)) return inCase(letters(number), style);
  if (/^(?:lower|upper)-roman$/.test(style) && number < 4_000) return inCase(roman(number), style);
  return String(number);
}

const inCase = (text: string, style: string) => (style.startsWith("upper") ? text.toUpperCase() : text);

function letters(number: number): string {
  let text = "";
  for (let rest = number; rest > 0; rest = Math.floor((rest - 1) / 26))
    text = String.fromCharCode(97 + ((rest - 1) % 26)) + text;
  return text;
}

const romanDigits: [number, string][] = [
  [1000, "m"],
  [900, "cm"],
  [500, "d"],
  [400, "cd"],
  [100, "c"],
  [90, "xc"],
  [50, "l"],
  [40, "xl"],
  [10, "x"],
  [9, "ix"],
  [5, "v"],
  [4, "iv"],
  [1, "i"],
];

function roman(number: number): string {
  let [rest, text] = [number, ""];
  for (const [value, digits] of romanDigits) for (; rest >= value; rest -= value) text += digits;
  return text;
}

/** Returns the first paragraph of an item, which gets its marker; undefined when the item begins with a table. */
export function firstParagraph(blocks: Block[]): Paragraph | undefined {
  const [first] = blocks;
  if (first?.kind === "paragraph") return first;
  return first?.kind === "box" ? firstParagraph(first.children) : undefined;
}
