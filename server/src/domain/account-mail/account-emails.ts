import { linkLife } from "@sheaf/contracts/limits.ts";
import { z } from "zod";
import type { Config } from "../../platform/config/config.ts";
import type { EmailContent } from "../../platform/mail/layout.ts";

const toOneself = z.object({ link: z.url(), username: z.string() });
const account = z.object({ username: z.string() });

/** Every email about signing in, with what it needs to be written. */
export const accountLetter = z.discriminatedUnion("template", [
  z.object({ template: z.literal("reset"), facts: toOneself }),
  z.object({ template: z.literal("reset-by-operator"), facts: toOneself }),
  z.object({ template: z.literal("verify"), facts: toOneself }),
  z.object({
    template: z.literal("invitation"),
    facts: z.object({ link: z.url(), practiceName: z.string(), invitedBy: z.string() }),
  }),
  z.object({
    template: z.literal("email-changed"),
    facts: z.object({ username: z.string(), newEmail: z.string() }),
  }),
  z.object({ template: z.literal("password-changed"), facts: z.object({ username: z.string() }) }),
  z.object({ template: z.literal("suspended"), facts: z.object({ username: z.string() }) }),
  z.object({ template: z.literal("restored"), facts: z.object({ username: z.string() }) }),
  z.object({ template: z.literal("deleted"), facts: z.object({ username: z.string(), practiceToo: z.boolean() }) }),
  z.object({
    template: z.literal("practice-deleted"),
    facts: z.object({ username: z.string(), practiceName: z.string() }),
  }),
  z.object({ template: z.literal("removed"), facts: z.object({ username: z.string(), practiceName: z.string() }) }),
  z.object({
    template: z.literal("suspended-by-plan"),
    facts: z.object({ username: z.string(), practiceName: z.string() }),
  }),
  z.object({
    template: z.literal("member-changed"),
    facts: z.object({
      name: z.string(),
      username: z.string(),
      act: z.enum(["removed", "deleted", "suspended", "restored"]),
    }),
  }),
  z.object({ template: z.literal("two-factor-on"), facts: account }),
  z.object({ template: z.literal("two-factor-off"), facts: account }),
  z.object({ template: z.literal("recovery-code-used"), facts: account }),
  z.object({ template: z.literal("recovery-codes-renewed"), facts: account }),
  z.object({
    template: z.literal("claim"),
    facts: z.object({ link: z.url(), planName: z.string(), paid: z.string() }),
  }),
]);
export type AccountEmail = z.infer<typeof accountLetter>;

