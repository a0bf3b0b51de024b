import type { MailSettings, MailSettingsInput } from "@sheaf/contracts/admin/installation-settings.ts";
import { useState } from "react";
import {
  changedMailFields,
  draftOfMail,
  inputOfMail,
  type MailDraft,
  mailProblems,
  transportOf,
} from "../../components/installation/mail-draft.ts";

type Problems = Partial<Record<string, string>>;

export interface MailDraftState {
  draft: MailDraft;
  problems: Problems;
  setProblems(problems: Problems): void;
  change(changes: Partial<MailDraft>): void;
  /** Email is set up later: until then nothing is sent. */
  isLater: boolean;
  /** Validates the draft and shows its problems. */
  hasProblems(): boolean;
  /** Null where environment variables set the mail transport, or it is set up later. */
  input(): MailSettingsInput | null;
}

/** @param saved settings from environment variables */
export function useMailDraft(saved: MailSettings): MailDraftState {
  const [draft, setDraft] = useState(() => draftOfMail(saved));
  const [problems, setProblems] = useState<Problems>({});
  const isLater = transportOf(draft) === "outbox";
  const isChanged = () => changedMailFields(draft, draftOfMail(saved)).length > 0;
  return {
    draft,
    problems,
    setProblems,
    isLater,
    change(changes) {
      setDraft({ ...draft, ...changes });
      const rest = Object.entries(problems).filter(([field]) => !(field in changes) && !("transport" in changes));
      setProblems(Object.fromEntries(rest));
    },
    hasProblems() {
      const found = isLater ? {} : mailProblems(draft, saved);
      setProblems(found);
      return Object.keys(found).length > 0;
    },
    input: () => (isLater || !isChanged() ? null : inputOfMail(draft)),
  };
}
