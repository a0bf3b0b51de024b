import { readFileSync } from "node:fs";
import { join } from "node:path";
import { attempt } from "../../attempt.ts";
import { filesBelow, fontFolders } from "../../installed/fonts.ts";
import { type FontFile, openFontFile } from "./font-file.ts";
import { subsetFont } from "./subset.ts";

/** Fonts in order of preference, followed by any other regular Noto Sans. */
const preferred = [
  "NotoSans-Regular.ttf",
  "LiberationSans-Regular.ttf",
  "DejaVuSans.ttf",
  "NotoSansCJK-Regular.ttc",
  "NotoSansCJKjp-Regular.otf",
  "DroidSansFallbackFull.ttf",
  "wqy-microhei.ttc",
];
const others = /^NotoSans\w*-Regular\.ttf$/;
const maxFontBytes = 64 << 20;

export interface InstalledFont {
  name: string;
  file: FontFile;
}

let files: Map<string, string> | undefined;
let names: string[] | undefined;
const opened = new Map<string, InstalledFont | undefined>();

/** Returns the first installed font with a glyph for the code point. Each font is opened once per process. */
export function findInstalledFont(codePoint: number): InstalledFont | undefined {
  names ??= namesInOrder();
  for (const name of names) {
    const font = installedFont(name);
    if (font && font.file.glyphOf(codePoint) !== 0) return font;
  }
  return undefined;
}

/** Returns the font with this file name; undefined when it is not installed or cannot be embedded. */
export function installedFont(name: string): InstalledFont | undefined {
  files ??= fontFiles();
  const path = files.get(name);
  if (path === undefined) return undefined;
  if (!opened.has(name)) opened.set(name, open(name, path));
  return opened.get(name);
}

function open(name: string, path: string): InstalledFont | undefined {
  const bytes = readFileSync(path);
  const file = bytes.length > maxFontBytes ? undefined : openFontFile(bytes);
  return file && isEmbeddable(file) ? { name: name.replace(/-Regular|\.\w+$/g, ""), file } : undefined;
}

/** Returns false for a font whose tables contradict each other. */
const isEmbeddable = (file: FontFile): boolean => attempt(() => subsetFont(file, [])) !== undefined;

/** Returns the paths of all font files by name. */
function fontFiles(): Map<string, string> {
  const found = new Map<string, string>();
  for (const { name, parentPath } of fontFolders.flatMap(filesBelow)) {
    if (!found.has(name)) found.set(name, join(parentPath, name));
  }
  return found;
}

function namesInOrder(): string[] {
  files ??= fontFiles();
  return [...preferred, ...[...files.keys()].filter((name) => others.test(name)).sort()];
}
