import type { CompanyInput, InstallationSettings } from "@sheaf/contracts/admin/installation-settings.ts";
import { emailMessage, emailPattern } from "../../../ui/email-shape.ts";

export const companyLabels = {
  name: "Company name",
  addressLines: "Address",
  vatNumber: "VAT number",
  supportEmail: "Support email",
  supportPhone: "Support phone",
  supportHours: "Support hours",
  salesEmail: "Sales email",
} as const;
export type CompanyField = keyof typeof companyLabels;
/** The company as edited in the form; the address is one text. */
export type CompanyDraft = Record<CompanyField, string>;

export function draftOfCompany(saved: InstallationSettings["company"]): CompanyDraft {
  const { fixed: _fixed, ...company } = saved;
  return {
    ...company,
    addressLines: saved.addressLines.join("\n"),
    vatNumber: saved.vatNumber ?? "",
    supportPhone: saved.supportPhone ?? "",
  };
}

/** Returns the problems of each field; the server validates again. */
export function companyProblems(draft: CompanyDraft): Partial<Record<CompanyField, string>> {
  const found: Partial<Record<CompanyField, string>> = {};
  for (const field of ["name", "supportHours"] as const) {
    if (draft[field].trim() === "") found[field] = `${companyLabels[field]} is required`;
  }
  for (const field of ["supportEmail", "salesEmail"] as const) {
    if (!emailPattern.test(draft[field])) found[field] = emailMessage;
  }
  if (!/^([A-Za-z0-9 ]{5,20})?$/.test(draft.vatNumber.trim())) found.vatNumber = "Use 5 to 20 letters and digits";
  if (draft.addressLines.includes(";")) found.addressLines = "Leave out semicolons";
  return found;
}

export function inputOfCompany(draft: CompanyDraft): CompanyInput {
  const trimmed = Object.entries(draft).map(([field, text]) => [field, text.trim()]);
  const texts: CompanyDraft = Object.fromEntries(trimmed);
  return {
    ...texts,
    addressLines: texts.addressLines.split("\n").flatMap((line) => line.trim() || []),
    vatNumber: texts.vatNumber || null,
    supportPhone: texts.supportPhone || null,
  };
}
