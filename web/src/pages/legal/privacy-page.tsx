import { LegalPage } from "./legal-page.tsx";
import { ownPracticeData } from "./privacy-own-practice.tsx";
import { dataRights } from "./privacy-rights.tsx";
import { dataUse } from "./privacy-use.tsx";

export function PrivacyPage() {
  return (
    <LegalPage
      title="Privacy Notice"
      lead="What is kept about you and your customers, what for, for how long, and how to be rid of it."
      sections={(operator) => [
        ...(operator.kind === "practice" ? ownPracticeData(operator) : dataUse(operator)),
        ...dataRights(operator),
      ]}
    />
  );
}
