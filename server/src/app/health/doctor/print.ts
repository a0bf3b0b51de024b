import type { Examination, HealthState } from "@sheaf/contracts/admin/health.ts";
import { count } from "@sheaf/contracts/words.ts";

const stateWords: Record<HealthState, string> = { ok: "ok", warning: "warning", failed: "FAILED", unknown: "-" };

/** For monitors: 0 all right, 1 warnings, 2 something failed. What is unknown is no fault. */
export function exitCodeOf(examinations: Examination[]): 0 | 1 | 2 {
  if (examinations.some(({ state }) => state === "failed")) return 2;
  return examinations.some(({ state }) => state === "warning") ? 1 : 0;
}

/**
 * A plain table, with what to do below what is not well.
 * @param width of the terminal, in signs
 */
export function tableOf(examinations: Examination[], width: number): string {
  const labelWidth = Math.max(...examinations.map(({ label }) => label.length));
  const indent = " ".repeat("warning".length + 2 + labelWidth + 2);
  const lines = examinations.flatMap(({ state, label, words, remedy }) => {
    const start = `${stateWords[state].padEnd("warning".length)}  ${label.padEnd(labelWidth)}  `;
    const told = [...wrapped(words, width - indent.length), ...wrapped(remedy?.words ?? "", width - indent.length)];
    const command = remedy?.command ? [`    ${remedy.command}`] : [];
    return [...told, ...command].map((line, index) => `${index === 0 ? start : indent}${line}`.trimEnd());
  });
  return [...lines, "", summaryOf(examinations)].join("\n");
}

function summaryOf(examinations: Examination[]): string {
  const inState = (state: HealthState) => examinations.filter((one) => one.state === state).length;
  const failed = inState("failed");
  const warnings = inState("warning");
  if (failed + warnings === 0) return "All is well.";
  const parts = [...(failed > 0 ? [`${failed} failed`] : []), ...(warnings > 0 ? [count(warnings, "warning")] : [])];
  return `${parts.join(", ")}.`;
}

/** Lines of at most so many signs, broken between words; none for an empty text. */
function wrapped(text: string, width: number): string[] {
  const lines: string[] = [];
  for (const word of text.split(/\s+/).filter(Boolean)) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + 1 + word.length <= width) lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  return lines;
}
