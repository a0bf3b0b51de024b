import type { MailSettings } from "@sheaf/contracts/admin/installation-settings.ts";
import { testSetUpMail } from "../../api/finish-set-up.ts";
import { MailFields } from "../../components/installation/mail-fields.tsx";
import { MailTest } from "../../components/installation/mail-test.tsx";
import { Section } from "../../ui/section.tsx";
import type { MailDraftState } from "./use-mail-draft.ts";

interface MailPartProps {
  code: string;
  mail: MailDraftState;
  saved: MailSettings;
  /** The operator's own address, once it was typed. */
  address: string;
}

/** How emails are sent, and a test that shows the mail server's response. */
export function MailPart({ code, mail, saved, address }: MailPartProps) {
  const { draft, problems, change, isLater } = mail;
  return (
    <Section
      title="Email"
      about="How documents, invitations and links are sent. Until this is set up, emails are kept in Sheaf."
    >
      <div className="setup__mail">
        <MailFields
          draft={draft}
          saved={saved}
          problems={problems}
          noneLabel="Later: keep emails in Sheaf"
          onChange={change}
        />
        {!isLater && (
          <MailTest
            key={address}
            address={address}
            hint="The test stores nothing."
            refuse={() => (mail.hasProblems() ? "Complete the fields above first" : undefined)}
            send={(to) => testSetUpMail({ code, to, mail: mail.input() })}
          />
        )}
      </div>
    </Section>
  );
}
