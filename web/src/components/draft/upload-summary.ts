import type { Customer } from "@sheaf/contracts/customers.ts";
import { type DestinationKind, destinationKinds } from "@sheaf/contracts/destination-kinds.ts";
import { isUnlimited } from "@sheaf/contracts/plan-facts.ts";
import type { Usage } from "@sheaf/contracts/plans.ts";
import { fillSubject } from "@sheaf/contracts/subject.ts";
import { date } from "../../ui/dates.ts";
import { count, number } from "../../ui/words.ts";
import type { Choices } from "./choices.ts";
import { deliveriesInWords, deliveriesTo } from "./deliveries.ts";

/** A part of the sentence; `strong` marks the important ones. */
export interface Piece {
  text: string;
  strong?: boolean;
}

type Addresses = Pick<Customer, "email" | "outputEmail">;

interface Facts {
  customer: Addresses | undefined;
  files: number;
  /** Some of the files are unpacked and may become several documents. */
  more?: boolean;
  choices: Choices;
  /** The installation stores emails in its outbox instead of sending them. */
  keptOnly: boolean;
  /** The user has not confirmed their own address yet: until then their emails wait. */
  unconfirmed?: boolean;
}

const onceConfirmed = "once you confirm your email address";

/** Returns the address that a customer's PDFs are sent to. */
export const recipient = (customer: Addresses) => customer.outputEmail ?? customer.email;

/** Undefined where the copy would go to the address that receives the PDFs anyway. */
export const copyAddress = (customer: Addresses) =>
  recipient(customer).toLowerCase() === customer.email.toLowerCase() ? undefined : customer.email;

/** Describes in words what Create PDF will do. */
export function describeUpload({ customer, files, more, choices, keptOnly, unconfirmed }: Facts): Piece[] {
  if (!customer && files === 0) return [{ text: "Choose a customer and at least one file." }];
  if (!customer) return [{ text: "Choose a customer." }];
  if (files === 0) return [{ text: "Choose at least one file." }];

  const pdfs = choices.separatePdfs ? files : 1;
  const orMore = more && choices.separatePdfs ? " or more" : "";
  const made = `${pdfs === 1 ? "one PDF" : `${pdfs} PDFs`}${orMore}`;
  const lead: Piece = { text: `${count(files, "file")} ${files === 1 ? "becomes" : "become"} ${made}`, strong: true };
  const { destination } = choices;
  if (!destination) {
    return [lead, { text: `, to download when ${pdfs === 1 && !orMore ? "it is" : "they are"} ready. No email.` }];
  }

  const deliveries = deliveriesTo(destination, recipient(customer), files, choices);
  const copy = choices.copyToCustomer ? copyAddress(customer) : undefined;
  const pieces: Piece[] = [
    lead,
    { text: keptOnly ? " for " : ` and ${files === 1 ? "goes" : "go"} to ` },
    { text: recipient(customer), strong: true },
    { text: ` in ${deliveriesInWords(destination, deliveries)}${orMore}` },
  ];
  if (copy) pieces.push({ text: ", with a copy to " }, { text: copy, strong: true });
  const waits = unconfirmed ? `, ${onceConfirmed}.` : ".";
  pieces.push({ text: keptOnly ? ", kept in the outbox." : waits });
  return pieces;
}

/** Returns the subject as the email will have it, with all placeholders in braces replaced. */
export const shownSubject = (subject: string, customer: Customer, files: number, more = false) =>
  fillSubject(subject.trim(), {
    customer: customer.name,
    date: date(new Date().toISOString()),
    files: `${count(files, "file")}${more ? " or more" : ""}`,
  });

/**
 * Describes how much of the period's allowance the upload uses.
 * @param more some of the files are unpacked and may become several documents
 */
export function describeCost(files: number, usage: Usage | undefined, more = false): string {
  if (!usage) return "";
  if (isUnlimited(usage.documentsAllowed)) return "Unlimited documents";
  if (files === 0 || usage.documentsRemaining === 0) {
    return `${number(usage.documentsRemaining)} of ${number(usage.documentsAllowed)} left this period`;
  }
  const uses = `Uses ${number(files)} of the ${number(usage.documentsRemaining)} left this period`;
  return more ? `${uses}, more when unpacked` : uses;
}

/** The text of the toast "Upload successful". */
export function describeUploaded({ customer, files, more, choices, keptOnly, unconfirmed }: Facts): string {
  const { destination } = choices;
  if (!destination) return "PDFs will be available when ready.";
  const separate = choices.separateDeliveries && (files > 1 || more === true);
  const deliveries = countUploaded(destination, { customer, files, more: more ?? false, choices }, separate);
  const copy = customer && choices.copyToCustomer ? copyAddress(customer) : undefined;
  const copies = copy ? `, ${separate ? "each " : ""}with a copy to ${copy},` : "";
  return keptOnly
    ? `${deliveries} will be sent${copies} to this installation's outbox only. Nothing leaves the installation.`
    : `${deliveries} will be sent${copies} ${unconfirmed ? onceConfirmed : "when the PDFs are ready"}.`;
}

/** "One combined email", "3 separate emails"; without a number where it is known only after files are unpacked. */
function countUploaded(
  kind: DestinationKind,
  { customer, files, more, choices }: Required<Pick<Facts, "customer" | "files" | "more" | "choices">>,
  separate: boolean,
): string {
  const { one, several, heading } = destinationKinds[kind];
  if (more && choices.separatePdfs) return separate ? `Separate ${several}` : heading;
  const number = deliveriesTo(kind, customer && recipient(customer), files, choices);
  return number === 1 ? `One combined ${one}` : `${number} ${separate ? "separate " : ""}${several}`;
}
