import type { Item } from "./item.ts";

/** Gives equal paths a number before the extension: "2026/a.pdf", "2026/a (2).pdf". The case of letters is ignored. */
export function withUniquePaths(items: Item[]): Item[] {
  const taken = new Set(items.map(({ path }) => path.toLowerCase()));
  const seen = new Set<string>();
  const counts = new Map<string, number>();
  return items.map((item) => {
    const key = item.path.toLowerCase();
    if (!seen.has(key)) {
      seen.add(key);
      return item;
    }
    const { stem, extension } = split(item.path);
    let count = counts.get(key) ?? 1;
    let path: string;
    do path = `${stem} (${++count})${extension}`;
    while (taken.has(path.toLowerCase()));
    counts.set(key, count);
    taken.add(path.toLowerCase());
    return { ...item, path };
  });
}

/** Splits a path before the extension of its last part. */
function split(path: string): { stem: string; extension: string } {
  const dot = path.lastIndexOf(".");
  const isExtension = dot > path.lastIndexOf("/") + 1;
  return isExtension ? { stem: path.slice(0, dot), extension: path.slice(dot) } : { stem: path, extension: "" };
}
