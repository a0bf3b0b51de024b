import type { InstallationSettings } from "@sheaf/contracts/admin/installation-settings.ts";
import { TextField } from "../../../ui/field.tsx";
import { Section } from "../../../ui/section.tsx";
import { TextArea } from "../../../ui/text-area.tsx";
import { type CompanyField, companyLabels } from "./company-draft.ts";
import type { SettingsDraft } from "./use-settings-draft.ts";

interface CompanySectionProps {
  state: SettingsDraft;
  settings: InstallationSettings;
}

/** Whoever runs the installation, as receipts, pages and emails name them. An own practice sells nothing. */
export function CompanySection({ state, settings: { company, kind } }: CompanySectionProps) {
  const isService = kind.kind === "service";
  const field = (name: CompanyField, hint?: string) => ({
    name,
    label: companyLabels[name],
    value: state.company[name],
    error: state.problems[name],
    hint: company.fixed[name] ? `Set by the environment variable ${company.fixed[name]}.` : hint,
    readOnly: company.fixed[name] !== undefined,
    onChange: ({ target }: { target: { value: string } }) => state.setCompany(name, target.value),
  });
  return (
    <Section
      title="Company"
      about={
        isService
          ? "The seller on receipts, the party to the terms, and who people ask for help."
          : "Whose installation this is, and who people ask for help."
      }
    >
      <div className="card__body mfields">
        <div className="mfields__wide">
          <TextField {...field("name", "As pages, emails and legal texts name you.")} maxLength={100} />
        </div>
        {isService && (
          <>
            <TextArea {...field("addressLines", "Printed on receipts; one without it is not valid.")} rows={4} />
            <TextField {...field("vatNumber", "With it receipts show net, VAT and gross.")} optional maxLength={20} />
          </>
        )}
        <TextField {...field("supportEmail")} type="email" maxLength={254} />
        <TextField {...field("supportPhone")} type="tel" optional maxLength={50} />
        <TextField {...field("supportHours")} maxLength={100} />
        {isService && <TextField {...field("salesEmail")} type="email" maxLength={254} />}
      </div>
    </Section>
  );
}
