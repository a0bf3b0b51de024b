const most = 5;

/** Returns the first five names of a list and the number of the others, for use in a sentence. */
export function shortList(names: string[]): string[] {
  return names.length > most ? [...names.slice(0, most), `${names.length - most} more`] : names;
}
