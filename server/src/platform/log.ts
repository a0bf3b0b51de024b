import { chmodSync, existsSync, mkdirSync, renameSync, statSync } from "node:fs";
import { join } from "node:path";
import { type Logger, pino } from "pino";

const logMode = 0o600;
const maxBytes = 20 * 1_048_576;
/** Maximum amount of log data kept in memory while it cannot be written. */
const bufferBytes = 1_048_576;
const checkIntervalMs = 10 * 60_000;

/**
 * Opens a log of JSON lines, which identify people, files and addresses by id only.
 * @param folder for `<name>.log`; standard output when left out
 */
export function openLog(options: { name: string; level: string; folder?: string }): Logger {
  const settings = {
    level: options.level,
    base: { process: options.name, pid: process.pid },
    serializers: { err: plainError },
    // At level "trace" libraries log request headers, which contain the session cookie.
    redact: { paths: ["headers", "*.headers"], remove: true },
  };
  if (!options.folder) return pino(settings);
  makeLogFolder(options.folder);
  const path = join(options.folder, `${options.name}.log`);
  restrictLogModes(path);
  rotateIfLarge(path);
  const destination = pino.destination({ dest: path, mode: logMode, sync: true, maxLength: bufferBytes });
  // A full disk must not end the process: lines are lost until there is room again.
  destination.on("error", () => {});
  setInterval(() => {
    if (rotateIfLarge(path)) destination.reopen();
  }, checkIntervalMs).unref();
  return pino(settings, destination);
}

/**
 * Creates the log folder. An existing one, such as the system's log folder, keeps its mode; the files themselves are
 * private.
 */
export function makeLogFolder(folder: string): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
}

/** Corrects the modes of logs that were created with another umask. */
function restrictLogModes(path: string): void {
  for (const each of [path, `${path}.1`]) if (existsSync(each)) chmodSync(each, logMode);
}

/** Renames a log above the maximum size; one older file is kept. @returns whether the log was renamed */
function rotateIfLarge(path: string): boolean {
  const sizeBytes = statSync(path, { throwIfNoEntry: false })?.size ?? 0;
  if (sizeBytes <= maxBytes) return false;
  renameSync(path, `${path}.1`);
  return true;
}

/**
 * Converts an error for the log without user data: the parameters of a failed query, PostgreSQL's `detail` ("Key
 * (email)=(…)") and messages that quote a value are left out, at every level of `cause`.
 */
export function plainError(error: unknown): Record<string, unknown> {
  if (!(error instanceof Error)) return { type: typeof error };
  const fields = error as Error & { code?: unknown; query?: unknown; constraint?: unknown; table?: unknown };
  const message = typeof fields.query === "string" ? `Failed query: ${fields.query}` : messageOf(error, fields.code);
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

/** PostgreSQL's errors about a value (class 22) and errors about JSON quote it, up to its end or in parts. */
function messageOf(error: Error, code: unknown): string {
  if (error instanceof SyntaxError) return "A text could not be parsed";
  const isAboutValue = typeof code === "string" && /^22[0-9A-Z]{3}$/.test(code);
  return isAboutValue ? error.message.replace(/".*"/s, "“…”") : error.message;
}
