import type { Customer } from "@sheaf/contracts/customers.ts";
import type { DestinationKind } from "@sheaf/contracts/destination-kinds.ts";
import type { Destination } from "@sheaf/contracts/destinations.ts";
import { type PreferredPdfs, preferenceOf } from "@sheaf/contracts/pdf-preference.ts";
import type { Settings } from "@sheaf/contracts/settings.ts";
import type { ChosenFile } from "./chosen-files.ts";

/** How the PDFs are made and where they go. */
export interface Choices {
  separatePdfs: boolean;
  /** The kind of destination that receives the PDFs; null when they are not sent. */
  destination: DestinationKind | null;
  separateDeliveries: boolean;
  copyToCustomer: boolean;
  subject: string;
}

/**
 * Choices that the user made in this upload; everything else follows the practice's settings and the customer's inbox.
 */
export type Chosen = Partial<Choices>;

/** One merged PDF cannot be sent in several deliveries: the later choice changes the earlier one. */
export const choosePdfs = (separatePdfs: boolean): Chosen =>
  separatePdfs ? { separatePdfs } : { separatePdfs, separateDeliveries: false };

export const chooseDeliveries = (separateDeliveries: boolean): Chosen =>
  separateDeliveries ? { separateDeliveries, separatePdfs: true } : { separateDeliveries };

const ways: Record<PreferredPdfs, Pick<Choices, "separatePdfs" | "separateDeliveries">> = {
  merged: { separatePdfs: false, separateDeliveries: false },
  separate: { separatePdfs: true, separateDeliveries: false },
  "separate-emails": { separatePdfs: true, separateDeliveries: true },
};

/** Returns how the inbox prefers the PDFs. */
export const wantedBy = (inbox: Destination) => ways[preferenceOf(inbox)];

/** Returns how the practice wants this customer's PDFs, whatever the inbox. */
export const pinnedFor = (customer: Pick<Customer, "preferredPdfs"> | undefined) =>
  customer?.preferredPdfs ? ways[customer.preferredPdfs] : undefined;

type Defaults = Pick<Settings, "autoSendEmail" | "preferSeparateEmails" | "preferSeparatePdfs" | "defaultEmailSubject">;

/**
 * Combines all sources of choices. From weakest to strongest: the practice's settings, the preference of a known inbox,
 * the preference saved for the customer, and the user's choice.
 * @param inbox the known inbox at the address of the delivery
 */
export function choicesOf(
  chosen: Chosen,
  settings: Defaults | undefined,
  inbox: Destination | undefined,
  customer?: Pick<Customer, "preferredPdfs">,
): Choices {
  const usual = settings?.autoSendEmail ? "email" : null;
  const destination = chosen.destination === undefined ? usual : chosen.destination;
  const sends = destination !== null;
  const separateDeliveries = sends && (settings?.preferSeparateEmails ?? false);
  const pinned = pinnedFor(customer);
  return {
    copyToCustomer: false,
    subject: settings?.defaultEmailSubject ?? "",
    separateDeliveries,
    separatePdfs: separateDeliveries || (settings?.preferSeparatePdfs ?? false),
    ...(sends && inbox && wantedBy(inbox)),
    ...(pinned && { ...pinned, separateDeliveries: sends && pinned.separateDeliveries }),
    ...chosen,
    destination,
  };
}

/** Returns the body of POST /api/jobs: fields with the choices, followed by the files in the order shown. */
export function uploadForm(customerId: string, files: ChosenFile[], choices: Choices): FormData {
  const { destination } = choices;
  const sends = destination !== null;
  const form = new FormData();
  form.set("customerId", customerId);
  form.set("sendEmail", String(sends));
  if (destination) form.set("destination", destination);
  form.set("separateEmails", String(sends && choices.separateDeliveries));
  form.set("separatePdfs", String(choices.separatePdfs));
  form.set("copyToCustomer", String(sends && choices.copyToCustomer));
  const subject = choices.subject.trim();
  if (sends && subject) form.set("emailSubject", subject);
  for (const { file } of files) form.append("files", file, file.name);
  return form;
}

/** Returns a string that is equal for two attempts of the same upload. */
export const signature = (customerId: string, files: ChosenFile[], choices: Choices) =>
  JSON.stringify([customerId, files.map(({ key }) => key), choices]);
