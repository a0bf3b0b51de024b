/**
 * The measurements of one row. Times are medians of the runs in milliseconds; memory is in bytes, from a separate run.
 */
export interface Measured {
  what: string;
  ms: number;
  spreadMs: [least: number, most: number];
  peakBytes: number;
  barMs: number | null;
  /** Limit for Sheaf's peak memory in bytes; null when there is none. */
  barBytes: number | null;
  rivals: MeasuredRival[];
}

export interface MeasuredRival {
  name: string;
  missing: string | null;
  ms: number;
  peakBytes: number;
  /** Our time ÷ theirs: the median of the ratios of runs made directly after each other. */
  ratio: number;
  bar: number | null;
  aim: number | null;
}

/** Returns a Markdown table, with the ratio in the first column. */
export function table(rows: Measured[]): string {
  const lines = [
    "| our time ÷ theirs | bar (aim) | what | sheaf | other tool | peak memory: sheaf / other tool |",
    "|---:|---|---|---:|---|---:|",
  ];
  for (const row of rows) {
    for (const rival of row.rivals) {
      if (rival.missing !== null) {
        lines.push(
          cells(
            "—",
            limits(rival),
            row.what,
            seconds(row.ms),
            `${rival.name}: ${rival.missing}`,
            megabytes(row.peakBytes),
          ),
        );
        continue;
      }
      const speed = rival.ratio < 1 ? ` (${(1 / rival.ratio).toFixed(1)} × as fast)` : "";
      lines.push(
        cells(
          `**${rival.ratio.toFixed(2)}**${speed}`,
          limits(rival),
          row.what,
          seconds(row.ms),
          `${rival.name}: ${seconds(rival.ms)}`,
          `${megabytes(row.peakBytes)} / ${megabytes(rival.peakBytes)}`,
        ),
      );
    }
    if (row.barMs !== null) {
      const bar = `≤ ${seconds(row.barMs)}${row.ms <= row.barMs ? " ✓" : " ✗"}`;
      lines.push(cells("", bar, row.what, `**${seconds(row.ms)}**`, "", megabytes(row.peakBytes)));
    }
    if (row.barBytes !== null) {
      const bar = `≤ ${megabytes(row.barBytes)}${row.peakBytes <= row.barBytes ? " ✓" : " ✗"}`;
      lines.push(cells("", bar, row.what, seconds(row.ms), "", `**${megabytes(row.peakBytes)}**`));
    }
  }
  return lines.join("\n");
}

const cells = (...texts: string[]): string => `| ${texts.join(" | ")} |`;
const seconds = (ms: number): string => `${(ms / 1000).toFixed(2)} s`;
const megabytes = (bytes: number): string => `${Math.round(bytes / 1024 / 1024)} MB`;

function limits({ bar, aim, ratio, missing }: MeasuredRival): string {
  if (bar === null) return "";
  const said = `≤ ${bar.toFixed(2)}${aim === null ? "" : ` (${aim.toFixed(2)})`}`;
  return missing === null ? `${said} ${ratio <= bar ? "✓" : "✗"}` : said;
}
