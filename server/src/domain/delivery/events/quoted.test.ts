import { expect, test } from "vitest";
import { explained, quoted, refusesAddress } from "./quoted.ts";

test("words are quoted on one line, and cut after 400 characters", () => {
  expect(quoted(" 550\r\n  no  such user ")).toBe("“550 no such user”.");
  expect(quoted("a".repeat(400))).toBe(`“${"a".repeat(400)}”.`);
  expect(quoted("a".repeat(401))).toBe(`“${"a".repeat(400)}”.`);
});

test.each([
  ["550 5.1.1 unknown", true],
  ["550 5.1.6 moved", true],
  ["550 5.1.10 null MX", true],
  ["550 5.1.100", false],
  ["550 5.1.2 bad host", false],
  ["User unknown", true],
  ["no such mailbox here", true],
  ["550 5.2.2 mailbox full", false],
])("the words “%s” refuse the address itself: %s", (words, isRefused) => {
  expect(refusesAddress(words)).toBe(isRefused);
});

test.each([
  ["5.1.1", "There is no such mailbox: correct the address. It said: “5.1.1”."],
  ["5.2.2", "That mailbox is full. It said: “5.2.2”."],
  ["over quota", "That mailbox is full. It said: “over quota”."],
  ["5.3.4", "The email is too big for a mail server on its way. It said: “5.3.4”."],
  ["5.2.3", "The email is too big for a mail server on its way. It said: “5.2.3”."],
  ["odd", "It said: “odd”."],
])("the words “%s” are explained", (words, text) => {
  expect(explained("It said", words)).toBe(text);
});
