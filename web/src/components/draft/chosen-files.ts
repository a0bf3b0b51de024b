import { acceptedExtension } from "@sheaf/contracts/formats.ts";
import { uploadLimits } from "@sheaf/contracts/limits.ts";
import { megabytes } from "../../ui/sizes.ts";

/** A chosen file with a key that stays while the file is moved in the list. */
export interface ChosenFile {
  key: string;
  file: File;
}

/** Why a file cannot be sent: the problem, shown in bold, and what to do. */
export interface FileProblem {
  what: string;
  remedy: string;
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

export interface FileLimit {
  maxFileBytes: number;
  /** The plan that sets the limit; undefined where use is unlimited. */
  planName?: string;
}

/**
 * Returns the problem of every file that cannot be sent as it is, by the file's key. The limit for one file is not
 * checked while it is not known yet.
 */
export function problemsOf(files: ChosenFile[], limit: FileLimit | undefined): Map<string, FileProblem> {
  const problems = new Map<string, FileProblem>();
  files.forEach(({ key, file }, index) => {
    const problem = problemOf(file, index, limit);
    if (problem) problems.set(key, problem);
  });
  return problems;
}

function problemOf(file: File, index: number, limit: FileLimit | undefined): FileProblem | undefined {
  if (!acceptedExtension(file.name)) {
    return { what: "This type of file cannot be converted.", remedy: "Save it as PDF and replace it, or remove it." };
  }
  if (file.size === 0) return { what: "This file is empty.", remedy: "Replace it, or remove it." };
  if (limit && file.size > limit.maxFileBytes) {
    const whose = limit.planName ? `per file on ${limit.planName}` : "of one file";
    return {
      what: `Over ${megabytes(limit.maxFileBytes)} MB, the limit ${whose}.`,
      remedy: "Replace it with a smaller one, or remove it.",
    };
  }
  if (index >= uploadLimits.filesPerJob) {
    return {
      what: `Over ${uploadLimits.filesPerJob} files, the limit of one upload.`,
      remedy: "Leave it for the next upload, or remove it.",
    };
  }
  return undefined;
}

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
