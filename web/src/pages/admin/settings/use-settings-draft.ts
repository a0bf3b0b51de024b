import type { InstallationSettings } from "@sheaf/contracts/admin/installation-settings.ts";
import { useState } from "react";
import { useSaveSection } from "../../../api/admin/settings.ts";
import { ApiError } from "../../../api/client.ts";
import {
  changedMailFields,
  draftOfMail,
  inputOfMail,
  type MailDraft,
  mailProblems,
} from "../../../components/installation/mail-draft.ts";
import { labels } from "../../../components/installation/mail-settings-fields.ts";
import { sentenceOf } from "../../../ui/failure.ts";
import { showDone, showFailure } from "../../../ui/toast.tsx";
import {
  type CompanyDraft,
  type CompanyField,
  companyLabels,
  companyProblems,
  draftOfCompany,
  inputOfCompany,
} from "./company-draft.ts";

type Problems = Partial<Record<string, string>>;
export type SettingsDraft = ReturnType<typeof useSettingsDraft>;

/** Combines saved and typed values: another administrator's change shows in the fields that were not edited. */
export function useSettingsDraft({ company: savedCompany, mail: savedMail }: InstallationSettings) {
  const [typedCompany, setTypedCompany] = useState<Partial<CompanyDraft>>({});
  const [typedMail, setTypedMail] = useState<Partial<MailDraft>>({});
  /** Problems of the last attempt to save, by field, until the field is changed. */
  const [problems, setProblems] = useState<Problems>({});
  const [saving, setSaving] = useState(false);
  const saveSection = useSaveSection();

  const company: CompanyDraft = { ...draftOfCompany(savedCompany), ...typedCompany };
  const mail: MailDraft = { ...draftOfMail(savedMail), ...typedMail };
  const before = draftOfCompany(savedCompany);
  const changedCompany = (Object.keys(companyLabels) as CompanyField[]).filter(
    (field) => company[field].trim() !== before[field].trim(),
  );
  const changedMail = changedMailFields(mail, draftOfMail(savedMail));

  const forget = (fields: string[]) =>
    setProblems((now) => Object.fromEntries(Object.entries(now).filter(([field]) => !fields.includes(field))));

  function reset() {
    setTypedCompany({});
    setTypedMail({});
    setProblems({});
  }

  async function saveCompany() {
    await saveSection("company", inputOfCompany(company));
    setTypedCompany({});
  }

  async function saveMail() {
    await saveSection("mail", inputOfMail(mail));
    setTypedMail({});
  }

  return {
    company,
    mail,
    problems,
    saving,
    names: [...changedCompany.map((field) => companyLabels[field]), ...changedMail.map((field) => labels[field])],
    isMailChanged: changedMail.length > 0,
    setCompany(field: CompanyField, value: string) {
      setTypedCompany((now) => ({ ...now, [field]: value }));
      forget([field]);
    },
    setMail(changes: Partial<MailDraft>) {
      setTypedMail((now) => ({ ...now, ...changes }));
      // Whether a secret is needed depends on the fields around it.
      forget(Object.keys(labels));
    },
    reset,
    /**
     * Validates the mail settings for a test email without saving.
     * @returns the first field with a problem
     */
    checkMail(): string | undefined {
      const found: Problems = mailProblems(mail, savedMail);
      setProblems((now) => ({ ...now, ...found }));
      return Object.keys(found)[0];
    },
    /** @returns the first field with a problem; undefined when the changes were saved */
    async save(): Promise<string | undefined> {
      const found: Problems = {
        ...(changedCompany.length > 0 ? companyProblems(company) : {}),
        ...(changedMail.length > 0 ? mailProblems(mail, savedMail) : {}),
      };
      setProblems(found);
      const [first] = Object.keys(found);
      if (first || saving) return first;
      setSaving(true);
      try {
        if (changedCompany.length > 0) await saveCompany();
        if (changedMail.length > 0) await saveMail();
        showDone("Settings saved", "They apply everywhere within 10 seconds.");
        return undefined;
      } catch (error) {
        const field = error instanceof ApiError ? error.field : undefined;
        showFailure("Settings not saved", sentenceOf(error));
        if (field) setProblems({ [field]: sentenceOf(error) });
        return field;
      } finally {
        setSaving(false);
      }
    },
  };
}
