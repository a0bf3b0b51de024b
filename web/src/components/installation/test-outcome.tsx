import type { LucideIcon } from "lucide-react";
import type { ReactNode } from "react";

interface TestOutcomeProps {
  kind: "ok" | "busy" | "bad";
  icon: LucideIcon;
  /** What became of the test, in one sentence. */
  title: string;
  /** The other side's words. */
  answer: string | null;
  children?: ReactNode;
}

/** How a test email ended. */
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
