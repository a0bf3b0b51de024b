import { withoutAddresses } from "@sheaf/contracts/address-like.ts";
import { unseen } from "@sheaf/contracts/file-names.ts";

/**
 * Returns a practice's or a person's name for use with Sheaf's sender address. Many mail programs show only the name,
 * so a name that looks like an address would be taken for the sender's address. Forms refuse such names, but rows of
 * earlier versions can contain them.
 */
export const senderName = (name: string): string => withoutAddresses(name.replaceAll(unseen, ""));
