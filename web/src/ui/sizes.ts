import { MB } from "@sheaf/contracts/limits.ts";

const KB = 1024;
const GB = 1024 * MB;

/**
 * "1.2 MB", "214 KB", "0 KB", "3.5 GB", for lists of files. A size just over a limit is never rounded down to the
 * limit.
 */
export function size(bytes: number): string {
  if (bytes >= GB) return `${tenths(bytes / GB)} GB`;
  if (bytes >= MB) return `${tenths(bytes / MB)} MB`;
  return bytes === 0 ? "0 KB" : `${Math.max(1, Math.round(bytes / KB))} KB`;
}

/** "25" for a limit of 25 MB; "35.4" for a total. */
export function megabytes(bytes: number): string {
  return tenths(bytes / MB);
}

function tenths(value: number): string {
  const rounded = Math.round(value * 10) / 10;
  // 10.004 MB is over a limit of 10 MB and must not be shown as equal to it.
  const shown = Number.isInteger(rounded) && value > rounded ? rounded + 0.1 : rounded;
  return shown.toFixed(Number.isInteger(shown) ? 0 : 1);
}
