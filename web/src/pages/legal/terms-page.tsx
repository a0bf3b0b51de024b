import { LegalPage } from "./legal-page.tsx";
import { dataTerms } from "./terms-data.tsx";
import { moneyTerms } from "./terms-money.tsx";
import { serviceTerms } from "./terms-service.tsx";

export function TermsPage() {
  return (
    <LegalPage
      title="Terms of Service"
      lead="What you may expect of this service, what it expects of you, and what it costs."
      sections={(operator) => [...serviceTerms(operator), ...moneyTerms(), ...dataTerms(operator)]}
    />
  );
}
