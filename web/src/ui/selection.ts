import { selectedItems } from "@sheaf/contracts/limits.ts";
import { useState } from "react";

export interface Selection<Item> {
  /** The selected entries, in the list's order. */
  selected: Item[];
  isSelected: (id: string) => boolean;
  toggle: (id: string) => void;
  /**
   * Selects entries from the start of the list, up to the limit; if all of these are selected, clears the selection.
   */
  toggleAll: () => void;
  /** Whether `toggleAll` would clear the selection. */
  all: boolean;
  clear: () => void;
}

const none: ReadonlySet<string> = new Set();

/**
 * Entries of a list, selected for an action on all of them. Entries that left the list (another filter, deleted) do not
 * count.
 * @param list as shown
 */
export function useSelection<Item extends { id: string }>(list: Item[]): Selection<Item> {
  const [ids, setIds] = useState(none);
  const selected = list.filter(({ id }) => ids.has(id));
  const first = list.slice(0, selectedItems);
  const all = first.length > 0 && first.every(({ id }) => ids.has(id));
  return {
    selected,
    isSelected: (id) => ids.has(id),
    toggle(id) {
      const others = selected.filter((item) => item.id !== id).map((item) => item.id);
      if (ids.has(id)) setIds(new Set(others));
      else if (others.length < selectedItems) setIds(new Set([...others, id]));
    },
    toggleAll: () => setIds(all ? none : new Set(first.map(({ id }) => id))),
    all,
    clear: () => setIds(none),
  };
}
