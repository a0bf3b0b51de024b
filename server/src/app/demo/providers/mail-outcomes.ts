/**
 * What becomes of an email of the demonstration, by a word in its address: "slow@…" and "moss-and-fern-slow@…" are put
 * off. Any other address takes what it is sent.
 */
export const mailOutcomes = {
  bounces: "There is no such mailbox: the email comes back",
  slow: "The inbox puts the email off once and takes it about a minute later",
  unconfirmed: "The mail service breaks down while it takes the email: nobody knows whether it goes out",
} as const;

export type MailOutcome = keyof typeof mailOutcomes | "arrives";

const isOutcome = (word: string): word is keyof typeof mailOutcomes => Object.hasOwn(mailOutcomes, word);

/** By the words of the part before the last @, which stand between full stops, hyphens, underscores or plus signs. */
export function outcomeFor(address: string): MailOutcome {
  const words = address
    .slice(0, address.lastIndexOf("@"))
    .toLowerCase()
    .split(/[-.+_]/);
  return words.find(isOutcome) ?? "arrives";
}
