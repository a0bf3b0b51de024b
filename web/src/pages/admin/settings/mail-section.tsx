import type { InstallationSettings } from "@sheaf/contracts/admin/installation-settings.ts";
import { useQuery } from "@tanstack/react-query";
import { adminProfileQuery } from "../../../api/admin/account.ts";
import { sendMailTest } from "../../../api/admin/settings.ts";
import { inputOfMail, transportOf } from "../../../components/installation/mail-draft.ts";
import { MailFields } from "../../../components/installation/mail-fields.tsx";
import { MailTest } from "../../../components/installation/mail-test.tsx";
import { Section } from "../../../ui/section.tsx";
import type { SettingsDraft } from "./use-settings-draft.ts";

interface MailSectionProps {
  state: SettingsDraft;
  settings: InstallationSettings;
  /** Called with the field whose problem prevents a test email. */
  onProblem(field: string): void;
}

/** How emails are sent. A demonstration shows only its own mail service. */
export function MailSection({ state, settings: { demo, mail }, onProblem }: MailSectionProps) {
  const { data: profile } = useQuery(adminProfileQuery);
  const transport = transportOf(state.mail);

  function refuse(): string | undefined {
    if (demo) return undefined;
    if (transport === "outbox") return "Choose a mail server or provider first";
    const field = state.checkMail();
    if (field) onProblem(field);
    return field && "Correct the fields above first";
  }

  return (
    <Section title="Email" about="How emails are sent, and from whom. Waiting emails are sent with these settings.">
      <div className="card__body mfields__part">
        {demo ? (
          <p className="callout">A demonstration uses only its own mail service, so no email leaves this machine.</p>
        ) : (
          <MailFields draft={state.mail} saved={mail} problems={state.problems} onChange={state.setMail} />
        )}
        {profile && (demo || transport !== "outbox") && (
          <MailTest
            address={profile.email}
            hint={
              state.isMailChanged
                ? "Uses the settings entered above, which are not saved yet."
                : "Uses the settings above."
            }
            refuse={refuse}
            send={(to) => sendMailTest({ to, mail: state.isMailChanged ? inputOfMail(state.mail) : undefined })}
          />
        )}
      </div>
    </Section>
  );
}
