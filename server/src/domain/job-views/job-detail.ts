import { deliveriesInTrouble } from "@sheaf/contracts/delivery-states.ts";
import { destinationKinds } from "@sheaf/contracts/destination-kinds.ts";
import type { ProjectedDelivery } from "./projected-jobs.ts";

/** What is said of an email in trouble whose row has no sentence of its own. */
const fallback = "not sent.";

/**
 * What is said of a job beside its light, one sentence or two for each thing; null when there is nothing to say.
 * @param errorMessage what is wrong with its files
 */
export function detailOf(errorMessage: string | null, deliveries: ProjectedDelivery[]): string | null {
  const current = deliveries.filter(({ replacedById }) => replacedById === null);
  const sentences = [...(errorMessage ? [errorMessage] : []), ...emailSentences(current)];
  return sentences.length > 0 ? sentences.join(" ") : null;
}

function emailSentences(current: ProjectedDelivery[]): string[] {
  const [one] = current;
  if (one && current.every(({ state }) => state === "undone")) {
    return [`${counted(one, current.length)} to ${addressesOf(current)} cancelled. Nothing was sent.`];
  }
  const told = current.filter((email) => isInTrouble(email) || isPutOff(email));
  const alike = Map.groupBy(told, ({ recipient, message }) => JSON.stringify([recipient, message]));
  return [...alike.values()].flatMap(([first, ...more]) =>
    first ? `${counted(first, more.length + 1)} to ${first.recipient}: ${first.message ?? fallback}` : [],
  );
}

const isInTrouble = ({ state }: ProjectedDelivery) => (deliveriesInTrouble as readonly string[]).includes(state);

/** It was tried, and will be again. */
const isPutOff = ({ state, nextTryAt }: ProjectedDelivery) => state === "waiting" && nextTryAt !== null;

function counted({ destination }: ProjectedDelivery, number: number): string {
  const { label, several } = destinationKinds[destination];
  return number === 1 ? label : `${number} ${several}`;
}

const addressesOf = (some: ProjectedDelivery[]) => [...new Set(some.map(({ recipient }) => recipient))].join(", ");
