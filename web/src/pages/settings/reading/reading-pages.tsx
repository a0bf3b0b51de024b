import { readingLimits } from "@sheaf/contracts/reading.ts";
import { useEffect, useRef } from "react";
import { Link, useLocation } from "react-router";
import { Section } from "../../../ui/section.tsx";
import { SwitchRow } from "../rows.tsx";
import type { DraftState } from "../use-draft.ts";
import { LanguageRow } from "./language-row.tsx";
import { SearchableRow } from "./searchable-row.tsx";

interface ReadingPagesProps {
  state: DraftState;
  disabled: boolean;
  owner: boolean;
}

/** Whether the words on pages are read, and what they are used for. */
export function ReadingPages({ state, disabled, owner }: ReadingPagesProps) {
  const { readPages, waitForReading } = state.draft;
  const off = disabled || !readPages;
  const place = useRef<HTMLDivElement>(null);
  const { hash } = useLocation();
  useEffect(() => {
    if (hash === "#reading") place.current?.scrollIntoView();
  }, [hash]);
  return (
    <div ref={place} id="reading">
      <Section
        title="Reading pages"
        about={
          <>
            The words on your papers are read on this installation and nowhere else.{" "}
            <Link to="/privacy#reading">What is read and when it is erased</Link>
          </>
        }
      >
        <SwitchRow
          state={state}
          field="readPages"
          disabled={disabled || !owner}
          hint={`Finds papers by what is printed on them, makes downloads searchable and notices photos that cannot be read.${owner ? "" : " Only the owner can change it."}`}
        />
        <LanguageRow state={state} disabled={off} />
        <SwitchRow
          state={state}
          field="waitForReading"
          disabled={off}
          hint={`PDFs are made and sent once their pages are read, at most ${readingLimits.jobWaitSeconds} seconds later than otherwise. Pages are turned upright before that.`}
        />
        <SwitchRow
          state={state}
          field="namePdfsByFacts"
          disabled={off || !waitForReading}
          hint="Separate PDFs get names such as “2026-10-14 Screwfix £48.20.pdf”. Works only while uploads wait for reading."
        />
        <SearchableRow state={state} disabled={off || !waitForReading} />
      </Section>
    </div>
  );
}
