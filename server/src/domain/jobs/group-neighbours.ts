/**
 * Neighbours together for as long as they fit, in their order. An item that does not even fit alone stands alone.
 * @param fits whether these may be together
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
