import { expect, test } from "vitest";
import { joinArabic, letterOfForm } from "./arabic-forms.ts";

// Written as escapes, because editors display right-to-left text reordered.
test.each([
  ["a word of letters that join on both sides", "\u0645\u062d\u0645\u062f", "\ufee3\ufea4\ufee4\ufeaa"],
  ["a letter that does not join what follows", "\u062f\u0627\u0631", "\ufea9\ufe8d\ufead"],
  ["lam with alef", "\u0633\u0644\u0627\u0645", "\ufeb3\ufefc\ufee1"],
  ["letters with marks between them", "\u0628\u064e\u0628", "\ufe91\u064e\ufe90"],
  ["the last letter of the block", "\u064a\u064a", "\ufef3\ufef2"],
  ["letters of Persian", "\u067e\u06a9", "\ufb58\ufb8f"],
  ["a hamza, which joins nothing", "\u0628\u0621\u0628", "\ufe8f\u0621\ufe8f"],
  ["two words", "\u0628 \u0628", "\ufe8f \ufe8f"],
  ["text without Arabic", "Invoice 42", "Invoice 42"],
])("%s is set in joined forms", (_what, text, joined) => {
  expect(joinArabic(text)).toBe(joined);
  const back = [...joined].map((form) => String.fromCodePoint(letterOfForm(form.codePointAt(0) ?? 0))).join("");
  expect(back.normalize("NFKC")).toBe(text);
});
