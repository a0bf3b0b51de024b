import type { Converted } from "./cli-converted.ts";

/** The progress line on standard error; shown only on a terminal. */
export interface Progress {
  began(file: string): void;
  ended(file: string): void;
  /** Adds files that were found in a container. */
  add(files: number): void;
  /** Removes the progress line, so that other output starts on an empty line. */
  clear(): void;
}

export function progressOn(stream: NodeJS.WriteStream, files: number): Progress {
  if (!stream.isTTY) return { began() {}, ended() {}, add() {}, clear() {} };
  const running = new Set<string>();
  let [done, total] = [0, files];
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
    add(files) {
      total += files;
      draw();
    },
    clear: () => void stream.write("\r\u001b[2K"),
  };
}

/**
 * Returns the line of one file for `--json`; its `text` says in one sentence why the file was not converted and what to
 * do.
 */
export function fileLine(one: Converted): string {
  const { file, result } = one;
  const { outcome, ms } = result;
  return JSON.stringify({
    file,
    outcome,
    reason: outcome === "rejected" ? result.reason : null,
    text: outcome === "converted" ? null : fileWords(one),
    pages: outcome === "converted" ? result.pages : null,
    ms,
    warnings: outcome === "converted" ? result.warnings : [],
  });
}

/** Returns the message for one file; null when there is none. */
export function fileWords({ file, name, title, result }: Converted): string | null {
  if (result.outcome === "failed") return `${file} could not be converted because of an error in Sheaf: ${result.text}`;
  // A sentence begins with the file's name. Of an item it should also say where it is.
  if (result.outcome === "rejected" || result.outcome === "set-aside") return title + result.text.slice(name.length);
  if (result.outcome === "container" || result.warnings.length === 0) return null;
  return `${file}: ${result.warnings.map(({ text }) => text).join(" ")}`;
}

export const pagesInWords = (pages: number): string => (pages === 1 ? "1 page" : `${pages} pages`);
