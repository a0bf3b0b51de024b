import { type SvgElement, tooLarge } from "./svg-tree.ts";

/** Elements that are drawn once each `use` and each pattern is replaced by what it refers to. */
const maxDrawn = 500_000;
/** References that lead from one to the next. */
const maxChain = 1_000;

/**
 * Removes references that lead back to themselves, and refuses drawings that draw their elements again and again: ten
 * levels of ten `use` elements draw one element ten billion times.
 * @throws ConvertError too-large
 */
export function checkReferences(root: SvgElement): void {
  const byId = new Map<string, SvgElement>();
  collect(root);
  const drawn = new Map<SvgElement, number>();
  const visiting = new Set<SvgElement>();
  if (count(root, 0) > maxDrawn) throw tooManyDrawn();

  function collect(element: SvgElement): void {
    const id = element.attributes.get("id");
    if (id !== undefined && !byId.has(id)) byId.set(id, element);
    for (const child of element.children) if (typeof child !== "string") collect(child);
  }

  function count(element: SvgElement, chain: number): number {
    const known = drawn.get(element);
    if (known !== undefined) return known;
    if (chain > maxChain) throw tooLarge("references that lead from one to the next without end");
    visiting.add(element);
    let sum = 1;
    for (const [name, value] of element.attributes) {
      for (const id of idsIn(name, value)) {
        const target = byId.get(id);
        if (target && visiting.has(target)) element.attributes.delete(name);
        else if (target) sum += count(target, chain + 1);
      }
    }
    for (const child of element.children) if (typeof child !== "string") sum += count(child, chain + 1);
    visiting.delete(element);
    const limited = Math.min(sum, Number.MAX_SAFE_INTEGER / 1_000_000);
    drawn.set(element, limited);
    return limited;
  }
}

const tooManyDrawn = () =>
  tooLarge(`more than ${maxDrawn.toLocaleString("en-GB")} elements once its references are followed`);

function idsIn(name: string, value: string): string[] {
  if (name === "xlink:href") return value.startsWith("#") ? [value.slice(1)] : [];
  if (!value.includes("url(")) return [];
  return [...value.matchAll(/url\(\s*["']?#([^"'()\s]+)/gi)].map(([, id = ""]) => id);
}
