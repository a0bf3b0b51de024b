/**
 * Says what happens to containers.
 * @param unlimited documents are not counted
 */
export const unpackingInWords = (unlimited: boolean): string =>
  unlimited
    ? "Files inside ZIP archives, emails and XML invoices are unpacked and converted one by one."
    : "Files inside ZIP archives, emails and XML invoices are unpacked and converted one by one; each counts as one document.";
