import { copyFile, rename, rm } from "node:fs/promises";
import { basename, dirname, join } from "node:path";

/**
 * Returns names for PDFs in one folder: "letter.docx.pdf", and "letter (2).docx.pdf" for the next file with the same
 * name.
 */
export function separateNames(names: string[]): string[] {
  const taken = new Set<string>();
  return names.map((name) => {
    const dot = name.lastIndexOf(".");
    const [stem, extension] = dot > 0 ? [name.slice(0, dot), name.slice(dot)] : [name, ""];
    let free = `${name}.pdf`;
    for (let count = 2; taken.has(free.toLowerCase()); count++) free = `${stem} (${count})${extension}.pdf`;
    taken.add(free.toLowerCase()); // on some file systems names that differ only in case are the same file
    return free;
  });
}

/** Moves a finished file into an existing folder. The file appears there complete or not at all. */
export async function moveAtomically(from: string, to: string): Promise<void> {
  await rename(from, to).catch(() => copyAtomically(from, to)); // on another disk
}

async function copyAtomically(from: string, to: string): Promise<void> {
  const part = join(dirname(to), `.${basename(to).slice(0, 80)}.${process.pid}.part`);
  try {
    await copyFile(from, part);
    await rename(part, to);
  } catch (error) {
    await rm(part, { force: true });
    throw error;
  }
}
