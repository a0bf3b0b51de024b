const most = 5;

/** For a sentence: as many names as anybody reads, and how many more there are. */
export function shortList(names: string[]): string[] {
  return names.length > most ? [...names.slice(0, most), `${names.length - most} more`] : names;
}
