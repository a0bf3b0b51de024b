/**
 * The texts alone, without zod schemas, because a command that starts once per file should not load a validation
 * library. All other code imports `refusals.ts`.
 */

import { containerExtension, containerGroups, containers, formatGroups, formatOf, isPlainText } from "./formats.ts";

/**
 * Reasons why a file cannot become a PDF, shared by the command line, the API and the job view. A refusal is caused by
 * the file and is final; an error of Sheaf has the outcome "failed" and is not listed here.
 */
export const refusals = {
  password: "is password-protected. Enter its password or replace it.",
  damaged: "is damaged and cannot be read. Ask for a new copy and replace it.",
  unsupported: "is not a kind of file that can be converted.",
  empty: "has no content.",
  "too-large": "is beyond a limit of the conversion.",
  "active-content": "contains a virus. Ask for a clean copy and replace it.",
  timeout: "took longer than the limit to convert. Split it or save it as PDF and replace it.",
} as const satisfies Record<string, string>;

/** Returns the advice for a file with this name that reached a limit of time, memory or disk. */
export function adviceAtLimit(name: string): string {
  const container = containerExtension(name);
  if (container) return containerGroups[containers[container].group].atLimit;
  const format = formatOf(name);
  if (format?.kind === "pdf" || (format && isPlainText(format.kind))) return "Split it and replace it.";
  if (format?.kind === "drawing") return "Save it as PDF or PNG and replace it.";
  return formatGroups[format?.group ?? "documents"].atLimit;
}

/**
 * Codes of warnings about a converted file; the text of each is one plain sentence, written where the warning arises.
 */
export const warningCodes = [
  "repaired",
  "pages-recovered",
  "content-damaged",
  "font-substituted",
  "signature-removed",
  "attachments-removed",
  "note-text-left-out",
  "active-content-removed",
  "linked-pictures-missing",
  "insertions-missing",
  "form-controls-missing",
  "header-pictures-missing",
  "cell-pictures-missing",
  "charts-missing",
  "links-left-out",
  "changes-left",
  "hidden-sheets-left-out",
  "hidden-slides-left-out",
  "password-used",
  "macros-not-run",
  "layout-simplified",
  "columns-in-bands",
  "fit-overridden",
  "words-cut",
  "print-area-computed",
  "encoding-guessed",
  "form-value-redrawn",
  "first-frame-only",
  "totals-differ",
  "invoice-data-differs",
  "characters-missing",
] as const;
