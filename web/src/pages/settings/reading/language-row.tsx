import { useQuery } from "@tanstack/react-query";
import { useId } from "react";
import { readingLanguagesQuery } from "../../../api/settings.ts";
import { labels } from "../draft.ts";
import { formId, Row } from "../rows.tsx";
import type { DraftState } from "../use-draft.ts";

/** The language that is read besides English, of those installed. */
export function LanguageRow({ state, disabled }: { state: DraftState; disabled: boolean }) {
  const { data } = useQuery(readingLanguagesQuery);
  const id = useId();
  const languages = data?.languages ?? [];
  const { readingLanguage } = state.draft;
  const nameOf = (code: string) => languages.find((one) => one.code === code)?.name ?? (code || "none");
  // A language that was removed from the installation stays chosen until another one is.
  const isMissing = readingLanguage !== "" && !languages.some(({ code }) => code === readingLanguage);
  return (
    <Row
      label={labels.readingLanguage}
      htmlFor={id}
      hint={
        data?.languages.length === 0
          ? "English is read. Whoever operates this installation can install other languages."
          : "Read besides English. Whoever operates this installation can install other languages."
      }
    >
      <select
        className="select"
        id={id}
        form={formId}
        name="readingLanguage"
        disabled={disabled || (languages.length === 0 && !isMissing)}
        aria-describedby={`${id}-hint`}
        value={readingLanguage}
        onChange={({ target }) => state.set("readingLanguage", target.value)}
      >
        <option value="">None</option>
        {isMissing && data && <option value={readingLanguage}>{readingLanguage} (not installed)</option>}
        {languages.map(({ code, name }) => (
          <option key={code} value={code}>
            {name}
          </option>
        ))}
      </select>
      {state.changed.includes("readingLanguage") && <p className="was">was {nameOf(state.saved.readingLanguage)}</p>}
    </Row>
  );
}
