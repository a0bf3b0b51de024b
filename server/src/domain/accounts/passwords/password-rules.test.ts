import { expect, test } from "vitest";
import { commonPasswords } from "./common-passwords.ts";
import { passwordWeakness } from "./password-rules.ts";

const anna = { username: "Anna.Whitfield", email: "anna@whitfield-accounts.co.uk", names: ["Anna", "Whitfield"] };

test.each([
  ["a short one", "short-one", "at least 10 characters"],
  ["one that is too long", "long ".repeat(26), "at most 128 characters"],
  ["a common one", "qwertyuiop", "guesser's list"],
  ["a common one in capitals", "QwertyUiop", "guesser's list"],
  ["a common word with a year and a sign", "Password2026!", "guesser's list"],
  ["a common word with substituted characters", "P@$$w0rd2026", "guesser's list"],
  ["the season and the year", "September2026", "guesser's list"],
  ["the product's own name", "sheaf12345", "guesser's list"],
  ["the username", "anna.whitfield", "not your name"],
  ["the username with a number", "Anna.Whitfield99", "not your name"],
  ["the email address", "Anna@Whitfield-Accounts.co.uk", "not your name"],
  ["the full name", "AnnaWhitfield", "not your name"],
  ["one character repeated", "aaaaaaaaaaaa", "simple pattern"],
  ["two characters alternating", "abababababab", "simple pattern"],
  ["a repeated group of characters", "xy7!xy7!xy7!", "simple pattern"],
  ["the alphabet backwards", "zyxwvutsrqpo", "simple pattern"],
])("%s is refused", (_, password, why) => {
  expect(passwordWeakness(password, anna)).toContain(why);
});

test.each([
  ["more digits", "maya2024!2025"],
  ["another year", "maya20242026"],
  ["signs", "maya2024!!!!"],
  ["a few letters", "Maya2024xyz!"],
  ["its digits separated", "maya-2024 1234"],
])("a password made of a username that ends in digits, with %s, is refused", (_, password) => {
  const maya = { username: "maya2024", email: "m@example.com", names: ["Maya", "Okafor"] };
  expect(passwordWeakness(password, maya)).toContain("not your name");
});

test("a password that begins with a name of two letters, or with a name as part of a longer word, is accepted", () => {
  const jo = { username: "jo.o", email: "jo@example.com", names: ["Jo", "Od"] };
  expect(passwordWeakness("Journeys-by-night", jo)).toBeUndefined();
  expect(passwordWeakness("odd socks only", jo)).toBeUndefined();
  expect(passwordWeakness("Mayan temples", { ...jo, names: ["Maya", "Od"] })).toBeUndefined();
});

test.each([
  "plum otter canal",
  "Kettle-77-Harbour",
  "wXk29fLq0Zp1",
  "naïve Ångström 4",
  "пароль для анны",
  "x".padEnd(125, "yz7 "),
])("the password %s is accepted", (password) => expect(passwordWeakness(password, anna)).toBeUndefined());

test("the email address is refused as the password of a person without a username", () => {
  expect(passwordWeakness("pat@operator.example", { email: "pat@operator.example", names: ["Pat"] })).toContain(
    "not your name",
  );
});

test("the list has more than 200 passwords, all of the minimum length for a password", () => {
  expect(commonPasswords.size).toBeGreaterThan(200);
  expect([...commonPasswords].every((password) => password.length >= 10)).toBe(true);
});
