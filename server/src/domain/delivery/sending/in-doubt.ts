/** Of an email that may have gone out between a backup and its restore. */
export const inDoubt =
  "This was restored from a backup, made before it was known what became of this email. Check before sending again.";
