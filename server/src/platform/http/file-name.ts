import { unseen, withinBytes } from "@sheaf/contracts/file-names.ts";
import { uploadLimits } from "@sheaf/contracts/limits.ts";
import { hasVisible } from "@sheaf/contracts/visible-text.ts";
import { AppError } from "../errors.ts";

/** The replacement character, which a decoder inserts for invalid bytes. */
const replacementCharacter = "\ufffd";

/** Characters that Windows, macOS or Linux do not allow in file names. */
const unsafe = /[<>:"/\\|?*]/g;
/** Device names of Windows, which are reserved with any extension. */
const deviceName = /^(con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³])(?=\.|$)/i;

/**
 * Cleans the name of an upload for display and storage: without folders, without invisible characters, at most 200
 * bytes long with its extension kept. It is never used as a path on the server.
 * @throws AppError bad-file-name when no visible character is left, when the name was not valid UTF-8, or when it
 *   contains NUL, where programs disagree about its end
 */
export function cleanFileName(given: string): string {
  if (given.includes("\0")) {
    throw new AppError("bad-file-name", "A file name contains a NUL character. Rename the file and upload it again.");
  }
  if (given.includes(replacementCharacter)) {
    throw new AppError("bad-file-name", "A file name is not valid UTF-8. Rename the file and upload it again.");
  }
  const base = given.normalize("NFC").split(/[/\\]/).at(-1) ?? "";
  const name = oneLine(base).trim();
  const { stem, extension } = splitName(name);
  if (!hasVisible(stem.replaceAll(".", ""))) {
    throw new AppError(
      "bad-file-name",
      `A file has no name${name && ` (“${name}”)`}. Give it a name and upload it again.`,
    );
  }
  return shorten(stem, extension, uploadLimits.nameBytes);
}

/**
 * Returns a name for a download that is valid on every system, in the user's own script: "Müller & Söhne
 * 2026-11-20.pdf".
 * @param stem user input: a customer's name, a file's name
 * @param extension with its dot
 */
export function downloadName(stem: string, extension: string): string {
  const safe = oneLine(stem.normalize("NFC")).replace(unsafe, "-");
  // Leading dots hide a file; Windows removes trailing dots and blanks.
  const trimmed = safe.replace(/^[. ]+/, "").replace(/[. ]+$/, "");
  return shorten(trimmed.replace(deviceName, "$1-") || "Documents", extension, uploadLimits.nameBytes);
}

/**
 * Makes names unique within one folder: a repeated one becomes "name (2).pdf"; case is ignored.
 * @param existing names that already exist in the folder
 */
export function uniqueNames(names: string[], existing: string[] = []): string[] {
  const taken = new Set(existing.map((name) => name.toLowerCase()));
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

/**
 * Shortens the stem to fit; an extension that alone takes more than half of the limit is treated as part of the stem.
 */
function shorten(stem: string, extension: string, maxBytes: number): string {
  const extensionBytes = Buffer.byteLength(extension);
  if (extensionBytes > maxBytes / 2) return shorten(stem + extension, "", maxBytes);
  return withinBytes(stem, maxBytes - extensionBytes) + extension;
}
