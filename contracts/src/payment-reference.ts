/**
 * Returns the reference for a practice's bank transfer, by which the operator identifies the payer: "SHEAF-7F3A91C2".
 * It is the end of the practice's id, which is random. This file does not import zod, because it is part of the public
 * pages' bundle.
 */
export const paymentReference = (practiceId: string) => `SHEAF-${practiceId.slice(-8).toUpperCase()}`;
