import { withoutAddresses } from "@sheaf/contracts/address-like.ts";
import { unseen } from "@sheaf/contracts/file-names.ts";

/**
 * A practice's or a person's name as it stands before our own address. Many programs show the name alone, so one that
 * reads as an address would pass for the sender's. Forms refuse such names; rows of earlier versions may hold them.
 */
export const senderName = (name: string): string => withoutAddresses(name.replaceAll(unseen, ""));
