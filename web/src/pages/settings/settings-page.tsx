import type { User } from "@sheaf/contracts/accounts.ts";
import { retention, undoSeconds } from "@sheaf/contracts/limits.ts";
import type { Settings } from "@sheaf/contracts/settings.ts";
import { fillSubject, subjectProblem } from "@sheaf/contracts/subject.ts";
import { useQuery } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { useUser } from "../../api/accounts.ts";
import { useOwnPractice } from "../../api/installation.ts";
import { settingsQuery } from "../../api/settings.ts";
import { useExpired } from "../../components/plan/expired.ts";
import { PageHeader } from "../../shell/page/page-header.tsx";
import { date } from "../../ui/dates.ts";
import { NotLoaded } from "../../ui/not-loaded.tsx";
import { Section } from "../../ui/section.tsx";
import { UnsavedBar } from "../../ui/unsaved-bar.tsx";
import { AuditLog } from "./audit-log.tsx";
import { labels } from "./draft.ts";
import { Members } from "./members.tsx";
import { PlanAndPayments } from "./plan/plan-and-payments.tsx";
import { EraseReadings } from "./reading/erase-readings.tsx";
import { ReadingPages } from "./reading/reading-pages.tsx";
import { FileOrderRow, formId, SwitchRow, TextRow } from "./rows.tsx";
import { Security } from "./security.tsx";
import { Sessions } from "./sessions.tsx";
import { SingleKeysRow } from "./single-keys-row.tsx";
import { ThemeCards } from "./theme-cards.tsx";
import { type DraftState, useDraftSettings } from "./use-draft.ts";
import "./settings.css";

export function SettingsPage() {
  const { data: user } = useUser();
  const settings = useQuery(settingsQuery);
  return (
    <main className="main__in">
      <PageHeader title="Settings" description="For you and for new uploads" />
      {user && settings.data ? (
        <Sections user={user} settings={settings.data} />
      ) : (
        <div className="page set">
          <div className="card">
            <NotLoaded query={settings} what="Your settings" rows={5} label="Loading settings" />
          </div>
        </div>
      )}
    </main>
  );
}

function Sections({ user, settings }: { user: User; settings: Settings }) {
  const state = useDraftSettings(user, settings);
  const expired = useExpired();
  const ownPractice = useOwnPractice();
  const owner = user.role === "owner";

  const [asksToErase, setAsksToErase] = useState(false);
  const stopsReading = state.changed.includes("readPages") && !state.draft.readPages;

  function save(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (stopsReading) setAsksToErase(true);
    else send(event.currentTarget);
  }

  function send(form: HTMLFormElement) {
    const first = state.save();
    const control = first && form.elements.namedItem(first);
    if (control instanceof HTMLElement) control.focus();
  }

  return (
    <>
      <form id={formId} noValidate onSubmit={save} />
      <div className="page set">
        <Profile state={state} owner={owner} />
        <EmailDefaults state={state} disabled={expired} />
        <Section title="Appearance" about="Saved on this device. A new device starts with the theme you saved last.">
          <ThemeCards theme={state.draft.theme} onChoose={(theme) => state.set("theme", theme)} />
          <SingleKeysRow />
        </Section>
        <Documents state={state} disabled={expired} owner={owner} />
        <ReadingPages state={state} disabled={expired} owner={owner} />
        <Security user={user} state={state} />
        <Members user={user} />
        <Sessions />
        {!ownPractice && <PlanAndPayments user={user} />}
        {owner && <AuditLog />}
      </div>
      <UnsavedBar
        names={state.changed.map((field) => labels[field])}
        saving={state.saving}
        formId={formId}
        onReset={state.reset}
      />
      {asksToErase && (
        <EraseReadings
          onErase={() => {
            setAsksToErase(false);
            const form = document.getElementById(formId);
            if (form instanceof HTMLFormElement) send(form);
          }}
          onClose={() => setAsksToErase(false)}
        />
      )}
    </>
  );
}

function Profile({ state, owner }: { state: DraftState; owner: boolean }) {
  return (
    <Section title="Profile" about="Your name is shown beside your uploads, and replies to emails come to you.">
      <TextRow state={state} field="firstName" autoComplete="given-name" />
      <TextRow state={state} field="lastName" autoComplete="family-name" />
      <TextRow
        state={state}
        field="username"
        hint="You sign in with it, or with your email address."
        autoComplete="username"
        autoCapitalize="none"
      />
      <TextRow
        state={state}
        field="practiceName"
        disabled={!owner}
        hint={owner ? "Emails to your customers are sent under this name." : "Only the owner can change it."}
        autoComplete="organization"
      />
    </Section>
  );
}

function EmailDefaults({ state, disabled }: { state: DraftState; disabled: boolean }) {
  return (
    <Section
      title="Email defaults"
      about="The defaults for every upload. You can change each one in the upload dialog."
    >
      <TextRow
        state={state}
        field="defaultEmailSubject"
        disabled={disabled}
        hint={<SubjectHint subject={state.draft.defaultEmailSubject} />}
      />
      <SwitchRow
        state={state}
        field="autoSendEmail"
        disabled={disabled}
        hint="Send the PDFs of new uploads by email."
      />
      <SwitchRow
        state={state}
        field="preferSeparateEmails"
        disabled={disabled}
        hint="One email for each PDF, unless the inbox needs something else."
      />
      <TextRow
        state={state}
        field="undoSeconds"
        unit="seconds"
        disabled={disabled}
        hint={`${undoSeconds.min} to ${undoSeconds.max} seconds in which you can undo an email.`}
      />
    </Section>
  );
}

/** Shows the subject of an invented upload, with its placeholders replaced. */
function SubjectHint({ subject }: { subject: string }) {
  const example = { customer: "Oak & Sons", date: date(new Date().toISOString()), files: "3 files" };
  return (
    <>
      You can use {"{customer}"}, {"{date}"} and {"{files}"}.
      {subject.trim() !== "" && !subjectProblem(subject) && (
        <p>For example: “{fillSubject(subject.trim(), example)}”</p>
      )}
    </>
  );
}

function Documents({ state, disabled, owner }: { state: DraftState; disabled: boolean; owner: boolean }) {
  const { maxDays, documentDays } = retention;
  const days = Number(state.draft.fileRetentionDays);
  return (
    <Section title="Documents" about="How long files are kept, and how a new upload begins.">
      <TextRow
        state={state}
        field="fileRetentionDays"
        unit="days"
        disabled={disabled || !owner}
        hint={
          days > documentDays && days <= maxDays ? (
            <span className="over-note">Files are deleted after {documentDays} days at the latest.</span>
          ) : (
            `Files are deleted after this time, and after ${documentDays} days at the latest.${owner ? "" : " Only the owner can change it."}`
          )
        }
      />
      <FileOrderRow state={state} disabled={disabled} />
      <SwitchRow
        state={state}
        field="preferSeparatePdfs"
        disabled={disabled}
        hint="One PDF for each file, instead of one for all."
      />
    </Section>
  );
}
