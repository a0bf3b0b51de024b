import { expect, test } from "vitest";
import { commonPasswords } from "./common-passwords.ts";
import { passwordWeakness } from "./password-rules.ts";

const anna = { username: "Anna.Whitfield", email: "anna@whitfield-accounts.co.uk", names: ["Anna", "Whitfield"] };

test.each([
  ["a short one", "short-one", "at least 10 characters"],
  ["one of a novel's length", "long ".repeat(26), "at most 128 characters"],
  ["a common one", "qwertyuiop", "guesser's list"],
  ["a common one in capitals", "QwertyUiop", "guesser's list"],
  ["a common word with a year and a sign", "Password2026!", "guesser's list"],
  ["a common word in disguise", "P@$$w0rd2026", "guesser's list"],
  ["the season and the year", "September2026", "guesser's list"],
  ["the product's own name", "sheaf12345", "guesser's list"],
  ["the username", "anna.whitfield", "not your name"],
  ["the username with a number", "Anna.Whitfield99", "not your name"],
  ["the email address", "Anna@Whitfield-Accounts.co.uk", "not your name"],
  ["the full name", "AnnaWhitfield", "not your name"],
  ["one letter over and over", "aaaaaaaaaaaa", "simple pattern"],
  ["two letters in turn", "abababababab", "simple pattern"],
  ["a piece repeated", "xy7!xy7!xy7!", "simple pattern"],
  ["the alphabet backwards", "zyxwvutsrqpo", "simple pattern"],
])("%s is refused", (_, password, why) => {
  expect(passwordWeakness(password, anna)).toContain(why);
});

test.each([
  ["its tail of digits", "maya2024!2025"],
  ["another year", "maya20242026"],
  ["signs", "maya2024!!!!"],
  ["a few letters", "Maya2024xyz!"],
  ["its digits parted", "maya-2024 1234"],
])("a username that ends in digits with %s is refused", (_, password) => {
  const maya = { username: "maya2024", email: "m@example.com", names: ["Maya", "Okafor"] };
  expect(passwordWeakness(password, maya)).toContain("not your name");
});

test("a word that begins with a short name is about nobody", () => {
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
])("%s will do", (password) => expect(passwordWeakness(password, anna)).toBeUndefined());

test("a person without a username is judged by the address alone", () => {
  expect(passwordWeakness("pat@operator.example", { email: "pat@operator.example", names: ["Pat"] })).toContain(
    "not your name",
  );
});

test("the list holds a few hundred passwords, each long enough to be chosen here", () => {
  expect(commonPasswords.size).toBeGreaterThan(200);
  expect([...commonPasswords].every((password) => password.length >= 10)).toBe(true);
});
