/**
 * Kinds of subject of an action. The subject's name is looked up when the log is read. The log itself stores the name
 * only of subjects that the action removes, as `detail.name`.
 */
export type Subject = "customer" | "member" | "job" | "invitation";
export type Detail = Record<string, string | number | boolean>;

/** The files and emails of a job that an action was about, as far as they are known. */
export interface ActionObjects {
  files: string[];
  /** Name of the file that replaced the named one. */
  newFile?: string;
  recipients: string[];
  /** The address of the email before it was corrected. */
  formerRecipient?: string;
}

interface ActionText {
  about?: Subject;
  describe(name: string, detail: Detail, objects: ActionObjects): string;
}

const fixedText = (sentence: string): ActionText => ({ describe: () => sentence });
const about = (subject: Subject, describe: ActionText["describe"]): ActionText => ({ about: subject, describe });
const counted = (count: Detail[string] | undefined, one: string) => (count === 1 ? `1 ${one}` : `${count} ${one}s`);

/**
 * Describes an action that removed its subject, by the name stored with the action, or with a general sentence if none
 * is stored.
 */
const removal = (act: string, otherwise: string): ActionText => ({
  describe: (_, { name }) => (name ? `${act} ${name}` : otherwise),
});
const maxNames = 3;
/** Lists names: "a.pdf, b.pdf, c.pdf and 2 others". Returns `otherwise` when there are none. */
function listed(names: string[], otherwise: string): string {
  const more = names.length - maxNames;
  const shown = more > 0 ? [...names.slice(0, maxNames), `${more} ${more === 1 ? "other" : "others"}`] : names;
  return shown.length === 0 ? otherwise : listFormat.format(shown);
}
const listFormat = new Intl.ListFormat("en-GB", { type: "conjunction" });
const emailTo = ({ recipients }: ActionObjects) =>
  recipients.length === 0 ? "an email" : `the email to ${listed(recipients, "")}`;

