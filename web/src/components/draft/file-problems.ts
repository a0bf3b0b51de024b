import { containerExtension, mayHoldDocuments, uploadExtension } from "@sheaf/contracts/formats.ts";
import { uploadLimits } from "@sheaf/contracts/limits.ts";
import { megabytes } from "../../ui/sizes.ts";
import type { ChosenFile } from "./chosen-files.ts";

/** Returns whether these files may become more documents than there are files, because some are unpacked. */
export const mayBecomeMore = (files: ChosenFile[]) => files.some(({ file }) => mayHoldDocuments(file.name));

/** Why a file cannot be sent: the problem, shown in bold, and what to do. */
export interface FileProblem {
  what: string;
  remedy: string;
}

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
  if (!uploadExtension(file.name)) {
    return { what: "This type of file cannot be converted.", remedy: "Save it as PDF and replace it, or remove it." };
  }
  if (file.size === 0) return { what: "This file is empty.", remedy: "Replace it, or remove it." };
  // The limit applies to each document inside a container, not to the container.
  if (limit && file.size > limit.maxFileBytes && !containerExtension(file.name)) {
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
