/**
 * What happens to an email of the demonstration, depending on a word in its address: emails to "slow@…" and
 * "moss-and-fern-slow@…" are deferred. Any other address accepts its emails.
 */
export const mailOutcomes = {
  bounces: "There is no such mailbox: the email comes back",
  slow: "The inbox puts the email off once and takes it about a minute later",
  unconfirmed: "The mail service breaks down while it takes the email: nobody knows whether it goes out",
} as const;

export type MailOutcome = keyof typeof mailOutcomes | "arrives";

const isOutcome = (word: string): word is keyof typeof mailOutcomes => Object.hasOwn(mailOutcomes, word);

/**
 * Returns the outcome for an address. The words are in the part before the last @, separated by full stops, hyphens,
 * underscores or plus signs.
 */
export function outcomeFor(address: string): MailOutcome {
  const words = address
    .slice(0, address.lastIndexOf("@"))
    .toLowerCase()
    .split(/[-.+_]/);
  return words.find(isOutcome) ?? "arrives";
}
