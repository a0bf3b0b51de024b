import { useOwnPractice } from "../../api/installation.ts";
import { LegalPage } from "./legal-page.tsx";
import { dataTerms } from "./terms-data.tsx";
import { moneyTerms } from "./terms-money.tsx";
import { ownPracticeTerms } from "./terms-own-practice.tsx";
import { serviceTerms } from "./terms-service.tsx";

export function TermsPage() {
  const ownPractice = useOwnPractice();
  return (
    <LegalPage
      title="Terms of Service"
      lead={
        ownPractice
          ? "What you may expect of Sheaf, and what is expected of you."
          : "What you may expect of this service, what it expects of you, and what it costs."
      }
      sections={(operator) =>
        operator.kind === "practice"
          ? ownPracticeTerms(operator)
          : [...serviceTerms(operator), ...moneyTerms(), ...dataTerms(operator)]
      }
    />
  );
}
