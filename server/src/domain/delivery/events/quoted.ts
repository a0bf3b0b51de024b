/** Quotes a server's words, on one line and at most 400 characters long. */
export function quoted(words: string): string {
  return `“${words.replaceAll(/\s+/g, " ").trim().slice(0, 400)}”.`;
}

/** Matches words that refuse the address itself, not only this email. */
const noSuchMailbox = /\b5\.1\.(1|6|10)\b|\b(user|recipient) unknown|\bno such (user|mailbox)/i;

/** Returns whether a mail server's words mean that the address does not exist, so that nothing more is sent there. */
export const refusesAddress = (words: string): boolean => noSuchMailbox.test(words);

/** Explanations of refusals for the sender, found by code (RFC 3463) or by the words that servers use. */
const meanings: [RegExp, string][] = [
  [noSuchMailbox, "There is no such mailbox: correct the address."],
  [/\b5\.2\.2\b|\bmailbox (is )?full|\bover quota/i, "That mailbox is full."],
  [/\b5\.(3\.4|2\.3)\b/, "The email is too big for a mail server on its way."],
];

/** Says why a mail server or an inbox refused an email: the explanation, if known, then the quoted words. */
export function explained(saying: string, words: string): string {
  const [, meaning] = meanings.find(([pattern]) => pattern.test(words)) ?? [];
  return [meaning, `${saying}: ${quoted(words)}`].filter(Boolean).join(" ");
}
