import { destinations } from "@sheaf/contracts/destinations.ts";
import { useId } from "react";
import { labels } from "../draft.ts";
import { BelowField } from "../rows.tsx";
import type { DraftState } from "../use-draft.ts";

const inboxes = [...destinations.map(({ id, name }) => ({ id, name })), { id: "other", name: "Other addresses" }];

/** The inboxes whose emailed PDFs contain the words that were read. */
export function SearchableRow({ state, disabled }: { state: DraftState; disabled: boolean }) {
  const id = useId();
  const chosen = state.draft.searchableDestinations;
  const toggle = (inbox: string) =>
    state.set(
      "searchableDestinations",
      chosen.includes(inbox) ? chosen.filter((one) => one !== inbox) : [...chosen, inbox],
    );
  return (
    <fieldset className="srow srow--list" disabled={disabled} aria-describedby={`${id}-hint`}>
      <legend>
        <b>{labels.searchableDestinations}</b>
      </legend>
      <p className="mute sm" id={`${id}-hint`}>
        Downloads are always searchable. Emailed PDFs are searchable only for the inboxes that you tick: an inbox may
        use these words instead of reading the page itself. Works only while uploads wait for reading.
      </p>
      <ul className="searchable">
        {inboxes.map((inbox) => (
          <li key={inbox.id}>
            <label className="check">
              <input type="checkbox" checked={chosen.includes(inbox.id)} onChange={() => toggle(inbox.id)} />
              {inbox.name}
            </label>
          </li>
        ))}
      </ul>
      <BelowField state={state} field="searchableDestinations" id={`${id}-below`} />
    </fieldset>
  );
}
