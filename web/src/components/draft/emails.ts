import { attachmentsPerEmail } from "@sheaf/contracts/destinations.ts";
import type { Choices } from "./choices.ts";

type How = Pick<Choices, "separatePdfs" | "separateEmails">;

/** How many emails bring the PDFs of so many files to an address; their size, which nobody knows before, may make it more. */
export function emailsTo(address: string | undefined, files: number, { separatePdfs, separateEmails }: How): number {
  if (separateEmails) return files;
  return separatePdfs ? Math.ceil(files / attachmentsPerEmail(address)) : 1;
}
