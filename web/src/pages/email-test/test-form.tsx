import type { MailSender, TestEmailResult } from "@sheaf/contracts/mail.ts";
import { CircleCheck, CircleX, Inbox, Send } from "lucide-react";
import { type FormEvent, useRef, useState } from "react";
import { ApiError } from "../../api/client.ts";
import { useTestEmail } from "../../api/mail.ts";
import { DemoInbox } from "../../components/demo/demo-inbox.tsx";
import { TestOutcome } from "../../components/installation/test-outcome.tsx";
import { sayExpired, useExpired } from "../../components/plan/expired.ts";
import { Card } from "../../ui/card.tsx";
import { useCheckedText } from "../../ui/checked-text.ts";
import { emailMessage, emailPattern } from "../../ui/email-shape.ts";
import { TextField } from "../../ui/field.tsx";
import { showDone, showFailure } from "../../ui/toast.tsx";

const emptyTitle = "Email required";
const emptyText = "Please enter an email address to test";
const stored = "Stored in the outbox below; nothing was sent";

/** Result of the last test. */
type Outcome = { to: string } & ({ result: TestEmailResult } | { refused: string });

export function TestForm({ sender }: { sender: MailSender | undefined }) {
  const { text: email, setError, field } = useCheckedText();
  const [outcome, setOutcome] = useState<Outcome>();
  const input = useRef<HTMLInputElement>(null);
  const test = useTestEmail();
  const expired = useExpired();

  function complain(message: string) {
    setError(message);
    input.current?.focus();
  }

  function send(event: FormEvent) {
    event.preventDefault();
    if (expired) return sayExpired();
    const to = email.trim();
    if (to === "") {
      showFailure(emptyTitle, emptyText);
      return complain(emptyText);
    }
    if (!emailPattern.test(to)) return complain(emailMessage);
    if (test.isPending) return;
    setOutcome(undefined);
    test.mutate(to, {
      onSuccess: (result) => {
        setOutcome({ to, result });
        showDone("Test email sent!", result.stored ? stored : undefined);
      },
      onError: (error) => {
        const refused = failureText(error);
        setOutcome({ to, refused });
        showFailure("Email test failed", refused);
      },
    });
  }

  return (
    <Card title="Send a test email">
      <form className="card__body mailtest__form" noValidate onSubmit={send}>
        <TextField
          label="Email address"
          type="email"
          autoComplete="email"
          maxLength={254}
          ref={input}
          hint={sender && `Sent from ${sender.from}, the same way as documents.`}
          {...field}
        />
        <div>
          <button
            className="btn btn--primary"
            type="submit"
            disabled={test.isPending}
            aria-disabled={expired || undefined}
            title={expired ? "Renew to send" : undefined}
          >
            <Send className="i i--14" aria-hidden />
            {test.isPending ? "Sending..." : "Send Test Email"}
          </button>
        </div>
        <DemoInbox />
        <div aria-live="polite">{outcome && <Ended outcome={outcome} sender={sender} />}</div>
      </form>
    </Card>
  );
}

/** Returns the server's own message, but not one of a proxy in between. */
function failureText(error: Error): string {
  const said = error instanceof ApiError && (error.code !== undefined || error.status === 0) ? error.sentence : "";
  return said || "Failed to send test email";
}

function Ended({ outcome, sender }: { outcome: Outcome; sender: MailSender | undefined }) {
  const { to } = outcome;
  if ("refused" in outcome) {
    const title = `The test email to ${to} was not sent.`;
    return (
      <TestOutcome kind="bad" icon={CircleX} title={title} answer={outcome.refused}>
        {sender && `The sender address was ${sender.from}.`}
      </TestOutcome>
    );
  }
  const { from, answer, ...result } = outcome.result;
  if (result.stored) {
    return (
      <TestOutcome kind="busy" icon={Inbox} title={`Kept for ${to}.`} answer={answer}>
        {stored}. The sender would be {from}.
      </TestOutcome>
    );
  }
  const next =
    sender?.transport === "demo"
      ? "The email is on the demonstration’s mail page."
      : "Check that inbox and its spam folder.";
  return (
    <TestOutcome kind="ok" icon={CircleCheck} title={`The mail service accepted the email to ${to}.`} answer={answer}>
      The sender was {from}. {next}
    </TestOutcome>
  );
}
