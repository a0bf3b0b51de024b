import { useOwnPractice } from "../../api/installation.ts";
import { LegalPage } from "./legal-page.tsx";
import { dataTerms } from "./terms-data.tsx";
import { moneyTerms } from "./terms-money.tsx";
import { usageTerms } from "./terms-use.tsx";

export function TermsPage() {
  const ownPractice = useOwnPractice();
  return (
    <LegalPage
      title="Terms of Service"
      lead={
        ownPractice
          ? "Your rights and obligations when you use Sheaf."
          : "Your rights and obligations when you use Sheaf, and what it costs."
      }
      sections={(operator) => [
        ...usageTerms(operator),
        ...(operator.kind === "practice" ? [] : moneyTerms()),
        ...dataTerms(operator),
      ]}
    />
  );
}
