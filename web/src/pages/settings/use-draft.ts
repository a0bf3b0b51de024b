import type { User } from "@sheaf/contracts/accounts.ts";
import type { Settings } from "@sheaf/contracts/settings.ts";
import { useEffect, useRef, useState } from "react";
import { useSaveSettings } from "../../api/settings.ts";
import { deviceTheme, keepTheme, showTheme } from "../../ui/theme.ts";
import { changedFields, changesOf, type Draft, draftOf, type Field, problemsOf, wasWords } from "./draft.ts";

export type DraftState = ReturnType<typeof useDraftSettings>;

/**
 * The fields of the page: what was typed lies over what is saved, so that a colleague's change shows at once in the
 * fields that were left alone.
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

  // A preview: leaving the page without saving takes it back.
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
    changed,
    saving: save.isPending,
    set: <Key extends Field>(field: Key, value: Draft[Key]) => setTyped((before) => ({ ...before, [field]: value })),
    /** What is wrong with a field that was changed: while typing only once somebody has tried to save. */
    problem: (field: Field) => (pressed && changed.includes(field) ? problems[field] : undefined),
    was: (field: Field) => (changed.includes(field) ? wasWords(field, saved) : undefined),
    reset,
    /** @returns the first field that keeps it from being saved */
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

/** What was typed while the rest was being saved stays. */
function withoutSaved(typed: Partial<Draft>, sent: Draft): Partial<Draft> {
  return Object.fromEntries(Object.entries(typed).filter(([field, value]) => value !== sent[field as Field]));
}
