/**
 * What a practice writes on its bank transfer, so that the operator finds whom it is from: "SHEAF-7F3A91C2". It is the
 * end of the practice's id, which is random; free of zod, for the public pages carry it.
 */
export const paymentReference = (practiceId: string) => `SHEAF-${practiceId.slice(-8).toUpperCase()}`;
