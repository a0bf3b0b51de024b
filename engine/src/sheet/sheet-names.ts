import { shortList } from "../short-list.ts";

/** For a sentence: “A”, “B” and so on. */
export const quotedNames = (names: string[]) => shortList(names.map((name) => `“${name}”`)).join(", ");

/** "sheet “A”" or "sheets “A”, “B”". @param names at least one */
export const sheetNames = (names: string[]) => `${names.length === 1 ? "sheet" : "sheets"} ${quotedNames(names)}`;
