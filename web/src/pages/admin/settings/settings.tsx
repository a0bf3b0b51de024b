import type { InstallationSettings } from "@sheaf/contracts/admin/installation-settings.ts";
import { useQuery } from "@tanstack/react-query";
import { type FormEvent, useRef } from "react";
import { installationSettingsQuery } from "../../../api/admin/settings.ts";
import { NotLoadedCard } from "../../../ui/not-loaded.tsx";
import { UnsavedBar } from "../../../ui/unsaved-bar.tsx";
import { CompanySection } from "./company-section.tsx";
import { KindSection } from "./kind-section.tsx";
import { MailSection } from "./mail-section.tsx";
import { useSettingsDraft } from "./use-settings-draft.ts";

const formId = "installation-settings";

/** The settings of set-up, and all others that can be changed in the browser. */
export function Settings() {
  const settings = useQuery(installationSettingsQuery);
  if (settings.data) return <Sections settings={settings.data} />;
  return <NotLoadedCard query={settings} what="The settings" rows={5} label="Loading settings" />;
}

function Sections({ settings }: { settings: InstallationSettings }) {
  const state = useSettingsDraft(settings);
  const form = useRef<HTMLFormElement>(null);

  function focus(field: string | undefined) {
    const control = field && form.current?.elements.namedItem(field);
    if (control instanceof HTMLElement) control.focus();
  }

  async function save(event: FormEvent) {
    event.preventDefault();
    focus(await state.save());
  }

  return (
    <>
      <div className="set aset">
        <KindSection settings={settings} />
        <form className="set aset" id={formId} ref={form} noValidate onSubmit={(event) => void save(event)}>
          <CompanySection state={state} settings={settings} />
          <MailSection state={state} settings={settings} onProblem={focus} />
        </form>
      </div>
      <UnsavedBar names={state.names} saving={state.saving} formId={formId} onReset={state.reset} />
    </>
  );
}
