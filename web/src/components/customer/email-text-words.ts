import type { EmailText } from "@sheaf/contracts/email-text.ts";

/** What becomes of the text of emails uploaded for a customer; `usual` without a choice. */
export const emailTextWords: Record<EmailText | "usual", string> = {
  usual: "Printed if it says more than a greeting and a signature",
  always: "Always printed",
  never: "Never printed",
};
