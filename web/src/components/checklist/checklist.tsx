import { Circle, CircleCheck } from "lucide-react";
import type { ReactNode } from "react";
import { Link } from "react-router";
import "./checklist.css";

export interface Step {
  name: string;
  title: string;
  /** One sentence on the purpose of the step. */
  about: ReactNode;
  done: boolean;
  /** Where the step is done: a path, or a function called on a press. */
  to: string | (() => void);
}

/** Shows the first steps, each with a link to where it is done, until all are done or a user dismisses the list. */
export function Checklist({ steps, onDismiss }: { steps: readonly Step[]; onDismiss: () => void }) {
  if (steps.length === 0) return null;
  const done = steps.filter((step) => step.done).length;
  return (
    <section className="card" aria-label="First steps">
      <div className="card__head">
        <h2>First steps</h2>
        <span className="mute sm num">
          {done} of {steps.length} done
        </span>
        <button className="btn btn--quiet btn--sm" type="button" onClick={onDismiss}>
          Dismiss
        </button>
      </div>
      <ul className="steps">
        {steps.map((step) => (
          <li key={step.name} className={step.done ? "steps__done" : undefined}>
            {step.done ? <CircleCheck className="i" aria-hidden /> : <Circle className="i" aria-hidden />}
            <div>
              <StepTitle step={step} />
              <span className="sr">{step.done ? ", done" : ", to do"}</span>
              <p className="mute sm">{step.about}</p>
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}

function StepTitle({ step: { title, done, to } }: { step: Step }) {
  if (done) return <b>{title}</b>;
  if (typeof to === "string") {
    return (
      <Link className="link" to={to}>
        {title}
      </Link>
    );
  }
  return (
    <button className="link" type="button" onClick={to}>
      {title}
    </button>
  );
}
