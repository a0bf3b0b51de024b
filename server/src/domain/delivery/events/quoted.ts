/** A server's own words in a sentence of ours. */
export function quoted(words: string): string {
  return `“${words.replaceAll(/\s+/g, " ").trim().slice(0, 400)}”.`;
}

/** The address itself is refused, not this one email. */
const noSuchMailbox = /\b5\.1\.(1|6|10)\b|\b(user|recipient) unknown|\bno such (user|mailbox)/i;

/** Whether these words of a mail server say that there is no such address, so that nothing should go there any more. */
export const refusesAddress = (words: string): boolean => noSuchMailbox.test(words);

/** What a refusal means to who sent the email, by its code (RFC 3463) or the words that servers use for it. */
const meanings: [RegExp, string][] = [
  [noSuchMailbox, "There is no such mailbox: correct the address."],
  [/\b5\.2\.2\b|\bmailbox (is )?full|\bover quota/i, "That mailbox is full."],
  [/\b5\.(3\.4|2\.3)\b/, "The email is too big for a mail server on its way."],
];

/** Why a mail server or an inbox did not keep an email: what it means, where that is known, before what was said. */
export function explained(saying: string, words: string): string {
  const [, meaning] = meanings.find(([pattern]) => pattern.test(words)) ?? [];
  return [meaning, `${saying}: ${quoted(words)}`].filter(Boolean).join(" ");
}
