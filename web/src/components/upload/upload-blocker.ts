import { uploadLimits } from "@sheaf/contracts/limits.ts";
import type { Usage } from "@sheaf/contracts/plans.ts";
import { date } from "../../ui/dates.ts";
import { megabytes } from "../../ui/sizes.ts";
import { count, number, uncapitalised } from "../../ui/words.ts";
import { type ChosenFile, overTotal, totalBytes } from "../draft/chosen-files.ts";
import type { FileProblem } from "../draft/file-problems.ts";

/** Why Create PDF does nothing yet: the message after a press, and the part of the dialog that it is about. */
export interface UploadBlocker {
  title: string;
  text: string;
  /** The same as one sentence for the footer. */
  says: string;
  about: "customer" | "files" | "quota";
}

interface Facts {
  customerId: string | undefined;
  /** The customer's name when the customer has been archived since being chosen. */
  archived?: string | undefined;
  files: ChosenFile[];
  problems: Map<string, FileProblem>;
  /** Files sent to this inbox before, by key, about which the user has not decided yet. */
  sentBefore?: ReadonlyMap<string, unknown>;
  usage: Usage | undefined;
  /** Limit for one upload from this page, in bytes. */
  totalLimitBytes: number;
}

export function findUploadBlocker(facts: Facts): UploadBlocker | undefined {
  const { customerId, archived, files, problems, sentBefore, usage, totalLimitBytes } = facts;
  if (!customerId) return blocker("customer", "Customer required", "Please select a customer for this upload.");
  if (archived) {
    const text = `${archived} has been archived. Restore the customer or choose another one.`;
    return blocker("customer", "Customer archived", text);
  }
  if (files.length === 0) return blocker("files", "Files required", "Please select at least one file to upload.");
  if (overTotal(files, totalLimitBytes)) return blocker("files", sizeTitle, sizeText(files, totalLimitBytes));
  const over = files.length - uploadLimits.filesPerJob;
  if (over > 0 && problems.size === over && files.slice(-over).every(({ key }) => problems.has(key))) {
    const text = `One upload takes ${uploadLimits.filesPerJob} files. Leave the other ${number(over)} for the next upload, or remove files.`;
    return blocker("files", `${count(files.length, "file")} chosen`, text);
  }
  const faulty = files.find(({ key }) => problems.has(key));
  const problem = faulty && problems.get(faulty.key);
  if (problem) {
    const says =
      problems.size === 1
        ? `Replace or remove ${faulty.file.name} to continue: ${uncapitalised(problem.what)}`
        : `Replace or remove ${problems.size} files to continue.`;
    return { ...blocker("files", faulty.file.name, `${problem.what} ${problem.remedy}`), says };
  }
  const again = files.filter(({ key }) => sentBefore?.has(key));
  if (again[0]) {
    const which = again.length === 1 ? `${again[0].file.name} has` : `${again.length} files have`;
    const what = again.length === 1 ? "Remove it or send it again anyway." : "Remove them or send them again anyway.";
    return blocker("files", "Sent before", `${which} already been sent to this inbox. ${what}`);
  }
  if (usage && !usage.canCreateDocument) {
    const until = date(usage.periodEndsAt);
    const all = count(usage.documentsAllowed, "document");
    return blocker("quota", "Limit Reached", `All ${all} until ${until} are used. Upgrade to continue.`);
  }
  if (usage && files.length > usage.documentsRemaining) {
    const chosen = `${count(files.length, "file")} chosen, but only ${count(usage.documentsRemaining, "document")} left this period.`;
    return blocker("quota", "Limit Reached", `${chosen} Remove some files, or upgrade.`);
  }
  return undefined;
}

const blocker = (about: UploadBlocker["about"], title: string, text: string): UploadBlocker => ({
  about,
  title,
  text,
  says: text,
});

export const sizeTitle = "Size limit exceeded!";

export const sizeText = (files: ChosenFile[], limitBytes: number) =>
  `The files total ${megabytes(totalBytes(files))} MB, and one upload takes up to ${megabytes(limitBytes)} MB. Remove some files.`;
