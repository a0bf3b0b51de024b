import { safeFileName } from "@sheaf/contracts/file-names.ts";
import { containerLimits, conversionLimits, outputPages, thumbnailLimits } from "@sheaf/contracts/limits.ts";
import { refusals, warningCodes } from "@sheaf/contracts/refusal-words.ts";
import type { Refusal, Warning } from "@sheaf/contracts/refusals.ts";
import { attempt } from "../attempt.ts";
import { maxTextWords } from "../read/text-layer/text-page.ts";
import type { Item, WrittenItem } from "../unpack/item.ts";
import type { SandboxAnswer } from "./protocol.ts";

const maxWarnings = 100;
const maxTextLength = 2_000;

/**
 * Parses one untrusted line of a sandboxed process: only known fields of the expected types and sizes are copied.
 * Written by hand because a validation library would add a tenth of a second to each start of the command line.
 * @returns null when the line is not a valid answer
 */
export function readAnswer(line: string): SandboxAnswer | null {
  const value = parse(line);
  if (!value) return null;
  if (value.did === "convert" && isPages(value.pages, conversionLimits.pages) && Array.isArray(value.warnings)) {
    return { did: "convert", pages: value.pages, warnings: value.warnings.slice(0, maxWarnings).flatMap(readWarning) };
  }
  if (value.did === "list" && isItems(value.items)) return { did: "list", items: value.items.map(readItem) };
  if (value.did === "unpack" && isItems(value.items) && isItems(value.written)) {
    return { did: "unpack", items: value.items.map(readItem), written: value.written.map(readWritten) };
  }
  if (value.did === "assemble" && isPages(value.pages, outputPages)) return { did: "assemble", pages: value.pages };
  if (value.did === "shrink" && isPages(value.pages, conversionLimits.pages))
    return { did: "shrink", pages: value.pages };
  if (value.did === "add-text" && isCount(value.pages, outputPages) && isCount(value.words, maxTextWords))
    return { did: "add-text", pages: value.pages, words: value.words };
  const { pictures, pages } = value;
  if (value.did === "thumbnails" && isPages(pictures, thumbnailLimits.pages) && isPages(pages, outputPages)) {
    return { did: "thumbnails", pictures, pages };
  }
  if (value.did === "read" && isPages(pages, outputPages)) return { did: "read", pages };
  if (value.did === "draw") return { did: "draw" };
  if (value.did === "warm") {
    const { office } = value;
    const known = office === "kit" || office === "soffice" ? office : "none";
    return { did: "warm", office: known, officeVersion: shortText(value.officeVersion), note: shortText(value.note) };
  }
  if (value.did === "try" && Array.isArray(value.leaks)) return { did: "try", leaks: value.leaks.map(String) };
  if (isRefusal(value.rejected)) return { rejected: value.rejected, detail: shortText(value.detail) };
  const failed = shortText(value.failed);
  return failed === null ? null : { failed };
}

function parse(line: string): Record<string, unknown> | null {
  const value: unknown = attempt(() => JSON.parse(line));
  return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : null;
}

function isPages(value: unknown, most: number): value is number {
  return Number.isInteger(value) && Number(value) >= 1 && Number(value) <= most;
}

function isCount(value: unknown, most: number): value is number {
  return Number.isInteger(value) && Number(value) >= 0 && Number(value) <= most;
}

function isRefusal(value: unknown): value is Refusal {
  return typeof value === "string" && Object.hasOwn(refusals, value);
}

/** Returns a text as one line without control characters, since it is shown and logged. */
function shortText(value: unknown): string | null {
  return typeof value === "string" ? value.slice(0, maxTextLength).replaceAll(/\p{Cc}+/gu, " ") : null;
}

function readWarning(value: unknown): Warning[] {
  const { code, text } = (value ?? {}) as Record<string, unknown>;
  const known = warningCodes.find((each) => each === code);
  const sentence = shortText(text);
  return known && sentence !== null ? [{ code: known, text: sentence }] : [];
}

const isItems = (value: unknown): value is unknown[] => Array.isArray(value) && value.length <= containerLimits.items;

/** Returns a number of bytes; 0 when the value is not a valid one. */
const readBytes = (value: unknown): number => (Number.isSafeInteger(value) && Number(value) >= 0 ? Number(value) : 0);

function readItem(value: unknown): Item {
  const { path, sizeBytes, packedBytes, isEncrypted, kind, isUnsafe, setAside, isOwnContent } = (value ?? {}) as Record<
    string,
    unknown
  >;
  return {
    path: (shortText(path) ?? "").split("/").map(safeFileName).join("/"),
    sizeBytes: readBytes(sizeBytes),
    packedBytes: readBytes(packedBytes),
    isEncrypted: isEncrypted === true,
    kind: kind === "file" || kind === "link" ? kind : "device",
    isUnsafe: isUnsafe !== false,
    setAside: shortText(setAside),
    isOwnContent: isOwnContent === true,
  };
}

function readWritten(value: unknown): WrittenItem {
  const { rejected, detail, sizeBytes } = (value ?? {}) as Record<string, unknown>;
  return isRefusal(rejected) ? { rejected, detail: shortText(detail) } : { sizeBytes: readBytes(sizeBytes) };
}
