import { readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { writeWhole } from "./write-whole.ts";

/** Where liblangtag, which LibreOffice asks, keeps all language tags that were ever registered. */
export const languageRegistry = "/usr/share/liblangtag/language-subtag-registry.xml";
/** Fewer are no registry of this kind. */
const leastLanguages = 150;

/**
 * A copy of the machine's registry with the languages that have a name here: LibreOffice reads all 8,000 of them before
 * its first document, a quarter of the time of a short document.
 * @param cacheDir where the copy is kept for as long as the registry stays the same
 * @returns undefined where there is no registry, or one of another form
 */
export function shortLanguageRegistry(cacheDir: string, registry = languageRegistry): string | undefined {
  const found = statSync(registry, { throwIfNoEntry: false });
  if (!found) return undefined;
  const path = join(cacheDir, `languages-${found.size}-${Math.round(found.mtimeMs)}.xml`);
  if (statSync(path, { throwIfNoEntry: false })) return path;
  const short = withoutNamelessLanguages(readFileSync(registry, "utf8"));
  if (short === undefined) return undefined;
  writeWhole(path, short);
  return path;
}

function withoutNamelessLanguages(registry: string): string | undefined {
  const names = new Intl.DisplayNames(["en"], { type: "language", fallback: "none" });
  let languages = 0;
  const short = registry.replace(/\s*<language>\s*<subtag>([a-z]{2,3})<\/subtag>.*?<\/language>/gs, (entry, tag) => {
    if (names.of(tag) === undefined) return "";
    languages += 1;
    return entry;
  });
  return languages >= leastLanguages ? short : undefined;
}
