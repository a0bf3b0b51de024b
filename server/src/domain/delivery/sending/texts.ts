import { type DestinationKind, destinationKinds } from "@sheaf/contracts/destination-kinds.ts";
import { quoted } from "../events/quoted.ts";

/*
 * What is said of a delivery that is not where it should be, in the words of its kind of destination.
 */

export const mayHaveArrived = (kind: DestinationKind) =>
  `The connection or the process ended while this ${destinationKinds[kind].one} was handed over, so it may have arrived. Check before sending again.`;

/** Of a delivery that may have gone out between a backup and its restore. */
export const inDoubtAfterRestore = (kind: DestinationKind) =>
  `This was restored from a backup, made before it was known what became of this ${destinationKinds[kind].one}. Check before sending again.`;

export const neverBegun = "It could not be handed over for a day because of a fault on our side. Send it again.";

/** @param words the other side's own */
export const putOff = (kind: DestinationKind, words: string) =>
  `${atBeginning(destinationKinds[kind].taker)} put it off: ${quoted(words)}`;

/** @param words the other side's own, at the last try */
export const gaveUp = (kind: DestinationKind, hours: number, words: string) =>
  `${atBeginning(destinationKinds[kind].noTaker)} took it within ${hours} hours. The last answer was ${quoted(words)}`;

const atBeginning = (words: string) => words.charAt(0).toUpperCase() + words.slice(1);
