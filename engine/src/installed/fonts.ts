import { readdirSync } from "node:fs";
import { attempt } from "../attempt.ts";

/** Folders of fonts that documents in a sandbox can use (sandbox/host-folders.ts). */
const fontFolders = ["/usr/share/fonts", "/usr/local/share/fonts"];

interface WantedFont {
  family: string;
  /** What it stands in for, or which signs it brings. */
  use: string;
  /** Names of files of which one is enough: its own, or those of the font it stands in for. */
  file: RegExp;
}

/** What scripts/set-up/programs.sh installs: the fonts that the corpus was converted with. */
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
 * Which fonts that documents are printed with are not installed.
 * @param folders searched with all below them; those that are not there hold none
 * @returns "Carlito (for Calibri)"
 */
export function missingFonts(folders = fontFolders): string[] {
  const files = folders.flatMap(filesBelow);
  const missing = wantedFonts.filter(({ file }) => !files.some((name) => file.test(name)));
  return missing.map(({ family, use }) => `${family} (for ${use})`);
}

/** Names without their folders. */
function filesBelow(folder: string): string[] {
  const entries = attempt(() => readdirSync(folder, { recursive: true, withFileTypes: true })) ?? [];
  return entries.filter((entry) => !entry.isDirectory()).map(({ name }) => name);
}
