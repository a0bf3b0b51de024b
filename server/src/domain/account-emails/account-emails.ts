import { linkLife } from "@sheaf/contracts/limits.ts";
import type { Config } from "../../platform/config/config.ts";
import type { EmailContent } from "../../platform/mail/layout.ts";

interface Account {
  username: string;
}
interface AccountWithLink extends Account {
  link: string;
}
interface AccountOfPractice extends Account {
  practiceName: string;
}

type Seller = Pick<Config, "companyName" | "supportEmail">;
type Text = Pick<EmailContent, "paragraphs" | "action"> & {
  subject: string;
  /** Why the recipient gets the email. Omitted for recipients who have an account. */
  sentBecause?: string;
};

/** The texts of all emails about accounts, by template. */
const templates = {
  reset: ({ link, username }: AccountWithLink): Text => ({
    subject: "Choose a new password",
    paragraphs: [
      `Somebody, most likely you, asked for a new password for the account ${username}.`,
      `The link works once, within ${linkLife.resetMinutes} minutes. If you did not ask for it, ignore this email: your password stays the same.`,
    ],
    action: { label: "Choose a new password", link },
  }),
  "reset-by-operator": ({ link, username }: AccountWithLink, { companyName, supportEmail }: Seller): Text => ({
    subject: "Choose a new password",
    paragraphs: [
      `The support team of ${companyName} sent you this link to choose a new password for the account ${username}.`,
      `The link works once, within ${linkLife.resetMinutes} minutes. Your password stays the same until you use it. If you did not ask for help, ignore this email and write to ${supportEmail}.`,
    ],
    action: { label: "Choose a new password", link },
  }),
  verify: ({ link, username }: AccountWithLink): Text => ({
    subject: "Confirm your email address",
    paragraphs: [
      `Please confirm that this address belongs to the account ${username}.`,
      `The link works for ${linkLife.verifyDays} days. If the account is not yours, ignore this email: nothing will happen.`,
    ],
    action: { label: "Confirm this address", link },
  }),
  invitation: (
    { link, practiceName, invitedBy }: { link: string; practiceName: string; invitedBy: string },
    { companyName }: Seller,
  ): Text => ({
    subject: `Join ${practiceName}`,
    paragraphs: [
      `${invitedBy} invites you to work on the customers and documents of ${practiceName}.`,
      `The link works for ${linkLife.invitationDays} days. You choose your own username and password.`,
    ],
    action: { label: "Accept the invitation", link },
    sentBecause: `Sent by ${companyName} for ${practiceName}.`,
  }),
  "email-changed": ({ username, newEmail }: Account & { newEmail: string }, { supportEmail }: Seller): Text => ({
    subject: "Your email address is about to change",
    paragraphs: [
      `The account ${username} will use ${newEmail} as soon as that address is confirmed.`,
      `If you did not ask for this, sign in and change your password, which cancels the change, and write to ${supportEmail}.`,
    ],
  }),
  "password-changed": ({ username }: Account, { supportEmail }: Seller): Text => ({
    subject: "Your password was changed",
    paragraphs: [
      `The password of the account ${username} has just been changed, and every other browser was signed out.`,
      `If you did not change it, ask for a new password on the sign-in page and write to ${supportEmail}.`,
    ],
  }),
  suspended: ({ username }: Account, { supportEmail }: Seller): Text => ({
    subject: "Your account is suspended",
    paragraphs: [
      `Nobody can sign in to the account ${username} at the moment. Nothing was deleted.`,
      `To have the account restored, or to ask for the reason, write to ${supportEmail}.`,
    ],
  }),
  restored: ({ username }: Account): Text => ({
    subject: "Your account works again",
    paragraphs: [`You can sign in to the account ${username} again. Nothing was lost.`],
  }),
  deleted: ({ username, practiceToo }: Account & { practiceToo: boolean }, { supportEmail }: Seller): Text => ({
    subject: "Your account was deleted",
    paragraphs: [
      practiceToo
        ? `The account ${username} and its practice were deleted as requested, with every customer, document and member. Records of payments are kept for as long as the law requires.`
        : `The account ${username} was deleted as requested. The practice and its documents stay.`,
      `If nobody asked for this, write to ${supportEmail}.`,
    ],
  }),
  "practice-deleted": ({ username, practiceName }: AccountOfPractice, { supportEmail }: Seller): Text => ({
    subject: `${practiceName} was deleted`,
    paragraphs: [
      `The practice ${practiceName} was deleted with all its customers, documents and accounts, including the account ${username}.`,
      `If you have questions, ask the owner of the practice. If something is wrong, write to ${supportEmail}.`,
    ],
  }),
  removed: ({ username, practiceName }: AccountOfPractice, { supportEmail }: Seller): Text => ({
    subject: `You were removed from ${practiceName}`,
    paragraphs: [
      `The owner of ${practiceName} removed the account ${username}, so you can no longer sign in. What you uploaded stays with the practice.`,
      `If you did not expect this, ask the owner, or write to ${supportEmail}.`,
    ],
  }),
  "suspended-by-plan": ({ username, practiceName }: AccountOfPractice): Text => ({
    subject: "Your account is suspended",
    paragraphs: [
      `The plan of ${practiceName} includes fewer users than the practice has, so you cannot sign in to the account ${username} at the moment. Nothing was deleted.`,
      "The account is restored as soon as the plan has room for it. Ask the owner of the practice.",
    ],
  }),
  "member-changed": (
    { name, username, act }: Account & { name: string; act: keyof typeof memberActs },
    { supportEmail }: Seller,
  ): Text => ({
    subject: `${name}: ${memberActs[act].subject}`,
    paragraphs: [
      `The account ${username} of ${name} ${memberActs[act].sentence}`,
      `If you did not expect this, write to ${supportEmail}.`,
    ],
  }),
  "two-factor-on": ({ username }: Account, { supportEmail }: Seller): Text => ({
    subject: "Two-factor sign-in is on",
    paragraphs: [
      `Signing in to the account ${username} now needs a code from the authenticator app as well as the password.`,
      `If you did not turn it on, write to ${supportEmail} at once.`,
    ],
  }),
  "two-factor-off": ({ username }: Account, { supportEmail }: Seller): Text => ({
    subject: "Two-factor sign-in is off",
    paragraphs: [
      `Signing in to the account ${username} now needs the password only. The recovery codes no longer work.`,
      `If you did not turn it off, change your password and write to ${supportEmail}.`,
    ],
  }),
  "recovery-code-used": ({ username }: Account, { supportEmail }: Seller): Text => ({
    subject: "A recovery code was used",
    paragraphs: [
      `Somebody, most likely you, used a recovery code to sign in to the account ${username}. Each code works once. Your settings show how many are left.`,
      `If you did not use it, change your password and write to ${supportEmail}.`,
    ],
  }),
  "recovery-codes-renewed": ({ username }: Account, { supportEmail }: Seller): Text => ({
    subject: "You have new recovery codes",
    paragraphs: [
      `New recovery codes were made for the account ${username}. The earlier ones no longer work.`,
      `If you did not ask for them, change your password and write to ${supportEmail}.`,
    ],
  }),
  claim: (
    { link, planName, paid }: { link: string; planName: string; paid: string },
    { companyName }: Seller,
  ): Text => ({
    subject: "Your payment is waiting for you",
    paragraphs: [
      `Thank you: we have received ${paid} for the plan ${planName}. Your 30 days begin when you add the payment to a practice.`,
      "If you have already created your account, there is nothing to do. Otherwise follow the link and sign up, or sign in to the practice that the payment is for. The link works once: do not share it.",
    ],
    action: { label: "Use the payment", link },
    sentBecause: `Sent by ${companyName} because somebody paid with this address.`,
  }),
};

type Templates = typeof templates;

/** An email about an account: its template and the values that the template needs. */
export type AccountEmail = {
  [Name in keyof Templates]: { template: Name; facts: Parameters<Templates[Name]>[0] };
}[keyof Templates];

export function renderAccountEmail(
  { template, facts }: AccountEmail,
  seller: Seller,
): EmailContent & { subject: string } {
  const { companyName, supportEmail } = seller;
  const write = templates[template] as (facts: AccountEmail["facts"], seller: Seller) => Text;
  const { sentBecause = `Sent by ${companyName} because of an account with this address.`, ...text } = write(
    facts,
    seller,
  );
  return { ...text, sender: companyName, heading: text.subject, footer: `${sentBecause} Questions: ${supportEmail}` };
}

/** Texts for the owner about an event of a member's account. */
const memberActs = {
  removed: {
    subject: "removed from your practice",
    sentence: "was removed from your practice and can no longer sign in.",
  },
  deleted: { subject: "account deleted", sentence: "was deleted. The practice and what they uploaded stay." },
  suspended: { subject: "account suspended", sentence: "is suspended: nobody can sign in to it. Nothing was deleted." },
  restored: { subject: "account restored", sentence: "is no longer suspended: they can sign in again." },
} as const;
