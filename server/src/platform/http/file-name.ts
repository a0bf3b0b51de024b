import { unseen, withinBytes } from "@sheaf/contracts/file-names.ts";
import { uploadLimits } from "@sheaf/contracts/limits.ts";
import { hasVisible } from "@sheaf/contracts/visible-text.ts";
import { AppError } from "../errors.ts";

/** Stands where bytes were no text. */
const notText = "\ufffd";

/** What Windows, macOS and Linux between them refuse in a file's name. */
const unsafe = /[<>:"/\\|?*]/g;
/** To Windows a device, whatever follows its first dot. */
const device = /^(con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³])(?=\.|$)/i;

/**
 * The name of an upload as it is shown and stored: without its folders, without invisible characters, at most 200 bytes
 * long with its extension kept. It is never used as a path of ours.
 * @throws AppError bad-file-name when nothing visible is left, when it was no valid UTF-8, or when it holds NUL, where
 *   programs disagree about its end
 */
export function cleanFileName(given: string): string {
  if (given.includes("\0")) {
    throw new AppError("bad-file-name", "A file name contains a NUL character. Rename the file and upload it again.");
  }
  if (given.includes(notText)) {
    throw new AppError("bad-file-name", "A file name is not valid UTF-8. Rename the file and upload it again.");
  }
  const base = given.normalize("NFC").split(/[/\\]/).at(-1) ?? "";
  const name = oneLine(base).trim();
  const { stem, extension } = splitName(name);
  if (!hasVisible(stem.replaceAll(".", ""))) {
    throw new AppError(
      "bad-file-name",
      `A file came without a name${name && ` (“${name}”)`}. Name it and upload it again.`,
    );
  }
  return shorten(stem, extension, uploadLimits.nameBytes);
}

/**
 * A name for a download that every system takes, in the user's own script: "Müller & Söhne 2026-11-20.pdf".
 * @param stem what people typed: a customer's name, a file's name
 * @param extension with its dot
 */
export function downloadName(stem: string, extension: string): string {
  const safe = oneLine(stem.normalize("NFC")).replace(unsafe, "-");
  // Leading dots hide a file; trailing dots and blanks vanish on Windows.
  const trimmed = safe.replace(/^[. ]+/, "").replace(/[. ]+$/, "");
  return shorten(trimmed.replace(device, "$1-") || "Documents", extension, uploadLimits.nameBytes);
}

/**
 * Names for files that lie in one folder: a repeated one becomes "name (2).pdf", whatever its case.
 * @param there names of what lies in it already
 */
export function uniqueNames(names: string[], there: string[] = []): string[] {
  const taken = new Set(there.map((name) => name.toLowerCase()));
  return names.map((name) => {
    const { stem, extension } = splitName(name);
    let free = name;
    for (let count = 2; taken.has(free.toLowerCase()); count++) free = `${stem} (${count})${extension}`;
    taken.add(free.toLowerCase());
    return free;
  });
}

/** "report.final.pdf" → "report.final" and ".pdf" */
export function splitName(name: string): { stem: string; extension: string } {
  const dot = name.lastIndexOf(".");
  return dot < 0 ? { stem: name, extension: "" } : { stem: name.slice(0, dot), extension: name.slice(dot) };
}

function oneLine(text: string): string {
  return text.replace(/\s+/gu, " ").replace(unseen, "");
}

/** A name of which the extension alone is too long loses that too. */
function shorten(stem: string, extension: string, maxBytes: number): string {
  const extensionBytes = Buffer.byteLength(extension);
  if (extensionBytes > maxBytes / 2) return shorten(stem + extension, "", maxBytes);
  return withinBytes(stem, maxBytes - extensionBytes) + extension;
}
