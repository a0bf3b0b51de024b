import type { Delivery } from "@sheaf/contracts/deliveries.ts";
import type { ProjectedDelivery, ProjectedOutput } from "./projected-jobs.ts";

/** Converts an email to its API form. `outputs` are all outputs of its job, including those made for emails. */
export function toDelivery(row: ProjectedDelivery, outputs: ProjectedOutput[]): Delivery {
  const { id, destination, recipient, subject, isCopy, part, parts, state, tries, message, replacedById } = row;
  const { awaitsSender, confirmedById } = row;
  const { createdAt, sendAfter, nextTryAt, sentAt, deliveredAt } = row;
  const carried = row.outputIds.flatMap((outputId) => outputs.find((output) => output.id === outputId) ?? []);
  return {
    id,
    destination,
    recipient,
    subject,
    isCopy,
    part,
    parts,
    state,
    tries,
    message,
    replacedById,
    awaitsSender,
    confirmedById,
    attachments: carried.map(({ id, name, pages, sizeBytes, note }) => ({ id, name, pages, sizeBytes, note })),
    createdAt,
    sendAfter,
    nextTryAt,
    sentAt,
    deliveredAt,
  };
}
