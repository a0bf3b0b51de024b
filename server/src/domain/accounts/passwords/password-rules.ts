import { passwordLength } from "@sheaf/contracts/limits.ts";
import { commonPasswords, commonWords } from "./common-passwords.ts";

/** What is known of the person, and so by whoever guesses. */
interface Person {
  username?: string;
  email: string;
  names: string[];
}

/** Any run along these, either way, is the first thing a guesser tries. */
const rows = ["01234567890123456789", "abcdefghijklmnopqrstuvwxyz", "qwertyuiopasdfghjklzxcvbnm"];

/**
 * Why a password is too easy to guess (NIST SP 800-63B, 5.1.1.2).
 * @returns one sentence for the person, or undefined when the password will do
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

/** What is known of the person, alone or with a tail: the username "maya2024" also as "maya2024!2025". */
function isAbout(typed: string, { username = "", email, names }: Person): boolean {
  const [local = "", domain = ""] = email.split("@");
  const closedNames = names.map((name) => name.replaceAll(/\s/g, ""));
  const known = [username, email, local, domain, ...closedNames, closedNames.join("")]
    .map((word) => word.normalize("NFKC").toLowerCase())
    .flatMap((word) => [word, withoutSeparators(word)]);
  const texts = [typed, withoutSeparators(typed)];
  return known.some((word) => word !== "" && texts.some((text) => isWithTail(text, word)));
}

/** Letters in a tail make it no harder to guess while they are fewer than a word's. */
const fewLetters = 3;
/** Many words begin with "jo", and are about nobody. */
const shortName = 2;

function isWithTail(text: string, word: string): boolean {
  if (!text.startsWith(word)) return false;
  const letters = text.slice(word.length).match(/\p{L}/gu)?.length ?? 0;
  return letters === 0 || (word.length > shortName && letters <= fewLetters);
}

const withoutSeparators = (text: string) => text.replaceAll(/[\s._-]/g, "");

function isCommon(typed: string): boolean {
  return [typed, withoutSubstitutes(typed)].some(
    (text) => commonPasswords.has(text) || commonWords.has(withoutTail(text)) || commonWords.has(withoutTail(typed)),
  );
}

function isPattern(typed: string): boolean {
  if (new Set(typed).size < 4) return true;
  // "abcabcabcabc": one piece of at most four characters, over and over.
  if (/^(.{1,4})\1+$/su.test(typed)) return true;
  const backwards = [...typed].reverse().join("");
  return rows.some((row) => row.includes(typed) || row.includes(backwards));
}

/** "password2026!" → "password". */
const withoutTail = (text: string) => text.replace(/[^\p{L}]+$/u, "");

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

/** "p@ssw0rd" → "password"; the digits at the end stay, they are a tail. */
function withoutSubstitutes(text: string): string {
  const head = withoutTail(text);
  const plain = head.replaceAll(/[@431!0$5]/g, (sign) => substitutes[sign] ?? sign);
  return plain + text.slice(head.length);
}
