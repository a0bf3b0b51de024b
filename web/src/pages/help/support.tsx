import { supportAnswerHours } from "@sheaf/contracts/business-facts.ts";
import { useInstallation, useOwnPractice } from "../../api/installation.ts";

export function Support() {
  const operator = useInstallation();
  const ownPractice = useOwnPractice();
  return (
    <section id="support">
      <h2>Support</h2>
      {operator && (
        <p>
          Write to <a href={`mailto:${operator.supportEmail}`}>{operator.supportEmail}</a>
          {operator.supportPhone && ` or call ${operator.supportPhone}`}: {operator.supportHours}.
        </p>
      )}
      {!ownPractice && (
        <p>
          You get an answer within {supportAnswerHours} hours on business days. Small Firm (Priority Email Support) and
          Growth Practice (Dedicated Account Manager) are answered first.
        </p>
      )}
      {operator && !ownPractice && (
        <p>
          For larger practices and custom plans: <a href={`mailto:${operator.salesEmail}`}>{operator.salesEmail}</a>.
        </p>
      )}
    </section>
  );
}
