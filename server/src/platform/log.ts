import { chmodSync, existsSync, mkdirSync, renameSync, statSync } from "node:fs";
import { join } from "node:path";
import { type Logger, pino } from "pino";

const logMode = 0o600;
const maxBytes = 20 * 1_048_576;
/** What is kept in memory while it cannot be written. */
const waitingBytes = 1_048_576;
const lookEveryMs = 10 * 60_000;

/**
 * JSON lines that name people, files and addresses by id only.
 * @param folder where `<name>.log` goes; standard output when left out
 */
export function openLog(options: { name: string; level: string; folder?: string }): Logger {
  const settings = {
    level: options.level,
    base: { process: options.name, pid: process.pid },
    serializers: { err: plainError },
    // What libraries say of a request at the level "trace" holds its cookie.
    redact: { paths: ["headers", "*.headers"], remove: true },
  };
  if (!options.folder) return pino(settings);
  makeLogFolder(options.folder);
  const path = join(options.folder, `${options.name}.log`);
  closeLog(path);
  keepSmall(path);
  const destination = pino.destination({ dest: path, mode: logMode, sync: true, maxLength: waitingBytes });
  // A full disk must not end the process: lines are lost until there is room again.
  destination.on("error", () => {});
  setInterval(() => {
    if (keepSmall(path)) destination.reopen();
  }, lookEveryMs).unref();
  return pino(settings, destination);
}

/** One that is there already, such as the machine's own, stays as it is: the files are closed. */
export function makeLogFolder(folder: string): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
}

/** A log that was begun under another umask. */
function closeLog(path: string): void {
  for (const each of [path, `${path}.1`]) if (existsSync(each)) chmodSync(each, logMode);
}

/** One older file is kept beside the present one. @returns whether it was put aside just now */
function keepSmall(path: string): boolean {
  const sizeBytes = statSync(path, { throwIfNoEntry: false })?.size ?? 0;
  if (sizeBytes <= maxBytes) return false;
  renameSync(path, `${path}.1`);
  return true;
}

/**
 * An error without what people typed: the parameters of a failed query and PostgreSQL's `detail` ("Key (email)=(…)")
 * are left out, at every level of `cause`.
 */
export function plainError(error: unknown): Record<string, unknown> {
  if (!(error instanceof Error)) return { type: typeof error };
  const fields = error as Error & { code?: unknown; query?: unknown; constraint?: unknown; table?: unknown };
  const message = typeof fields.query === "string" ? `Failed query: ${fields.query}` : error.message;
  return {
    type: error.constructor.name,
    message,
    code: fields.code,
    constraint: fields.constraint,
    table: fields.table,
    stack: error.stack
      ?.split("\n")
      .filter((line) => line.startsWith("    at "))
      .join("\n"),
    ...(error.cause === undefined ? {} : { cause: plainError(error.cause) }),
  };
}
