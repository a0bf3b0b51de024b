/**
 * Says what happens to containers.
 * @param unlimited documents are not counted
 */
export const unpackingInWords = (unlimited: boolean): string =>
  unlimited
    ? "Files inside ZIP archives and emails are unpacked and converted one by one."
    : "Files inside ZIP archives and emails are unpacked and converted one by one; each counts as one document.";
