import { expect, test } from "vitest";
import { quotedNames, sheetNames } from "./sheet-names.ts";

test("one sheet is named in the singular, several in the plural, and a long list is shortened", () => {
  expect(sheetNames(["Tax"])).toBe("sheet “Tax”");
  expect(sheetNames(["Tax", "Pay"])).toBe("sheets “Tax”, “Pay”");
  expect(quotedNames([..."abcdef"])).toBe("“a”, “b”, “c”, “d”, “e”, 1 more");
  expect(quotedNames([..."abcde"])).toBe("“a”, “b”, “c”, “d”, “e”");
});
