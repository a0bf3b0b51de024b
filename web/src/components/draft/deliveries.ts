import { type DestinationKind, destinationKinds } from "@sheaf/contracts/destination-kinds.ts";
import { attachmentsPerEmail } from "@sheaf/contracts/destinations.ts";
import { count } from "../../ui/words.ts";
import type { Choices } from "./choices.ts";

export type HowDelivered = Pick<Choices, "separatePdfs" | "separateDeliveries">;

/** Maximum number of PDFs in one delivery of each kind to a recipient. */
const pdfsPerDelivery: Record<DestinationKind, (recipient: string | undefined) => number> = {
  email: attachmentsPerEmail,
};

/** Returns how many deliveries a number of files needs. The size of the PDFs, not known yet, may require more. */
export function deliveriesTo(kind: DestinationKind, recipient: string | undefined, files: number, how: HowDelivered) {
  if (how.separateDeliveries) return files;
  return how.separatePdfs ? Math.ceil(files / pdfsPerDelivery[kind](recipient)) : 1;
}

/** "1 email", "3 emails" */
export const countDeliveries = (kind: DestinationKind, number: number) =>
  count(number, destinationKinds[kind].one, destinationKinds[kind].several);

/** "one email", "3 emails": within a sentence. */
export const deliveriesInWords = (kind: DestinationKind, number: number) =>
  number === 1 ? `one ${destinationKinds[kind].one}` : countDeliveries(kind, number);
