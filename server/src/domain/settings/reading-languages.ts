import type { ReadingLanguages } from "@sheaf/contracts/settings.ts";
import type { Db, Tx } from "../../platform/db/connect.ts";
import { aliveWorkers } from "../../platform/queue/workers.ts";

/** Data of Tesseract that are no second language: English itself, and those for finding the direction of a page. */
const noChoices = new Set(["eng", "osd", "equ", "snum"]);

const languageNames = new Intl.DisplayNames("en-GB", { type: "language" });

/** Returns the languages besides English that every running worker can read, by name. */
export async function listReadingLanguages(db: Db | Tx): Promise<ReadingLanguages["languages"]> {
  const [first, ...others] = await aliveWorkers(db);
  const everywhere = (first?.readingLanguages ?? []).filter((code) =>
    others.every(({ readingLanguages }) => readingLanguages.includes(code)),
  );
  return everywhere
    .filter((code) => !noChoices.has(code))
    .map((code) => ({ code, name: nameOf(code) }))
    .toSorted((one, other) => one.name.localeCompare(other.name, "en-GB"));
}

/** Returns the name of a language of Tesseract: "German" for "deu", "Chinese (sim)" for "chi_sim". */
function nameOf(code: string): string {
  const [language = code, ...variant] = code.split("_");
  const name = /^[a-z]{3}$/.test(language) ? (languageNames.of(language) ?? language) : language;
  return variant.length > 0 ? `${name} (${variant.join(" ")})` : name;
}
