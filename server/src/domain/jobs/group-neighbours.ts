/**
 * Groups consecutive items for as long as they fit together, in order. An item that does not fit even alone is a group
 * of its own.
 * @param fits returns whether these items may be in one group
 */
export function groupNeighbours<Item>(items: Item[], fits: (items: Item[]) => boolean): Item[][] {
  const groups: Item[][] = [];
  for (const item of items) {
    const last = groups.at(-1);
    if (last && fits([...last, item])) last.push(item);
    else groups.push([item]);
  }
  return groups;
}
