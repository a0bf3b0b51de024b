/**
 * What becomes of the text of a customer's emails: printed always or never. Without a choice it is printed when it says
 * more than a greeting and a signature.
 */
export const emailTexts = ["always", "never"] as const;
export type EmailText = (typeof emailTexts)[number];
