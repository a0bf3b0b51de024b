import type { MailSettings } from "@sheaf/contracts/admin/installation-settings.ts";
import type { ReactNode } from "react";
import { FieldError, PasswordField, SelectField, TextField } from "../../ui/field.tsx";
import { TextArea } from "../../ui/text-area.tsx";
import { isKept, labelOf, type MailDraft } from "./mail-draft.ts";
import { hints } from "./mail-hints.ts";
import { isSecret, labels, type MailField, optional, removable, wideFields } from "./mail-settings-fields.ts";
import { setBy } from "./set-by.ts";

interface MailFieldControlProps {
  field: MailField;
  draft: MailDraft;
  saved: MailSettings;
  problem: string | undefined;
  /** Options of a select field, by value. */
  options?: Record<string, string>;
  onChange(value: string | null): void;
}

const choices: Partial<Record<MailField, Record<string, string>>> = {
  "smtp.security": {
    starttls: "STARTTLS, usual with port 587",
    tls: "TLS from the start, usual with port 465",
    optional: "Only if the server offers it",
  },
  "sendgrid.region": { global: "Global", eu: "European Union" },
  "mailgun.region": { global: "United States", eu: "European Union" },
  "inbound.by": { postmark: "Postmark", mailgun: "Mailgun" },
};

/** One field of the mail settings, with its problem or the reason why it cannot be changed. */
export function MailFieldControl({ field, draft, saved, problem, options, onChange }: MailFieldControlProps) {
  const fixedBy = saved.fixed[field];
  const value = draft[field] ?? "";
  const label = labelOf(field, draft);
  const place = wideFields.has(field) ? "mfields__wide" : undefined;
  const hint = fixedBy ? setBy(fixedBy) : hints[field];
  const choice = options ?? choices[field];
  if (choice) {
    return (
      <div className={place}>
        <SelectField
          label={label}
          name={field}
          value={value}
          hint={hint}
          disabled={fixedBy !== undefined}
          onChange={({ target }) => onChange(target.value)}
        >
          {value === "" && <option value="">Another address of the provider</option>}
          {Object.entries(choice).map(([one, words]) => (
            <option key={one} value={one}>
              {words}
            </option>
          ))}
        </SelectField>
        {problem && <FieldError>{problem}</FieldError>}
      </div>
    );
  }
  const input = {
    label,
    name: field,
    error: problem,
    readOnly: fixedBy !== undefined,
    autoComplete: "off",
    value,
    onChange: ({ target }: { target: { value: string } }) => onChange(target.value),
  };
  if (isSecret(field)) {
    const kept = isKept(field, draft, saved);
    const words = fixedBy ? hint : <SecretHint field={field} value={draft[field]} kept={kept} onChange={onChange} />;
    const password = { ...input, autoComplete: "new-password", optional: optional.has(field), hint: words };
    return (
      <div className={place}>
        {field === "smtp.dkim.key" ? (
          <TextArea {...input} rows={4} spellCheck={false} hint={words} />
        ) : (
          <PasswordField {...password} />
        )}
      </div>
    );
  }
  const numeric = field === "smtp.port" || field === "smtp.maxMb";
  return (
    <div className={place}>
      <TextField
        {...input}
        hint={hint}
        optional={optional.has(field)}
        inputMode={numeric ? "decimal" : undefined}
        type={field === "from.address" ? "email" : "text"}
        autoCapitalize={field === "from.name" ? undefined : "none"}
        spellCheck={false}
      />
    </div>
  );
}

interface SecretHintProps {
  field: MailField;
  value: string | null;
  kept: boolean;
  onChange(value: string | null): void;
}

function SecretHint({ field, value, kept, onChange }: SecretHintProps): ReactNode {
  if (value === null) {
    return (
      <>
        Removed when you save.{" "}
        <button className="link" type="button" onClick={() => onChange("")}>
          Keep {labels[field]}
        </button>
      </>
    );
  }
  if (!kept) return hints[field];
  return (
    <>
      Set. Leave empty to keep it.{" "}
      {removable.has(field) && (
        <button className="link" type="button" onClick={() => onChange(null)}>
          Remove {labels[field]}
        </button>
      )}
    </>
  );
}
