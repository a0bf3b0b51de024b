import { type DestinationKind, destinationKinds } from "@sheaf/contracts/destination-kinds.ts";
import { quoted } from "../events/quoted.ts";

/*
 * Messages about deliveries in trouble, in the words of their kind of destination.
 */

export const mayHaveArrived = (kind: DestinationKind) =>
  `The connection or the process ended while this ${destinationKinds[kind].one} was handed over, so it may have arrived. Check before sending again.`;

/** Message for a delivery that may have been sent between a backup and its restore. */
export const inDoubtAfterRestore = (kind: DestinationKind) =>
  `This was restored from a backup, made before it was known what became of this ${destinationKinds[kind].one}. Check before sending again.`;

export const neverBegun = "It could not be handed over for a day because of a fault on our side. Send it again.";

/** @param words quoted from the other side */
export const putOff = (kind: DestinationKind, words: string) =>
  `${capitalised(destinationKinds[kind].taker)} put it off: ${quoted(words)}`;

/** @param words quoted from the other side, at the last try */
export const gaveUp = (kind: DestinationKind, hours: number, words: string) =>
  `${capitalised(destinationKinds[kind].noTaker)} accepted it within ${hours} hours. The last response was ${quoted(words)}`;

const capitalised = (words: string) => words.charAt(0).toUpperCase() + words.slice(1);