/** Every action that can be recorded, with its text. `record` accepts no others, so every entry has a text. */
export const auditActions = {
  "account.registered": fixedText("Registered the practice"),
  "account.signed-in": fixedText("Signed in"),
  "account.signed-out": fixedText("Signed out"),
  "account.code-refused": fixedText("Gave a wrong two-factor code after the right password"),
  "account.password-changed": fixedText("Changed their password"),
  "account.password-reset": fixedText("Chose a new password by an emailed link"),
  "account.email-changing": fixedText("Asked to change their email address"),
  "account.email-verified": fixedText("Confirmed their email address"),
  "account.email-confirmed": fixedText("Had an email address confirmed, by the operator’s command"),
  "account.two-factor-on": fixedText("Turned two-factor sign-in on"),
  "account.two-factor-off": fixedText("Turned two-factor sign-in off"),
  "account.recovery-codes-renewed": fixedText("Made new recovery codes"),
  "account.session-ended": fixedText("Ended a session"),
  "account.other-sessions-ended": fixedText("Ended all other sessions"),
  "account.profile-changed": fixedText("Changed their profile"),
  "account.exported": fixedText("Downloaded everything of the practice"),
  "account.link-given": fixedText("Made a link for signing in, by the operator’s command"),
  "customer.created": about("customer", (name) => `Added ${name}`),
  "customer.changed": about("customer", (name) => `Changed ${name}`),
  "customer.deleted": removal("Deleted the customer", "Deleted a customer"),
  "customer.archived": about("customer", (name) => `Archived ${name}`),
  "customer.restored": about("customer", (name) => `Restored ${name}`),
  "customers.imported": { describe: (_, detail) => `Imported ${counted(detail.customers, "customer")}` },
  "customers.exported": {
    describe: (_, detail) => `Downloaded the list of ${counted(detail.customers, "customer")}`,
  },
  "job.created": about("job", (name, detail) => `Uploaded ${counted(detail.files, "file")} for ${name}`),
  "sample.made": fixedText("Tried Sheaf with its sample papers"),
  "sample.removed": fixedText("Removed the sample papers"),
  "files.sent-anyway": about(
    "job",
    (name, { files }) => `Sent ${counted(files, "file")} for ${name} that had gone to the same inbox before`,
  ),
  "pages.turned": about(
    "job",
    (name, detail, { files }) => `Turned ${counted(detail.pages, "page")} of ${listed(files, "a file")} for ${name}`,
  ),
  "reading.turned-on": fixedText("Had the pages of files read again"),
  "reading.turned-off": fixedText("Turned off that pages are read, and erased what was read"),
  "job.retried": about("job", (name, _, { files }) => `Retried ${listed(files, "the upload")} for ${name}`),
  "file.password-given": about(
    "job",
    (name, _, { files }) => `Gave the password of ${listed(files, "a file")} for ${name}`,
  ),
  "file.replaced": about("job", (name, _, { files, newFile }) =>
    newFile ? `Replaced ${listed(files, "a file")} with ${newFile} for ${name}` : `Replaced a file for ${name}`,
  ),
  "file.left-out": about(
    "job",
    (name, _, { files }) => `Left ${listed(files, "a file")} out of the upload for ${name}`,
  ),
  "file.brought-back": about(
    "job",
    (name, _, { files }) => `Brought ${listed(files, "a file")} back into the upload for ${name}`,
  ),
  "items.chosen": about(
    "job",
    (name, { chosen }, { files }) => `Chose ${counted(chosen, "file")} of ${listed(files, "a container")} for ${name}`,
  ),
  "emails.confirmed": about("job", (name, { emails, together }) =>
    together
      ? `Had one email sent for ${name} instead of ${counted(emails, "email")}`
      : `Confirmed ${counted(emails, "email")} for ${name}`,
  ),
  "email.undone": about("job", (name, { emails }, { recipients }) => {
    const to = recipients.length === 0 ? "" : ` to ${listed(recipients, "")}`;
    return `Took back ${counted(emails, "email")}${to} for ${name}`;
  }),
  "email.sent-again": about("job", (name, _, objects) => `Sent ${emailTo(objects)} for ${name} again`),
  "email.sent-after-all": about(
    "job",
    (name, _, objects) => `Sent ${emailTo(objects)} for ${name} that had not gone out`,
  ),
  "email.tried-now": about("job", (name, _, objects) => `Had ${emailTo(objects)} for ${name} tried again at once`),
  "email.stopped": about("job", (name, _, objects) => `Stopped ${emailTo(objects)} for ${name}`),
  "email.redirected": about("job", (name, _, { recipients, formerRecipient }) => {
    const [to] = recipients;
    if (!to || !formerRecipient) return `Sent an email for ${name} to another address`;
    return `Sent the email to ${formerRecipient} for ${name} to ${to} instead`;
  }),
  "email.arrived": about("job", (name, _, objects) => `Said that ${emailTo(objects)} for ${name} had arrived`),
  "job.downloaded": about("job", (name) => `Downloaded what was made for ${name}`),
  "jobs.exported": fixedText("Downloaded the list of jobs"),
  "invitation.sent": about("invitation", (name) => `Invited ${name}`),
  "invitation.sent-again": about("invitation", (name) => `Invited ${name} once more`),
  "invitation.taken-back": removal("Took back the invitation of", "Took an invitation back"),
  "member.joined": fixedText("Joined the practice"),
  "member.removed": removal("Removed", "Removed a member"),
  "member.left": fixedText("Left the practice"),
  "member.made-owner": about("member", (name) => `Made ${name} the owner`),
  "settings.changed": { describe: (_, { fields }) => `Changed settings: ${wordsOf(String(fields ?? ""))}` },
  "address.released": {
    describe: (_, { name }) => `Allowed emails to ${name ?? "a refused address"} again`,
  },
  "email.tested": fixedText("Sent a test email"),
  "payment.recorded": fixedText("Recorded a payment"),
  "payment.made": fixedText("Paid for a plan"),
  "payment.claimed": fixedText("Took a payment that was made before signing up"),
  "payment.returned": fixedText("Recorded that money of a payment went back"),
  "refund.requested": fixedText("Asked for a payment back"),
  "refund.withdrawn": fixedText("Took a refund request back"),
  "refund.granted": { describe: (_, { credit }) => `Granted a refund${credit ? " as credit" : ""}, by the operator` },
  "refund.denied": fixedText("Refused a refund, by the operator"),
  "subscription.cancelled": fixedText("Cancelled the subscription at the end of what is paid"),
  "subscription.resumed": fixedText("Took the cancellation back"),
  "period.started": fixedText("Started the next paid period early"),
  "operator.days-granted": { describe: (_, { days }) => `Granted ${counted(days, "free day")}, by the operator` },
  "operator.unlimited-given": fixedText("Gave the practice free, unlimited use, by the operator"),
  "operator.unlimited-ended": fixedText("Ended the practice’s free, unlimited use, by the operator"),
  "operator.sessions-ended": about("member", (name) => `Ended all sessions of ${name}, by the operator`),
  "operator.verification-sent": about("member", (name) => `Asked ${name} to confirm their address, by the operator`),
  "operator.reset-sent": about("member", (name) => `Sent ${name} a link to choose a new password, by the operator`),
  "operator.suspended": about("member", (name) => `Suspended ${name}, by the operator`),
  "operator.restored": about("member", (name) => `Restored ${name}, by the operator`),
  "operator.deleted": fixedText("Deleted a member, by the operator"),
} as const satisfies Record<string, ActionText>;

export type AuditAction = keyof typeof auditActions;

const settingWords: Record<string, string> = {
  defaultEmailSubject: "default email subject",
  autoSendEmail: "send by email",
  preferSeparateEmails: "separate emails",
  undoSeconds: "time for Undo",
  preferSeparatePdfs: "separate PDFs",
  defaultFileOrder: "order of files",
  fileRetentionDays: "how long files are kept",
  theme: "theme",
  sessionTimeoutMinutes: "sign-out time",
};

const wordsOf = (fields: string) =>
  fields
    .split(",")
    .map((field) => settingWords[field] ?? field)
    .join(", ");
