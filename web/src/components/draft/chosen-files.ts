/** A chosen file with a key that stays while the file is moved in the list. */
export interface ChosenFile {
  key: string;
  file: File;
}

let made = 0;

export function choose(files: Iterable<File>): ChosenFile[] {
  return [...files].map((file) => {
    made += 1;
    return { key: `file-${made}`, file };
  });
}

export function move(files: ChosenFile[], key: string, overKey: string): ChosenFile[] {
  const from = files.findIndex((file) => file.key === key);
  const to = files.findIndex((file) => file.key === overKey);
  const moved = files[from];
  if (!moved || to < 0) return files;
  const rest = files.filter((file) => file !== moved);
  return [...rest.slice(0, to), moved, ...rest.slice(to)];
}

/** Sorts "2" before "10", ignoring case. */
const byName = new Intl.Collator("en-GB", { numeric: true, sensitivity: "base" });

export const sortByName = (files: ChosenFile[]) => files.toSorted((a, b) => byName.compare(a.file.name, b.file.name));

export const totalBytes = (files: ChosenFile[]) => files.reduce((sum, { file }) => sum + file.size, 0);

/** Exactly the limit is accepted, one byte more is not. */
export const overTotal = (files: ChosenFile[], limitBytes: number) => totalBytes(files) > limitBytes;

/** Returns the keys of files that are in the list already: same name, size and time of the last change. */
export function duplicatesOf(files: ChosenFile[]): Set<string> {
  const seen = new Set<string>();
  const again = new Set<string>();
  for (const { key, file } of files) {
    const sign = `${file.name}\n${file.size}\n${file.lastModified}`;
    if (seen.has(sign)) again.add(key);
    seen.add(sign);
  }
  return again;
}
