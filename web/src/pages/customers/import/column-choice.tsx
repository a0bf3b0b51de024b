import { useId } from "react";
import { fields, type Mapping } from "./columns.ts";

interface ColumnChoiceProps {
  columns: string[];
  mapping: Mapping;
  onMap: (mapping: Mapping) => void;
}

const none = "";

/** Assigns the file's columns to fields. A change reads the rows again. */
export function ColumnChoice({ columns, mapping, onMap }: ColumnChoiceProps) {
  const id = useId();
  return (
    <fieldset className="imp__cols">
      <legend className="label">Columns</legend>
      {fields.map(({ field, label, needed }) => (
        <div className="field" key={field}>
          <label className="label" htmlFor={`${id}-${field}`}>
            {label} {!needed && <span className="opt">optional</span>}
          </label>
          <select
            id={`${id}-${field}`}
            className="select"
            aria-invalid={(needed && mapping[field] === undefined) || undefined}
            value={mapping[field] ?? none}
            onChange={({ target }) =>
              onMap({ ...mapping, [field]: target.value === none ? undefined : Number(target.value) })
            }
          >
            <option value={none}>{needed ? "Choose a column" : "Not in the list"}</option>
            {columns.map((title, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: titles may repeat; the value is the position
              <option key={at} value={at}>
                {title}
              </option>
            ))}
          </select>
        </div>
      ))}
    </fieldset>
  );
}
