import type { InstallationSettings } from "@sheaf/contracts/admin/installation-settings.ts";
import type { InstallationKind } from "@sheaf/contracts/installation.ts";
import { type FormEvent, useState } from "react";
import { useChangeKind } from "../../../api/admin/settings.ts";
import { setBy } from "../../../components/installation/set-by.ts";
import { Dialog } from "../../../ui/dialog.tsx";
import { DialogButtons } from "../../../ui/dialog-buttons.tsx";
import { sentenceOf } from "../../../ui/failure.ts";
import { FieldError } from "../../../ui/field.tsx";
import { Section } from "../../../ui/section.tsx";

const kinds: Record<InstallationKind, { label: string; means: string; change: string; consequences: string[] }> = {
  practice: {
    label: "For our own practice",
    means: "One practice, without plans, payments or limits on documents and members. Colleagues join by invitation.",
    change: "Use it for our own practice",
    consequences: [
      "Prices, plans and payments disappear, and nobody can sign up without an invitation. The practice gets unlimited documents and members.",
      "Past payments stay recorded. Changing back to a service loses nothing.",
    ],
  },
  service: {
    label: "As a service",
    means: "Practices sign up themselves, choose a plan and pay. You run the service from this portal.",
    change: "Offer it as a service",
    consequences: [
      "Practices can sign up, see prices and pay. Enter your company’s address first: it is printed on receipts.",
      "Your own practice keeps a free, unlimited subscription, which you can end on its page. Changing back loses nothing.",
    ],
  },
};

/**
 * Who the installation is for. A change takes effect at once, so it is confirmed separately instead of saved with the
 * other settings.
 */
export function KindSection({ settings: { kind, demo } }: { settings: InstallationSettings }) {
  const [asking, setAsking] = useState(false);
  const other = kind.kind === "practice" ? "service" : "practice";
  const fixedBy = kind.fixed.kind;
  return (
    <Section title="Kind of installation" about="Who this installation is for.">
      <div className="srow">
        <div>
          <b>{kinds[kind.kind].label}</b>
          <p className="mute sm">{kinds[kind.kind].means}</p>
          {fixedBy && <p className="hint">{setBy(fixedBy)}</p>}
          {demo && <p className="hint">A demonstration has several practices, so it is always a service.</p>}
        </div>
        <div className="srow__c">
          {!fixedBy && !demo && (
            <button className="btn" type="button" onClick={() => setAsking(true)}>
              {kinds[other].change}
            </button>
          )}
        </div>
      </div>
      {asking && <ChangeKind kind={other} onClose={() => setAsking(false)} />}
    </Section>
  );
}

function ChangeKind({ kind, onClose }: { kind: InstallationKind; onClose(): void }) {
  const change = useChangeKind();
  const { change: label, consequences } = kinds[kind];
  function send(event: FormEvent) {
    event.preventDefault();
    change.mutate({ kind }, { onSuccess: onClose });
  }
  return (
    <Dialog title={`${label}?`} onClose={onClose}>
      <form className="dialog__form" onSubmit={send}>
        <div className="dialog__body stack">
          {consequences.map((words) => (
            <p key={words}>{words}</p>
          ))}
          {change.error && <FieldError>{sentenceOf(change.error)}</FieldError>}
        </div>
        <DialogButtons onClose={onClose} action={{ label, doing: "Changing...", pending: change.isPending }} />
      </form>
    </Dialog>
  );
}
