import { LegalPage } from "./legal-page.tsx";
import { dataUse } from "./privacy-data.tsx";
import { dataRights } from "./privacy-rights.tsx";

export function PrivacyPage() {
  return (
    <LegalPage
      title="Privacy Notice"
      lead="What data we keep about you and your customers, why, for how long, and how to have it deleted."
      sections={(operator) => [...dataUse(operator), ...dataRights(operator)]}
    />
  );
}
