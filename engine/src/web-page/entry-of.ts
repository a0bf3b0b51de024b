/** Returns the entry of a table under a name that a page has chosen: "constructor" is in every object, but no entry. */
export const entryOf = <Value>(table: Record<string, Value>, name: string): Value | undefined =>
  Object.hasOwn(table, name) ? table[name] : undefined;
