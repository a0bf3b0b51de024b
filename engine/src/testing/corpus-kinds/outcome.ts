import type { Refusal, Warning } from "@sheaf/contracts/refusals.ts";

/** The reviewed outcome of a file: its pages, a refusal, or the files inside it. */
export type KindOutcome = { password?: string } & (Pages | Refused | Items);

interface Pages {
  pages: number;
  /** Texts on the pages, in the order of lines. */
  words?: string[];
  /** Texts that must not be on any page. */
  never?: string[];
  /** Words of the file that may be missing; all others of an office file must be printed. */
  missing?: string[];
  /** Codes of all warnings; none when omitted. */
  warnings?: Warning["code"][];
  /** For pictures: the smallest part of the first page that may be not white. */
  drawn?: number;
}

interface Refused {
  refused: Refusal;
  /** Matches the message, a whole sentence that begins with the file's name. */
  detail: RegExp;
}

interface Items {
  /** In the order of the container. */
  items: ({ path: string } & (KindOutcome | SetAside))[];
}

interface SetAside {
  /** Matches the message that says why the item is not a document. */
  setAside: RegExp;
}

/** By file name. */
export type KindOutcomes = Record<string, KindOutcome>;
export type ItemOutcome = Items["items"][number];
