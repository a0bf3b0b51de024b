import type { User } from "@sheaf/contracts/accounts.ts";
import type { Settings } from "@sheaf/contracts/settings.ts";
import { useEffect, useRef, useState } from "react";
import { useSaveSettings } from "../../api/settings.ts";
import { deviceTheme, keepTheme, showTheme } from "../../ui/theme.ts";
import { changedFields, changesOf, type Draft, draftOf, type Field, problemsOf, wasWords } from "./draft.ts";

export type DraftState = ReturnType<typeof useDraftSettings>;

/**
 * State of the page's fields. Typed and saved values are combined, so that a colleague's change shows in the fields
 * that were not edited.
 */
export function useDraftSettings(user: User, settings: Settings) {
  const [typed, setTyped] = useState<Partial<Draft>>({});
  const [pressed, setPressed] = useState(false);
  const [device, setDevice] = useState(deviceTheme);
  const save = useSaveSettings();
  const saved = draftOf(user, settings, device);
  const draft: Draft = { ...saved, ...typed };
  const latest = useRef(draft);
  latest.current = draft;
  const changed = changedFields(draft, saved);
  const problems = problemsOf(draft);
  const wrong = changed.filter((field) => problems[field]);

  // A preview: leaving the page without saving ends it.
  useEffect(() => {
    showTheme(draft.theme);
    return () => showTheme(saved.theme);
  }, [draft.theme, saved.theme]);

  function reset() {
    setTyped({});
    setPressed(false);
  }

  return {
    draft,
    saved,
    changed,
    saving: save.isPending,
    set: <Key extends Field>(field: Key, value: Draft[Key]) => setTyped((before) => ({ ...before, [field]: value })),
    /** Returns the problem of a changed field, but only after the first attempt to save. */
    problem: (field: Field) => (pressed && changed.includes(field) ? problems[field] : undefined),
    was: (field: Field) => (changed.includes(field) ? wasWords(field, saved) : undefined),
    reset,
    /** @returns the first field with a problem; undefined when the changes are being saved */
    save(): Field | undefined {
      setPressed(true);
      const [first] = wrong;
      if (first) return first;
      save.mutate(changesOf(draft, changed), {
        onSuccess: () => {
          keepTheme(draft.theme);
          setDevice(draft.theme);
          setTyped((now) => withoutSaved(now, draft));
          setPressed(false);
          showTheme(latest.current.theme);
        },
      });
      return undefined;
    },
  };
}

/** Returns the edits made while the others were being saved. */
function withoutSaved(typed: Partial<Draft>, sent: Draft): Partial<Draft> {
  return Object.fromEntries(Object.entries(typed).filter(([field, value]) => value !== sent[field as Field]));
}
