import type { Db } from "../../../platform/db/connect.ts";
import { nameMark } from "./page-lexemes.ts";
import { stemsOf } from "./stems.ts";
import { type Term, termsOf } from "./terms.ts";

/** What a user searches for: a page must contain every one of these. */
export type Sought = string[];

/** Takes a search apart into what pages are found by. */
export async function soughtIn(db: Db, q: string): Promise<Sought> {
  const terms = termsOf(q.split(/\s+/));
  const stems = await stemsOf(
    db,
    terms.filter(isWord).map(({ text }) => text),
  );
  return [...new Set(terms.map(({ kind, text }) => (kind === "word" ? (stems.get(text) ?? text) : text)))];
}

const isWord = ({ kind }: Term) => kind === "word";

/** Returns PostgreSQL's notation of the search. */
export function tsqueryOf(sought: Sought, prefix = ""): string {
  const quoted = (lexeme: string) => `'${(prefix + lexeme).replace(/['\\]/g, "$&$&")}'`;
  const [only, ...others] = sought;
  if (only === undefined) return "";
  if (others.length === 0) return quoted(only);
  const each = sought.map((lexeme) => `(${quoted(lexeme)} | ${quoted(nameMark + lexeme)})`);
  // On pages after the first, names alone are no hit.
  return [...each, `(${sought.map(quoted).join(" | ")})`].join(" & ");
}
