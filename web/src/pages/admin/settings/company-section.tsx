import type { InstallationSettings } from "@sheaf/contracts/admin/installation-settings.ts";
import { setBy } from "../../../components/installation/set-by.ts";
import { TextField } from "../../../ui/field.tsx";
import { Section } from "../../../ui/section.tsx";
import { TextArea } from "../../../ui/text-area.tsx";
import { type CompanyField, companyLabels } from "./company-draft.ts";
import type { SettingsDraft } from "./use-settings-draft.ts";

interface CompanySectionProps {
  state: SettingsDraft;
  settings: InstallationSettings;
}

/** The company named in receipts, pages and emails. An own practice has fewer fields, because it sells nothing. */
export function CompanySection({ state, settings: { company, kind } }: CompanySectionProps) {
  const isService = kind.kind === "service";
  const field = (name: CompanyField, hint?: string) => ({
    name,
    label: companyLabels[name],
    value: state.company[name],
    error: state.problems[name],
    hint: company.fixed[name] ? setBy(company.fixed[name]) : hint,
    readOnly: company.fixed[name] !== undefined,
    onChange: ({ target }: { target: { value: string } }) => state.setCompany(name, target.value),
  });
  return (
    <Section
      title="Company"
      about={
        isService
          ? "The seller named on receipts and in the terms, and the contact for help."
          : "Who runs this installation, and the contact for help."
      }
    >
      <div className="card__body mfields">
        <div className="mfields__wide">
          <TextField {...field("name", "The name shown on pages, in emails and in legal texts.")} maxLength={100} />
        </div>
        {isService && (
          <>
            <TextArea
              {...field("addressLines", "Printed on receipts. A receipt without an address is not valid.")}
              rows={4}
            />
            <TextField
              {...field("vatNumber", "With a VAT number, receipts show net, VAT and gross.")}
              optional
              maxLength={20}
            />
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