/** The words of one email about signing in. */
export function renderAccountEmail(
  letter: AccountEmail,
  { companyName, supportEmail }: Pick<Config, "companyName" | "supportEmail">,
): EmailContent & { subject: string } {
  const footer = `Sent by ${companyName} because of an account with this address. Questions: ${supportEmail}`;
  const sheet = (subject: string, paragraphs: string[], action?: EmailContent["action"]) => ({
    ...{ sender: companyName, subject, heading: subject, paragraphs, footer },
    ...(action ? { action } : {}),
  });
  switch (letter.template) {
    case "reset":
      return sheet(
        "Choose a new password",
        [
          `Somebody, most likely you, asked for a new password for the account ${letter.facts.username}.`,
          `The link works once, within ${linkLife.resetMinutes} minutes. If you did not ask for it, leave it: the password stays as it is.`,
        ],
        { label: "Choose a new password", link: letter.facts.link },
      );
    case "reset-by-operator":
      return sheet(
        "Choose a new password",
        [
          `The support of ${companyName} sent you this link to choose a new password for the account ${letter.facts.username}.`,
          `The link works once, within ${linkLife.resetMinutes} minutes. The password stays as it is until you use it. If you did not ask for help, leave it and write to ${supportEmail}.`,
        ],
        { label: "Choose a new password", link: letter.facts.link },
      );
    case "verify":
      return sheet(
        "Confirm your email address",
        [
          `Please confirm that this address belongs to the account ${letter.facts.username}.`,
          `The link works for ${linkLife.verifyDays} days. If the account is not yours, leave it: nothing happens then.`,
        ],
        { label: "Confirm this address", link: letter.facts.link },
      );
    case "invitation":
      return {
        ...sheet(
          `Join ${letter.facts.practiceName}`,
          [
            `${letter.facts.invitedBy} invites you to work on the customers and documents of ${letter.facts.practiceName}.`,
            `The link works for ${linkLife.invitationDays} days. You choose a username and a password of your own.`,
          ],
          { label: "Accept the invitation", link: letter.facts.link },
        ),
        footer: `Sent by ${companyName} for ${letter.facts.practiceName}. Questions: ${supportEmail}`,
      };
    case "email-changed":
      return sheet("Your email address is about to change", [
        `The account ${letter.facts.username} will use ${letter.facts.newEmail} as soon as that address is confirmed.`,
        `If that was not you, sign in and change your password, which stops it, and write to ${supportEmail}.`,
      ]);
    case "password-changed":
      return sheet("Your password was changed", [
        `The password of the account ${letter.facts.username} was changed a moment ago, and every other browser was signed out.`,
        `If that was not you, ask for a new password at the sign-in page and write to ${supportEmail}.`,
      ]);
    case "suspended":
      return sheet("Your account is suspended", [
        `Nobody can sign in to the account ${letter.facts.username} at the moment. Nothing was deleted.`,
        `To have it restored, or to learn why, write to ${supportEmail}.`,
      ]);
    case "restored":
      return sheet("Your account works again", [
        `You can sign in to the account ${letter.facts.username} as before. Everything is where it was.`,
      ]);
    case "deleted":
      return sheet("Your account was deleted", [
        letter.facts.practiceToo
          ? `The account ${letter.facts.username} and its practice were deleted as requested, with every customer, document and member. Records of payments stay as long as the law wants them.`
          : `The account ${letter.facts.username} was deleted as requested. The practice and its documents stay.`,
        `If nobody asked for that, write to ${supportEmail}.`,
      ]);
    case "practice-deleted":
      return sheet(`${letter.facts.practiceName} was deleted`, [
        `The practice ${letter.facts.practiceName} was deleted with all its customers, documents and accounts, the account ${letter.facts.username} among them.`,
        `Questions about it are best asked of its owner. If something is wrong, write to ${supportEmail}.`,
      ]);
    case "removed":
      return sheet(`You were removed from ${letter.facts.practiceName}`, [
        `The owner of ${letter.facts.practiceName} removed the account ${letter.facts.username}. It no longer signs in. What you uploaded stays with the practice.`,
        `If you did not expect that, ask the owner, or write to ${supportEmail}.`,
      ]);
    case "suspended-by-plan":
      return sheet("Your account is suspended", [
        `The plan of ${letter.facts.practiceName} is for fewer users than it has, so the account ${letter.facts.username} does not sign in at the moment. Nothing was deleted.`,
        "It works again as soon as there is room. Ask the owner of the practice.",
      ]);
    case "member-changed": {
      const { name, username, act } = letter.facts;
      return sheet(`${name}: ${memberActs[act].subject}`, [
        `The account ${username} of ${name} ${memberActs[act].sentence}`,
        `If you did not expect that, write to ${supportEmail}.`,
      ]);
    }
    case "two-factor-on":
      return sheet("Two-factor sign-in is on", [
        `Signing in to the account ${letter.facts.username} now asks for a code of the authenticator app as well as the password.`,
        `If that was not you, write to ${supportEmail} at once.`,
      ]);
    case "two-factor-off":
      return sheet("Two-factor sign-in is off", [
        `The password alone now signs in to the account ${letter.facts.username}. Its recovery codes no longer work.`,
        `If that was not you, change your password and write to ${supportEmail}.`,
      ]);
    case "recovery-code-used":
      return sheet("A recovery code was used", [
        `Somebody, most likely you, used a recovery code to sign in to the account ${letter.facts.username}. It works once. The account’s settings show how many are left.`,
        `If that was not you, change your password and write to ${supportEmail}.`,
      ]);
    case "recovery-codes-renewed":
      return sheet("You have new recovery codes", [
        `New recovery codes were made for the account ${letter.facts.username}. The earlier ones no longer work.`,
        `If that was not you, change your password and write to ${supportEmail}.`,
      ]);
    case "claim":
      return {
        ...sheet(
          "Your payment is waiting for you",
          [
            `Thank you: ${letter.facts.paid} for the plan ${letter.facts.planName} has arrived. Your 30 days begin when you take it.`,
            "If you have created your account already, there is nothing to do. Otherwise follow the link and sign up, or sign in to the practice that the payment is for. It works once, so keep it to yourself.",
          ],
          { label: "Use the payment", link: letter.facts.link },
        ),
        footer: `Sent by ${companyName} because somebody paid with this address. Questions: ${supportEmail}`,
      };
  }
}

/** What became of a member's account, as the owner is told it. */
const memberActs = {
  removed: {
    subject: "removed from your practice",
    sentence: "was removed from your practice and no longer signs in.",
  },
  deleted: { subject: "account deleted", sentence: "was deleted. The practice and what they uploaded stay." },
  suspended: { subject: "account suspended", sentence: "is suspended: nobody can sign in to it. Nothing was deleted." },
  restored: { subject: "account restored", sentence: "is no longer suspended and signs in as before." },
} as const;
