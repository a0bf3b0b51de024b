import type { MailSettings } from "@sheaf/contracts/admin/installation-settings.ts";
import { chosenMailTransports, mailTransports } from "@sheaf/contracts/mail-transports.ts";
import { type ReactNode, useState } from "react";
import { type MailDraft, shownFields, transportOf } from "./mail-draft.ts";
import { MailFieldControl } from "./mail-field-control.tsx";
import { inboundFields, type MailField, mainFields, moreFields } from "./mail-settings-fields.ts";
import "./mail-fields.css";

export interface MailFieldsProps {
  draft: MailDraft;
  /** Stored settings: they decide which secrets may be left empty, and which fields an environment variable fixes. */
  saved: MailSettings;
  /** Problems by field. */
  problems: Partial<Record<string, string>>;
  /** Label of the option that sends nothing. */
  noneLabel?: string;
  /** Changes several fields at once where one determines another. */
  onChange(changes: Partial<MailDraft>): void;
}

/** Fields for how emails are sent, the sender, and where replies go. The surrounding form sends the draft. */
export function MailFields({ draft, saved, problems, noneLabel = mailTransports.outbox, onChange }: MailFieldsProps) {
  const transport = transportOf(draft);
  const shown = shownFields(draft);
  const control = (field: MailField) => (
    <MailFieldControl
      key={field}
      field={field}
      draft={draft}
      saved={saved}
      problem={problems[field]}
      onChange={(value) => onChange({ [field]: value, ...dependentChanges(field, value, draft) })}
    />
  );
  const more = [...moreFields[transport], ...inboundFields].filter((field) => shown.includes(field));
  const hasProblem = more.some((field) => problems[field] !== undefined);
  const isUsed = more.some((field) => saved.fixed[field] !== undefined) || draft["inbound.domain"] !== "";
  return (
    <div className="mfields">
      <MailFieldControl
        field="transport"
        draft={draft}
        saved={saved}
        problem={problems.transport}
        options={Object.fromEntries(
          chosenMailTransports.map((one) => [one, one === "outbox" ? noneLabel : mailTransports[one]]),
        )}
        onChange={(value) => onChange({ transport: value })}
      />
      {mainFields[transport].map(control)}
      {transport !== "outbox" && (
        <>
          {control("from.name")}
          {control("from.address")}
          <More key={transport} summary={moreWords[transport]} isUsed={isUsed} hasProblem={hasProblem}>
            {more.map(control)}
          </More>
        </>
      )}
    </div>
  );
}

interface MoreProps {
  summary: string;
  /** Expanded initially. */
  isUsed: boolean;
  /** Expands the section so that the problem is visible. */
  hasProblem: boolean;
  children: ReactNode;
}

function More({ summary, isUsed, hasProblem, children }: MoreProps) {
  const [open, setOpen] = useState(isUsed);
  return (
    <details
      className="mfields__more"
      open={open || hasProblem}
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
    >
      <summary>{summary}</summary>
      <div className="mfields">{children}</div>
    </details>
  );
}

const moreWords = {
  outbox: "",
  smtp: "Size, signing and replies",
  sendgrid: "Webhook and replies",
  postmark: "Webhook and replies",
  ses: "Events and replies",
  mailgun: "Webhook and replies",
} as const;

/** Returns the port that belongs to the chosen encryption, unless the user has entered another port. */
function dependentChanges(field: MailField, value: string | null, draft: MailDraft): Partial<MailDraft> {
  if (field !== "smtp.security") return {};
  const [usual, other] = value === "tls" ? ["465", "587"] : ["587", "465"];
  return draft["smtp.port"] === other ? { "smtp.port": usual } : {};
}
