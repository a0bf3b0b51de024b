import { expect, test } from "vitest";
import { customerInput } from "./customers.ts";
import { hasVisible, joinersBetweenLetters } from "./visible-text.ts";

const named = (name: string) => customerInput.safeParse({ name, email: "a@example.com" });

test.each([
  ["an override", "Oak \u202eLtd"],
  ["an embedding", "\u202bOak"],
  ["an isolate", "Oak \u2066Ltd\u2069"],
  ["a direction mark", "Oak\u200f"],
  ["a control character", "Oak\u0007"],
  ["a line break", "Oak\nLtd"],
  ["nothing but a joiner", "\u200d"],
  ["nothing but a filler", "\u3164"],
  ["nothing but a soft hyphen and a blank", "\u00ad \u00a0"],
])("a customer's name with %s is refused", (_what, name) => {
  expect(named(name).success).toBe(false);
});

test.each([
  ["Oak & Sons", "Oak & Sons"],
  ["مکتب\u200cخانه", "مکتب\u200cخانه"],
  ["क्\u200dष", "क्\u200dष"],
  ["👩\u200d🌾 Farm", "👩\u200d🌾 Farm"],
  ["\u200dOak\u200c Ltd\u200d", "Oak Ltd"],
  ["שלום בע״מ", "שלום בע״מ"],
])("the customer's name %s is accepted and stored as %s", (given, kept) => {
  expect(named(given).data?.name).toBe(kept);
});

test("keeps joiners only between letters, and counts a text as visible when one of its characters is", () => {
  expect(joinersBetweenLetters("a\u200d \u200db\u200dc")).toBe("a b\u200dc");
  expect(hasVisible("\u200b.")).toBe(true);
  expect(hasVisible("\u2800\u200b")).toBe(false);
});
