import type { Examination, HealthState } from "@sheaf/contracts/admin/health.ts";
import { count } from "@sheaf/contracts/words.ts";

const stateWords: Record<HealthState, string> = { ok: "ok", warning: "warning", failed: "FAILED", unknown: "-" };

/**
 * Returns the exit code for monitoring: 0 all right, 1 warnings, 2 something failed. Unknown states count as all right.
 */
export function exitCodeOf(examinations: Examination[]): 0 | 1 | 2 {
  if (examinations.some(({ state }) => state === "failed")) return 2;
  return examinations.some(({ state }) => state === "warning") ? 1 : 0;
}

/**
 * Returns a plain table, with the remedy below each result that is not ok.
 * @param width of the terminal, in characters
 */
export function tableOf(examinations: Examination[], width: number): string {
  const labelWidth = Math.max(...examinations.map(({ label }) => label.length));
  const indent = " ".repeat("warning".length + 2 + labelWidth + 2);
  const lines = examinations.flatMap(({ state, label, words, remedy }) => {
    const start = `${stateWords[state].padEnd("warning".length)}  ${label.padEnd(labelWidth)}  `;
    const details = [...wrapped(words, width - indent.length), ...wrapped(remedy?.words ?? "", width - indent.length)];
    const command = remedy?.command ? [`    ${remedy.command}`] : [];
    return [...details, ...command].map((line, index) => `${index === 0 ? start : indent}${line}`.trimEnd());
  });
  return [...lines, "", summaryOf(examinations)].join("\n");
}

function summaryOf(examinations: Examination[]): string {
  const inState = (state: HealthState) => examinations.filter((one) => one.state === state).length;
  const failed = inState("failed");
  const warnings = inState("warning");
  if (failed + warnings === 0) return "Everything is in order.";
  const parts = [...(failed > 0 ? [`${failed} failed`] : []), ...(warnings > 0 ? [count(warnings, "warning")] : [])];
  return `${parts.join(", ")}.`;
}

/** Breaks a text between words into lines of at most `width` characters; no lines for an empty text. */
function wrapped(text: string, width: number): string[] {
  const lines: string[] = [];
  for (const word of text.split(/\s+/).filter(Boolean)) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + 1 + word.length <= width) lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  return lines;
}
