import { count, pounds } from "@sheaf/contracts/words.ts";
/** The current names, read together with the log. Deleted practices and users have no name any more. */
export interface AdminActionNames {
  practice: string;
  user: string;
}
export type AdminActionDetail = Record<string, string | number | boolean>;
type Sentence = (names: AdminActionNames, detail: AdminActionDetail) => string;

/** Every kind of admin action and its text in the log. Only these can be recorded, so each has a text. */
const sentences = {
  "installation.set-up": () => "Set this installation up",
  "admin.signed-in": () => "Signed in",
  "admin.signed-out": () => "Signed out",
  "admin.code-refused": () => "Gave a wrong two-factor code after the right password",
  "admin.session-ended": () => "Ended a session of their own",
  "admin.two-factor-on": () => "Turned two-factor sign-in on",
  "admin.two-factor-off": () => "Turned two-factor sign-in off",
  "admin.two-factor-reset": () => "Took an administrator’s second factor away, by the operator’s command",
  "practice.payment-recorded": ({ practice }, { pence, plan }) =>
    `Recorded a payment of ${pounds(Number(pence))} by ${practice} for ${plan}`,
  "practice.days-granted": ({ practice }, { days, plan }) =>
    `Granted ${count(Number(days), "day")} of ${plan} to ${practice}`,
  "practice.unlimited-ended": ({ practice }) => `Ended the free, unlimited subscription of ${practice}`,
  "refund.money": ({ practice }) => `Decided to give money back to ${practice}`,
  "refund.credit": ({ practice }) => `Gave ${practice} a credit instead of a payment`,
  "refund.deny": ({ practice }) => `Refused a refund to ${practice}`,
  "user.sessions-ended": ({ user }, { sessions }) => `Ended ${count(Number(sessions), "session")} of ${user}`,
  "user.verification-sent": ({ user }) => `Asked ${user} once more to confirm their email address`,
  "user.reset-sent": ({ user }) => `Sent ${user} a link to choose a new password`,
  "user.suspended": ({ user }) => `Suspended ${user}`,
  "user.restored": ({ user }) => `Restored ${user}`,
  "user.deleted": ({ practice }) => `Deleted a member of ${practice}`,
  "practice.suspended": ({ practice }) => `Suspended ${practice}`,
  "practice.restored": ({ practice }) => `Restored ${practice}`,
  "practice.deleted": () => "Deleted a practice with everybody and everything in it",
  "paypal.difference-closed": (_, { reference }) => `Closed the difference with PayPal about ${reference}`,
  "settings.kind-changed": (_, { kind }) =>
    kind === "practice"
      ? "Changed the installation to one for their own practice"
      : "Changed the installation to a service for practices",
  "settings.company-changed": (_, { fields }) => `Changed settings of the company: ${fields}`,
  "settings.mail-changed": (_, { fields }) => `Changed settings of mail: ${fields}`,
  "settings.mail-tested": (_, { transport }) => `Sent a test email by ${transport}`,
  "task.retried": (_, { task }) => `Restarted a failed task: ${task}`,
  "task.discarded": (_, { task }) => `Discarded a failed task: ${task}`,
} as const satisfies Record<string, Sentence>;

export type AdminActionName = keyof typeof sentences;

/**
 * Returns the text of an admin action; for an action of another version of Sheaf, which this one does not know, the
 * name of the action.
 */
export function adminActionSentence(action: string, names: AdminActionNames, detail: AdminActionDetail): string {
  const known: Record<string, Sentence> = sentences;
  return known[action]?.(names, detail) ?? action;
}
