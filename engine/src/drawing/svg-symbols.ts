import type { SvgElement } from "./svg-tree.ts";

const placing = new Set(["x", "y", "width", "height", "xlink:href"]);

/**
 * Replaces each `use` of a symbol by a drawing inside the drawing, which is what it means (SVG 1.1, 5.6): LibreOffice
 * ignores the size that it states.
 */
export function expandSymbols(root: SvgElement): void {
  const symbols = new Map<string, SvgElement>();
  collect(root);
  if (symbols.size > 0) replace(root, new Set());

  function collect(element: SvgElement): void {
    const id = element.attributes.get("id");
    if (element.name === "symbol" && id !== undefined && !symbols.has(id)) symbols.set(id, element);
    for (const child of element.children) if (typeof child !== "string") collect(child);
  }

  function replace(element: SvgElement, done: Set<SvgElement>): void {
    if (done.has(element)) return;
    done.add(element);
    element.children = element.children.map((child) => {
      if (typeof child === "string") return child;
      const symbol = child.name === "use" ? symbols.get(child.attributes.get("xlink:href")?.slice(1) ?? "") : undefined;
      return symbol ? asGroup(child, symbol) : child;
    });
    for (const child of element.children) if (typeof child !== "string") replace(child, done);
  }
}

function asGroup(use: SvgElement, symbol: SvgElement): SvgElement {
  const [x, y] = ["x", "y"].map((name) => Number(use.attributes.get(name)) || 0);
  const own = [...use.attributes].filter(([name]) => !placing.has(name));
  const moved = new Map(own).set("transform", `${use.attributes.get("transform") ?? ""} translate(${x} ${y})`.trim());
  const inner = new Map([...symbol.attributes].filter(([name]) => name !== "id"));
  for (const side of ["width", "height"]) {
    const size = use.attributes.get(side) ?? symbol.attributes.get(side) ?? "100%";
    inner.set(side, size);
  }
  // Without a view box the size only cuts off what is outside of it.
  const name = inner.has("viewBox") ? "svg" : "g";
  return { name: "g", attributes: moved, children: [{ name, attributes: inner, children: symbol.children }] };
}
