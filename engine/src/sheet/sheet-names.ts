import { shortList } from "../short-list.ts";

/** Names in quotes, for a sentence; a long list is shortened. */
export const quotedNames = (names: string[]) => shortList(names.map((name) => `“${name}”`)).join(", ");

/** "sheet “A”" or "sheets “A”, “B”". @param names at least one */
export const sheetNames = (names: string[]) => `${names.length === 1 ? "sheet" : "sheets"} ${quotedNames(names)}`;
