import type { FileResult } from "./engine-api.ts";

/** What the user sees while files are converted: standard error, and only on a terminal. */
export interface Progress {
  began(file: string): void;
  ended(file: string): void;
  /** Removes the line, so that the next words start on a clean one. */
  clear(): void;
}

export function progressOn(stream: NodeJS.WriteStream, total: number): Progress {
  if (!stream.isTTY) return { began() {}, ended() {}, clear() {} };
  const running = new Set<string>();
  let done = 0;
  const draw = () => {
    const line = `${done} of ${total} converted  ${[...running].join(", ")}`;
    stream.write(`\r\u001b[2K${line.slice(0, Math.max(20, stream.columns - 1))}`);
  };
  return {
    began(file) {
      running.add(file);
      draw();
    },
    ended(file) {
      running.delete(file);
      done += 1;
      draw();
    },
    clear: () => void stream.write("\r\u001b[2K"),
  };
}

/** One file as `--json` tells it: `text` is why it was not converted and what to do, as one sentence. */
export function fileLine(file: string, result: FileResult): string {
  const { outcome, ms } = result;
  return JSON.stringify({
    file,
    outcome,
    reason: outcome === "rejected" ? result.reason : null,
    text: outcome === "converted" ? null : fileWords(file, result),
    pages: outcome === "converted" ? result.pages : null,
    ms,
    warnings: outcome === "converted" ? result.warnings : [],
  });
}

/** One file in words; null when there is nothing to say. */
export function fileWords(file: string, result: FileResult): string | null {
  if (result.outcome === "failed") return `${file} could not be converted because of an error in Sheaf: ${result.text}`;
  if (result.outcome === "rejected") return result.text;
  if (result.outcome === "container" || result.warnings.length === 0) return null;
  return `${file}: ${result.warnings.map(({ text }) => text).join(" ")}`;
}

export const pagesInWords = (pages: number): string => (pages === 1 ? "1 page" : `${pages} pages`);
