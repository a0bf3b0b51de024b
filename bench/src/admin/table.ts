/** Response times of one kind of request, in milliseconds. */
export interface Timed {
  what: string;
  ms: number[];
  /** Limit for the 95th percentile; null when there is none. */
  barMs: number | null;
}

/** Returns a Markdown table. */
export function adminTable(rows: Timed[]): string {
  const lines = rows.map(({ what, ms, barMs }) => {
    const p95 = percentile(ms, 0.95);
    const bar = barMs === null ? "" : `≤ ${barMs} ms ${p95 <= barMs ? "✓" : "✗"}`;
    return `| ${what} | ${percentile(ms, 0.5).toFixed(1)} ms | **${p95.toFixed(1)} ms** | ${bar} | ${ms.length} |`;
  });
  return ["| what | p50 | p95 | bar for p95 | requests |", "|---|---:|---:|---|---:|", ...lines].join("\n");
}

/**
 * Returns the smallest value that the given part of all values does not exceed.
 * @param part from 0 to 1
 */
export function percentile(values: number[], part: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(part * sorted.length) - 1)] ?? Number.NaN;
}
