import { deliveriesInTrouble } from "@sheaf/contracts/delivery-states.ts";
import { destinationKinds } from "@sheaf/contracts/destination-kinds.ts";
import type { Job, JobStatus } from "@sheaf/contracts/jobs.ts";
import { installationNote } from "@sheaf/engine/installed/notes.ts";
import { areProgramsBeingInstalled } from "../../platform/process/programs.ts";
import type { ReadingChoices } from "../readings/index.ts";
import type { ProjectedDelivery } from "./projected-jobs.ts";

/** Message for an email in trouble whose row has none. */
const fallback = "not sent.";

/**
 * Returns the text beside a job's light, one or two sentences for each problem; null when there is none.
 * @param errorMessage the problems of its files
 */
export function detailOf(errorMessage: string | null, deliveries: ProjectedDelivery[]): string | null {
  const current = deliveries.filter(({ replacedById }) => replacedById === null);
  const sentences = [...(errorMessage ? [errorMessage] : []), ...emailSentences(current)];
  return sentences.length > 0 ? sentences.join(" ") : null;
}

/** Returns why a job or its files wait, beyond their turn; null when they do not. */
export function waitOf(status: JobStatus, files: Job["files"], { waitForReading }: ReadingChoices): string | null {
  if (areProgramsBeingInstalled() && files.some(({ state }) => state === "waiting")) return installationNote;
  const isConverted = files.every(({ state }) => state !== "waiting" && state !== "converting");
  const waits = waitForReading && status === "processing" && isConverted;
  return waits && files.some(({ reading }) => reading?.state === "waiting")
    ? "The PDFs are made when the pages are read."
    : null;
}

function emailSentences(current: ProjectedDelivery[]): string[] {
  const [one] = current;
  if (one && current.every(({ state }) => state === "undone")) {
    return [`${counted(one, current.length)} to ${addressesOf(current)} cancelled. Nothing was sent.`];
  }
  const mentioned = current.filter((email) => isInTrouble(email) || isPutOff(email));
  const alike = Map.groupBy(mentioned, ({ recipient, message }) => JSON.stringify([recipient, message]));
  return [...alike.values()].flatMap(([first, ...more]) =>
    first ? `${counted(first, more.length + 1)} to ${first.recipient}: ${first.message ?? fallback}` : [],
  );
}

const isInTrouble = ({ state }: ProjectedDelivery) => (deliveriesInTrouble as readonly string[]).includes(state);

/** Returns whether the email was tried and will be tried again. */
const isPutOff = ({ state, nextTryAt }: ProjectedDelivery) => state === "waiting" && nextTryAt !== null;

function counted({ destination }: ProjectedDelivery, number: number): string {
  const { label, several } = destinationKinds[destination];
  return number === 1 ? label : `${number} ${several}`;
}

const addressesOf = (some: ProjectedDelivery[]) => [...new Set(some.map(({ recipient }) => recipient))].join(", ");
