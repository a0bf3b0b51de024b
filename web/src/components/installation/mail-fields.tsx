import type { MailSettings } from "@sheaf/contracts/admin/installation-settings.ts";
import { chosenMailTransports, mailTransports } from "@sheaf/contracts/mail-transports.ts";
import { type ReactNode, useState } from "react";
import { type MailDraft, shownFields, transportOf } from "./mail-draft.ts";
import { MailFieldControl } from "./mail-field-control.tsx";
import { inboundFields, type MailField, mainFields, moreFields } from "./mail-settings-fields.ts";
import "./mail-fields.css";

export interface MailFieldsProps {
  draft: MailDraft;
  /** As it is stored: which secrets may be left empty, and which fields a variable fixes. */
  saved: MailSettings;
  /** What is wrong, by field. */
  problems: Partial<Record<string, string>>;
  /** What the choice is called by which nothing is sent. */
  noneLabel?: string;
  /** Several fields at once where one brings another along. */
  onChange(changes: Partial<MailDraft>): void;
}

/** How emails leave, from whom, and where answers go. The form around it sends the draft. */
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
      onChange={(value) => onChange({ [field]: value, ...broughtAlong(field, value, draft) })}
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
  /** Open from the beginning. */
  isUsed: boolean;
  /** Opens it, so that what is wrong is seen. */
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

/** The port that goes with a way of encryption, unless somebody chose another one. */
function broughtAlong(field: MailField, value: string | null, draft: MailDraft): Partial<MailDraft> {
  if (field !== "smtp.security") return {};
  const [usual, other] = value === "tls" ? ["465", "587"] : ["587", "465"];
  return draft["smtp.port"] === other ? { "smtp.port": usual } : {};
}
