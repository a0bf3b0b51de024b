import { LegalPage } from "./legal-page.tsx";
import { dataRights } from "./privacy-rights.tsx";
import { dataUse } from "./privacy-use.tsx";

export function PrivacyPage() {
  return (
    <LegalPage
      title="Privacy Notice"
      lead="What is kept about you and your customers, what for, for how long, and how to be rid of it."
      sections={(operator) => [...dataUse(operator), ...dataRights(operator)]}
    />
  );
}
