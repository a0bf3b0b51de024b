/**
 * The words alone, without their schemas: a command that starts for every file does not wait for a validation library.
 * Everybody else imports `refusals.ts`.
 */

import { formatGroups, formatOf, isPlainText } from "./formats.ts";

/**
 * Why a file cannot become a PDF: the one vocabulary of the command line, the API and the job view.
 * A refusal is the file's fault and final; our own fault is the outcome "failed" and never one of these.
 */
export const refusals = {
  password: "is password-protected. Enter its password or replace it.",
  damaged: "is damaged and cannot be read. Ask for a new copy and replace it.",
  unsupported: "is not a kind of file that can be converted.",
  empty: "has no content.",
  "too-large": "is beyond a limit of the conversion.",
  "active-content": "contains a macro. Save it without macros and replace it.",
  timeout: "took longer than the limit to convert. Split it or save it as PDF and replace it.",
} as const satisfies Record<string, string>;

/** What helps a file of this name that met a limit of time, memory or disk. */
export function adviceAtLimit(name: string): string {
  const format = formatOf(name);
  if (format?.kind === "pdf" || (format && isPlainText(format.kind))) return "Split it and replace it.";
  return formatGroups[format?.group ?? "documents"].atLimit;
}

/** What the reader of a converted file should know; the text is one plain sentence made where the warning arises. */
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
  "columns-in-bands",
  "fit-overridden",
  "words-cut",
  "print-area-computed",
  "encoding-guessed",
  "form-value-redrawn",
  "first-frame-only",
] as const;
