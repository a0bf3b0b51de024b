import { fewNames } from "../few-names.ts";

/** For a sentence: “A”, “B” and so on. */
export const quotedNames = (names: string[]) => fewNames(names.map((name) => `“${name}”`)).join(", ");

/** "sheet “A”" or "sheets “A”, “B”". @param names at least one */
export const sheetNames = (names: string[]) => `${names.length === 1 ? "sheet" : "sheets"} ${quotedNames(names)}`;
