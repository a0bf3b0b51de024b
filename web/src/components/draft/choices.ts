import type { Customer } from "@sheaf/contracts/customers.ts";
import type { Destination } from "@sheaf/contracts/destinations.ts";
import { type PreferredPdfs, preferenceOf } from "@sheaf/contracts/pdf-preference.ts";
import type { Settings } from "@sheaf/contracts/settings.ts";
import type { ChosenFile } from "./chosen-files.ts";

/** How the PDFs are made and where they go. */
export interface Choices {
  separatePdfs: boolean;
  sendEmail: boolean;
  separateEmails: boolean;
  copyToCustomer: boolean;
  emailSubject: string;
}

/** What a person chose in this upload; everything else follows the practice's settings and the customer's inbox. */
export type Chosen = Partial<Choices>;

/** One merged PDF cannot travel in several emails: the later choice takes the other with it. */
export const choosePdfs = (separatePdfs: boolean): Chosen =>
  separatePdfs ? { separatePdfs } : { separatePdfs, separateEmails: false };

export const chooseEmails = (separateEmails: boolean): Chosen =>
  separateEmails ? { separateEmails, separatePdfs: true } : { separateEmails };

const ways: Record<PreferredPdfs, Pick<Choices, "separatePdfs" | "separateEmails">> = {
  merged: { separatePdfs: false, separateEmails: false },
  separate: { separatePdfs: true, separateEmails: false },
  "separate-emails": { separatePdfs: true, separateEmails: true },
};

/** How the inbox wants the PDFs of an email. */
export const wantedBy = (inbox: Destination) => ways[preferenceOf(inbox)];

/** How the practice wants this customer's PDFs, whatever the inbox. */
export const pinnedFor = (customer: Pick<Customer, "preferredPdfs"> | undefined) =>
  customer?.preferredPdfs ? ways[customer.preferredPdfs] : undefined;

type Defaults = Pick<Settings, "autoSendEmail" | "preferSeparateEmails" | "preferSeparatePdfs" | "defaultEmailSubject">;

/**
 * What will be done. Settings preselect, a known inbox knows better, what the practice pinned to the customer better still,
 * and a person has the last word.
 * @param inbox behind the address that an email would go to
 */
export function choicesOf(
  chosen: Chosen,
  settings: Defaults | undefined,
  inbox: Destination | undefined,
  customer?: Pick<Customer, "preferredPdfs">,
): Choices {
  const sendEmail = chosen.sendEmail ?? settings?.autoSendEmail ?? false;
  const separateEmails = sendEmail && (settings?.preferSeparateEmails ?? false);
  return {
    copyToCustomer: false,
    emailSubject: settings?.defaultEmailSubject ?? "",
    separateEmails,
    separatePdfs: separateEmails || (settings?.preferSeparatePdfs ?? false),
    ...(sendEmail && inbox ? wantedBy(inbox) : {}),
    ...pinned(customer, sendEmail),
    ...chosen,
    sendEmail,
  };
}

/** Emails of one's own count only once there is an email. */
function pinned(customer: Pick<Customer, "preferredPdfs"> | undefined, sendEmail: boolean) {
  const way = pinnedFor(customer);
  return way && { ...way, separateEmails: sendEmail && way.separateEmails };
}

/** The body of POST /api/jobs: the files in the order shown, after the fields that say what to do with them. */
export function uploadForm(customerId: string, files: ChosenFile[], choices: Choices): FormData {
  const email = choices.sendEmail;
  const form = new FormData();
  form.set("customerId", customerId);
  form.set("sendEmail", String(email));
  form.set("separateEmails", String(email && choices.separateEmails));
  form.set("separatePdfs", String(choices.separatePdfs));
  form.set("copyToCustomer", String(email && choices.copyToCustomer));
  const subject = choices.emailSubject.trim();
  if (email && subject) form.set("emailSubject", subject);
  for (const { file } of files) form.append("files", file, file.name);
  return form;
}

/** What makes an upload the same upload when it is tried again. */
export const signature = (customerId: string, files: ChosenFile[], choices: Choices) =>
  JSON.stringify([customerId, files.map(({ key }) => key), choices]);
