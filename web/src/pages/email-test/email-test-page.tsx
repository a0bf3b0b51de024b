import { useQuery } from "@tanstack/react-query";
import { mailSenderQuery } from "../../api/mail.ts";
import { PageHeader } from "../../shell/page/page-header.tsx";
import { Outbox } from "./outbox.tsx";
import { Suppressions } from "./suppressions.tsx";
import { TestForm } from "./test-form.tsx";
import { Troubleshooting } from "./troubleshooting.tsx";
import "./email-test.css";

/** Tests whether emails are delivered. */
export function EmailTestPage() {
  const { data: sender } = useQuery(mailSenderQuery);
  return (
    <main className="main__in">
      <PageHeader
        title="Email Test"
        description="Check that emails arrive before a customer waits for one"
        newUpload="stepped-back"
      />
      <div className="page page--wide">
        <div className="mailtest">
          <div className="mailtest__col">
            <TestForm sender={sender} />
            {sender?.transport === "outbox" && <Outbox />}
            <Suppressions />
          </div>
          <Troubleshooting sender={sender} />
        </div>
      </div>
    </main>
  );
}
