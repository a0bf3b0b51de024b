import type { Db } from "../../../platform/db/connect.ts";
import type { Layout } from "./layout.ts";
import { joinedMark, lexemeOf, wordsIn } from "./lexemes.ts";
import type { Sought } from "./sought.ts";
import { stemsOf } from "./stems.ts";
import { fold } from "./terms/fold.ts";
import { termsOf } from "./terms/terms.ts";

/** Returns the indexes of the words of each page that were searched for, in reading order. */
export async function markHits(db: Db, layouts: Layout[], sought: Sought): Promise<number[][]> {
  const wanted = new Set(sought.flatMap(({ lexemes }) => lexemes));
  const initialOf = (text: string) => text.replace(joinedMark, "").slice(0, 2);
  const initials = new Set([...wanted].map(initialOf));
  // A stem begins like its word, which leaves few words to reduce to their stems.
  const pages = layouts.map(({ words }) => termsOf(words).filter(({ text }) => initials.has(initialOf(text))));
  const stems = await stemsOf(db, pages.flatMap(wordsIn));
  return pages.map((terms, index) => {
    const hits = new Set<number>();
    for (const term of terms.filter((each) => wanted.has(lexemeOf(each, stems)))) {
      for (let word = term.from; word <= term.to; word++) hits.add(word);
    }
    for (const word of inGroups(layouts[index]?.words ?? [], sought)) hits.add(word);
    return [...hits].sort((one, other) => one - other);
  });
}

const minIdentifier = 6;
const maxGroups = 8;

/** Finds an identifier, such as "GB123456782", that is printed in groups. */
function inGroups(words: Layout["words"], sought: Sought): number[] {
  const identifiers = sought.filter(({ text }) => text.length >= minIdentifier && /\d/.test(text));
  if (identifiers.length === 0) return [];
  const plain = words.map(({ text }) => fold(text).replace(/[^\p{L}\p{N}]/gu, ""));
  return identifiers.flatMap(({ text }) => {
    for (let start = 0; start < plain.length; start++) {
      let joined = "";
      for (let end = start; end < start + maxGroups && text.startsWith(joined); end++) {
        joined += plain[end] ?? "";
        if (joined === text) return Array.from({ length: end - start + 1 }, (_, offset) => start + offset);
      }
    }
    return [];
  });
}
