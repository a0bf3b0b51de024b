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

/**
 * Returns why an item is too large for the plan, as a whole sentence; null when it is not. A container is no document
 * and has no such limit.
 */
export function tooLargeForPlan(file: Named & Pick<FileRow, "sizeBytes">, plan: Plan): string | null {
  if (file.sizeBytes <= plan.maxFileBytes || containerExtension(file.originalName) !== undefined) return null;
  const where = isUnlimited(plan.documentsPerMonth) ? "" : ` on the ${plan.name} plan`;
  const limit = `${plan.maxFileBytes / MB} MB, the limit for one file${where}`;
  return `${shownNameOf(file)} is larger than ${limit}. Replace it with a smaller one.`;
}
