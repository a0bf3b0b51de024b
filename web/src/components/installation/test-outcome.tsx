import type { LucideIcon } from "lucide-react";
import type { ReactNode } from "react";

interface TestOutcomeProps {
  kind: "ok" | "busy" | "bad";
  icon: LucideIcon;
  /** Result of the test in one sentence. */
  title: string;
  /** The response of the mail server. */
  answer: string | null;
  children?: ReactNode;
}

/** Shows the result of a test email. */
export function TestOutcome({ kind, icon: Icon, title, answer, children }: TestOutcomeProps) {
  return (
    <div className={`callout callout--${kind}`}>
      <Icon className="i" aria-hidden />
      <div className="grow">
        <p>
          <b>{title}</b> {children}
        </p>
        {answer && <p className="quote">{answer}</p>}
      </div>
    </div>
  );
}
