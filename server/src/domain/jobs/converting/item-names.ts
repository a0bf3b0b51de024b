import { containerExtension } from "@sheaf/contracts/formats.ts";
import { MB } from "@sheaf/contracts/limits.ts";
import { isUnlimited } from "@sheaf/contracts/plan-facts.ts";
import type { Plan } from "@sheaf/contracts/plans.ts";
import type { FileRow } from "../status.ts";

type Named = Pick<FileRow, "path" | "originalName">;

/** A file's name for people: for an item, with the path on which it lies. */
export const shownNameOf = ({ path, originalName }: Named): string => path ?? originalName;

/** Replaces the name with which a sentence of the engine begins by the one for people. */
export const namedByPath = (file: Named, text: string): string =>
  text.startsWith(file.originalName) ? `${shownNameOf(file)}${text.slice(file.originalName.length)}` : text;

export const isNamedAsContainer = ({ originalName }: Pick<FileRow, "originalName">): boolean =>
  containerExtension(originalName) !== undefined;

/**
 * Returns why a file is too large for the plan, as a whole sentence; null when it is not. A container is no document
 * and has no such limit.
 * @param isDocument as the name says when omitted
 */
export function tooLargeForPlan(
  file: Named & Pick<FileRow, "sizeBytes">,
  plan: Plan,
  isDocument: boolean = !isNamedAsContainer(file),
): string | null {
  if (file.sizeBytes <= plan.maxFileBytes || !isDocument) return null;
  const where = isUnlimited(plan.documentsPerMonth) ? "" : ` on the ${plan.name} plan`;
  const limit = `${plan.maxFileBytes / MB} MB, the limit for one file${where}`;
  return `${shownNameOf(file)} is larger than ${limit}. Replace it with a smaller one.`;
}
