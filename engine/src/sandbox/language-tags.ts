import { readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { writeAtomically } from "./write-atomically.ts";

/** The registry of all language tags, read by liblangtag, which LibreOffice uses. */
export const languageRegistry = "/usr/share/liblangtag/language-subtag-registry.xml";
/** A file with fewer languages is not a registry in the expected format. */
const leastLanguages = 150;

/**
 * Makes a copy of the machine's registry with only the languages that have an English name. LibreOffice reads all 8,000
 * languages of the original before its first document, which is a quarter of the time of a short document.
 * @param cacheDir keeps the copy until the registry changes
 * @returns the path of the copy; undefined when there is no registry or its format is unknown
 */
export function shortLanguageRegistry(cacheDir: string, registry = languageRegistry): string | undefined {
  const found = statSync(registry, { throwIfNoEntry: false });
  if (!found) return undefined;
  const path = join(cacheDir, `languages-${found.size}-${Math.round(found.mtimeMs)}.xml`);
  if (statSync(path, { throwIfNoEntry: false })) return path;
  const short = withNamedLanguages(readFileSync(registry, "utf8"));
  if (short === undefined) return undefined;
  writeAtomically(path, short);
  return path;
}

function withNamedLanguages(registry: string): string | undefined {
  const names = new Intl.DisplayNames(["en"], { type: "language", fallback: "none" });
  let languages = 0;
  const short = registry.replace(/\s*<language>\s*<subtag>([a-z]{2,3})<\/subtag>.*?<\/language>/gs, (entry, tag) => {
    if (names.of(tag) === undefined) return "";
    languages += 1;
    return entry;
  });
  return languages >= leastLanguages ? short : undefined;
}
