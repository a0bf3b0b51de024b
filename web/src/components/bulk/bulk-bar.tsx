import { selectedItems } from "@sheaf/contracts/limits.ts";
import type { ReactNode } from "react";
import type { Selection } from "../../ui/selection.ts";
import { number } from "../../ui/words.ts";
import "./bulk.css";

interface BulkBarProps<Item> {
  selection: Selection<Item>;
  /** Buttons of the actions. */
  children: ReactNode;
}

/** Shows how many entries of a list are selected, with the actions for all of them; nothing while none is selected. */
export function BulkBar<Item>({ selection, children }: BulkBarProps<Item>) {
  const { selected, all, toggleAll, clear } = selection;
  return (
    <>
      <p className="sr" role="status">
        {selected.length > 0 && `${number(selected.length)} selected`}
      </p>
      {selected.length > 0 && (
        <section className="bulk" aria-label="Selected">
          <b className="num nowrap">{number(selected.length)} selected</b>
          {selected.length >= selectedItems && <span className="mute sm">the maximum at a time</span>}
          <span className="bulk__acts">{children}</span>
          <span className="bulk__end">
            {!all && (
              <button className="btn btn--sm btn--quiet" type="button" onClick={toggleAll}>
                Select all
              </button>
            )}
            <button className="btn btn--sm btn--quiet" type="button" onClick={clear}>
              Clear
            </button>
          </span>
        </section>
      )}
    </>
  );
}

interface SelectProps {
  label: string;
  checked: boolean;
  onToggle: () => void;
}

/** Checkbox of one entry, or of all entries in a table's head. */
export function SelectBox({ label, checked, onToggle }: SelectProps) {
  return (
    <label className="check pick">
      <input type="checkbox" aria-label={label} checked={checked} onChange={onToggle} />
    </label>
  );
}
