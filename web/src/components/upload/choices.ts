import type { ChosenFile } from "./chosen-files.ts";

/** How the PDFs are made and where they go. */
export interface Choices {
  separatePdfs: boolean;
  sendEmail: boolean;
  separateEmails: boolean;
  copyToCustomer: boolean;
  emailSubject: string;
}

export const startingChoices: Choices = {
  separatePdfs: false,
  sendEmail: false,
  separateEmails: false,
  copyToCustomer: false,
  emailSubject: "",
};

/** One merged PDF cannot travel in several emails: the later choice takes the other with it. */
export const withSeparatePdfs = (choices: Choices, separatePdfs: boolean): Choices => ({
  ...choices,
  separatePdfs,
  separateEmails: separatePdfs && choices.separateEmails,
});

export const withSeparateEmails = (choices: Choices, separateEmails: boolean): Choices => ({
  ...choices,
  separateEmails,
  separatePdfs: separateEmails || choices.separatePdfs,
});

/** The body of POST /api/jobs: the files in the order shown, after the fields that say what to do with them. */
export function uploadForm(customerId: string, files: ChosenFile[], choices: Choices): FormData {
  const email = choices.sendEmail;
  const form = new FormData();
  form.set("customerId", customerId);
  form.set("sendEmail", String(email));
  form.set("separateEmails", String(email && choices.separateEmails));
  form.set("separatePdfs", String(choices.separatePdfs));
  form.set("copyToCustomer", String(email && choices.copyToCustomer));
  const subject = choices.emailSubject.trim();
  if (email && subject) form.set("emailSubject", subject);
  for (const { file } of files) form.append("files", file, file.name);
  return form;
}

/** What makes an upload the same upload when it is tried again. */
export const signature = (customerId: string, files: ChosenFile[], choices: Choices) =>
  JSON.stringify([customerId, files.map(({ key }) => key), choices]);
