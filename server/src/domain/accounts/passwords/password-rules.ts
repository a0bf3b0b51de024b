import { passwordLength } from "@sheaf/contracts/limits.ts";
import { commonPasswords, commonWords } from "./common-passwords.ts";

/** The user's data that a password must not repeat, because it is easily found out. */
interface Person {
  username?: string;
  email: string;
  names: string[];
}

/** Rows of characters: any part of one, forwards or backwards, counts as a simple pattern. */
const rows = ["01234567890123456789", "abcdefghijklmnopqrstuvwxyz", "qwertyuiopasdfghjklzxcvbnm"];

/**
 * Explains why a password is too easy to guess (NIST SP 800-63B, 5.1.1.2).
 * @returns one sentence for the user, or undefined when the password is acceptable
 */
export function passwordWeakness(password: string, person: Person): string | undefined {
  if (password.length < passwordLength.min) return `Use at least ${passwordLength.min} characters for the password.`;
  if (password.length > passwordLength.max) return `Use at most ${passwordLength.max} characters for the password.`;

  const typed = password.normalize("NFKC").toLowerCase();
  if (isAbout(typed, person)) return "Choose a password that is not your name, username or email address.";
  if (isCommon(typed))
    return "That password is on every guesser's list. Choose another, for example three unrelated words.";
  if (isPattern(typed)) return "That password is a simple pattern. Choose another, for example three unrelated words.";
  return undefined;
}

/**
 * Tells whether the password is the user's name or address, alone or with a suffix: for the username "maya2024" also
 * "maya2024!2025".
 */
function isAbout(typed: string, { username = "", email, names }: Person): boolean {
  const [local = "", domain = ""] = email.split("@");
  const namesWithoutSpaces = names.map((name) => name.replaceAll(/\s/g, ""));
  const known = [username, email, local, domain, ...namesWithoutSpaces, namesWithoutSpaces.join("")]
    .map((word) => word.normalize("NFKC").toLowerCase())
    .flatMap((word) => [word, withoutSeparators(word)]);
  const texts = [typed, withoutSeparators(typed)];
  return known.some((word) => word !== "" && texts.some((text) => isWithSuffix(text, word)));
}

/** A suffix with no more letters than this is too short to make the password harder to guess. */
const maxSuffixLetters = 3;
/** Names of this length or shorter match only with a suffix of no letters: many words begin with "jo". */
const maxShortName = 2;

function isWithSuffix(text: string, word: string): boolean {
  if (!text.startsWith(word)) return false;
  const letters = text.slice(word.length).match(/\p{L}/gu)?.length ?? 0;
  return letters === 0 || (word.length > maxShortName && letters <= maxSuffixLetters);
}

const withoutSeparators = (text: string) => text.replaceAll(/[\s._-]/g, "");

function isCommon(typed: string): boolean {
  return [typed, withoutSubstitutes(typed)].some(
    (text) =>
      commonPasswords.has(text) || commonWords.has(withoutSuffix(text)) || commonWords.has(withoutSuffix(typed)),
  );
}

function isPattern(typed: string): boolean {
  if (new Set(typed).size < 4) return true;
  // A group of at most four characters repeated, such as "abcabcabcabc".
  if (/^(.{1,4})\1+$/su.test(typed)) return true;
  const backwards = [...typed].reverse().join("");
  return rows.some((row) => row.includes(typed) || row.includes(backwards));
}

/** "password2026!" → "password". */
const withoutSuffix = (text: string) => text.replace(/[^\p{L}]+$/u, "");

const substitutes: Record<string, string> = {
  "@": "a",
  "4": "a",
  "3": "e",
  "1": "i",
  "!": "i",
  "0": "o",
  $: "s",
  "5": "s",
};

/** "p@ssw0rd" → "password". Digits at the end are a suffix and stay. */
function withoutSubstitutes(text: string): string {
  const head = withoutSuffix(text);
  const plain = head.replaceAll(/[@431!0$5]/g, (sign) => substitutes[sign] ?? sign);
  return plain + text.slice(head.length);
}
