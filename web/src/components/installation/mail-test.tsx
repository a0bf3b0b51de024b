import type { MailTestResult } from "@sheaf/contracts/admin/installation-settings.ts";
import { CircleCheck, CircleX, Send } from "lucide-react";
import { useState } from "react";
import { emailMessage, emailPattern } from "../../ui/email-shape.ts";
import { sentenceOf } from "../../ui/failure.ts";
import { TextField } from "../../ui/field.tsx";
import { TestOutcome } from "./test-outcome.tsx";
import "./mail-fields.css";
import { useCheckedText } from "../../ui/checked-text.ts";

interface MailTestProps {
  /** Initial recipient of the test. */
  address: string;
  hint: string;
  /** Returns why no test is possible at the moment; called before each test. */
  refuse(): string | undefined;
  send(to: string): Promise<MailTestResult>;
}

type Outcome = { to: string } & ({ result: MailTestResult } | { refused: string });

/**
 * Sends one email with the form's values, saved or not, and shows the mail server's response. It must not be inside a
 * form.
 */
export function MailTest({ address, hint, refuse, send }: MailTestProps) {
  const { text, setError, field } = useCheckedText(address);
  const [sending, setSending] = useState(false);
  const [outcome, setOutcome] = useState<Outcome>();

  async function test() {
    if (sending) return;
    const recipient = text.trim();
    const problem = emailPattern.test(recipient) ? refuse() : emailMessage;
    setError(problem);
    setOutcome(undefined);
    if (problem) return;
    setSending(true);
    try {
      setOutcome({ to: recipient, result: await send(recipient) });
    } catch (error) {
      setOutcome({ to: recipient, refused: sentenceOf(error) });
    } finally {
      setSending(false);
    }
  }

  return (
    <div className="mtest">
      <div className="mtest__line">
        <TextField
          label="Send a test email to"
          type="email"
          autoComplete="email"
          maxLength={254}
          hint={hint}
          {...field}
          onKeyDown={(event) => {
            if (event.key !== "Enter") return;
            event.preventDefault();
            void test();
          }}
        />
        <button className="btn" type="button" aria-disabled={sending || undefined} onClick={() => void test()}>
          <Send className="i i--14" aria-hidden />
          {sending ? "Sending..." : "Send test email"}
        </button>
      </div>
      <div aria-live="polite">{outcome && <Ended outcome={outcome} />}</div>
    </div>
  );
}

function Ended({ outcome }: { outcome: Outcome }) {
  const { to } = outcome;
  if ("refused" in outcome) {
    const title = `The test email to ${to} was not sent.`;
    return <TestOutcome kind="bad" icon={CircleX} title={title} answer={outcome.refused} />;
  }
  const { from, answer } = outcome.result;
  const title = `The mail server accepted the email to ${to}.`;
  return (
    <TestOutcome kind="ok" icon={CircleCheck} title={title} answer={answer}>
      The sender is {from}. Check that inbox and its spam folder.
    </TestOutcome>
  );
}
