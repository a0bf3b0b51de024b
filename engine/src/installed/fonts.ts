import { type Dirent, readdirSync } from "node:fs";
import { attempt } from "../attempt.ts";

/** Folders of fonts that documents in a sandbox can use (sandbox/host-folders.ts). */
export const fontFolders = ["/usr/share/fonts", "/usr/local/share/fonts"];

interface WantedFont {
  family: string;
  /** The font that it replaces, or the scripts that it covers. */
  use: string;
  /** Matches file names of the font itself and of the font that it replaces; one of them is enough. */
  file: RegExp;
}

/** The fonts that scripts/set-up/programs.sh installs, with which the corpus was converted. */
const wantedFonts: WantedFont[] = [
  { family: "Liberation", use: "Arial, Times New Roman and Courier New", file: /^(LiberationSans|arial)\b/i },
  { family: "Carlito", use: "Calibri", file: /^(Carlito|calibri)\b/i },
  { family: "Caladea", use: "Cambria", file: /^(Caladea|cambria)\b/i },
  { family: "DejaVu", use: "signs and symbols", file: /^DejaVuSans\b/i },
  { family: "Noto Sans", use: "other scripts", file: /^NotoSans[-[.]/i },
  { family: "Noto CJK", use: "Chinese, Japanese and Korean", file: /^Noto(Sans|Serif)CJK/i },
  { family: "Noto Color Emoji", use: "emoji", file: /^NotoColorEmoji/i },
];

/**
 * Lists the wanted fonts that are not installed.
 * @param folders searched recursively; folders that do not exist count as empty
 * @returns for example "Carlito (for Calibri)"
 */
export function missingFonts(folders = fontFolders): string[] {
  const files = folders.flatMap(filesBelow);
  const missing = wantedFonts.filter(({ file }) => !files.some(({ name }) => file.test(name)));
  return missing.map(({ family, use }) => `${family} (for ${use})`);
}

/** Returns all files below a folder; none where there is no such folder. */
export function filesBelow(folder: string): Dirent[] {
  const entries = attempt(() => readdirSync(folder, { recursive: true, withFileTypes: true })) ?? [];
  return entries.filter((entry) => !entry.isDirectory());
}
