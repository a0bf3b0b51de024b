import { uploadLimits } from "@sheaf/contracts/limits.ts";
import type { Usage } from "@sheaf/contracts/plans.ts";
import { date } from "../../ui/dates.ts";
import { megabytes } from "../../ui/sizes.ts";
import { count } from "../../ui/words.ts";
import { type ChosenFile, type FileProblem, overTotal, totalBytes } from "./chosen-files.ts";

/** Why Create PDF does nothing yet: what a press on it says, and which part of the dialog it is about. */
export interface Reason {
  title: string;
  text: string;
  about: "customer" | "files" | "quota";
}

interface Facts {
  customerId: string | undefined;
  files: ChosenFile[];
  problems: Map<string, FileProblem>;
  usage: Usage | undefined;
}

export function holdBack({ customerId, files, problems, usage }: Facts): Reason | undefined {
  if (!customerId) {
    return { title: "Customer required", text: "Please select a customer for this upload.", about: "customer" };
  }
  if (files.length === 0) {
    return { title: "Files required", text: "Please select at least one file to upload.", about: "files" };
  }
  if (overTotal(files)) return { title: sizeTitle, text: sizeText(files), about: "files" };
  const faulty = files.find(({ key }) => problems.has(key));
  if (faulty) {
    const problem = problems.get(faulty.key);
    return { title: faulty.file.name, text: `${problem?.what} ${problem?.remedy}`, about: "files" };
  }
  if (usage && !usage.canCreateDocument) {
    const until = date(usage.currentPeriodEnd);
    return {
      title: "Limit Reached",
      text: `All ${count(usage.documentsAllowed, "document")} until ${until} are used. Upgrade to go on.`,
      about: "quota",
    };
  }
  if (usage && files.length > usage.documentsRemaining) {
    return {
      title: "Limit Reached",
      text: `${count(files.length, "file")} chosen, but only ${usage.documentsRemaining} left this period. Remove some, or upgrade.`,
      about: "quota",
    };
  }
  return undefined;
}

export const sizeTitle = "Size limit exceeded!";

export const sizeText = (files: ChosenFile[]) =>
  `The files come to ${megabytes(totalBytes(files))} MB; this page takes ${megabytes(uploadLimits.webTotalBytes)} MB at a time. Remove some.`;
