import { CircleAlert, Info } from "lucide-react";
import { memo } from "react";
import { InboxBadge } from "../../../components/customer/inbox-badge.tsx";
import { fields } from "./columns.ts";
import { type ImportRow, isFaulty, type Judgement } from "./judge.ts";

interface ImportLineProps {
  row: ImportRow;
  judgement: Judgement;
  onChange: (row: ImportRow) => void;
}

function Line({ row, judgement, onChange }: ImportLineProps) {
  const { line, leftOut } = row;
  const faulty = !leftOut && isFaulty(judgement);
  return (
    <li className={`imp__row${faulty ? " is-bad" : ""}${leftOut ? " is-out" : ""}`}>
      <label className="check">
        <input
          type="checkbox"
          aria-label={`Import row ${line}`}
          checked={!leftOut}
          onChange={({ target }) => onChange({ ...row, leftOut: !target.checked })}
        />
        <span className="mute sm num" aria-hidden>
          {line}
        </span>
      </label>
      {row.open && !leftOut ? (
        <Inputs row={row} judgement={judgement} onChange={onChange} />
      ) : (
        <Words row={row} judgement={judgement} />
      )}
      {faulty && judgement.error && (
        <p className="imp__why">
          <CircleAlert className="i i--14" aria-hidden />
          {judgement.error}
        </p>
      )}
    </li>
  );
}

export const ImportLine = memo(
  Line,
  (before, now) => before.row === now.row && JSON.stringify(before.judgement) === JSON.stringify(now.judgement),
);

/** Fields without a column of their own share the last one. */
const others = fields.filter(({ field }) => !["name", "company", "email", "outputEmail"].includes(field));

function Words({ row: { fields: values, leftOut }, judgement }: Pick<ImportLineProps, "row" | "judgement">) {
  return (
    <div className="imp__words">
      <span className="cell">
        <b className="clip">{values.name || "No name"}</b>
        <span className="clip">{values.company}</span>
      </span>
      <span className="clip sm dim">{values.email}</span>
      <span className="row sm dim">
        <InboxBadge address={values.outputEmail} />
        <span className="clip">{values.outputEmail}</span>
      </span>
      <span className="clip sm mute num">
        {others
          .map(({ field }) => values[field])
          .filter(Boolean)
          .join(" · ")}
      </span>
      {(judgement.note || leftOut) && (
        <p className="imp__note">
          <Info className="i i--14" aria-hidden />
          {judgement.note ?? "Left out."}
        </p>
      )}
    </div>
  );
}

function Inputs({ row, judgement, onChange }: ImportLineProps) {
  return (
    <div className="imp__inputs">
      {fields.map(({ field, label }) => {
        const error = judgement.errors[field];
        const id = `row-${row.line}-${field}`;
        return (
          <div className="field" key={field}>
            <input
              className="input"
              aria-label={`${label} of row ${row.line}`}
              aria-invalid={error ? true : undefined}
              aria-describedby={error ? id : undefined}
              placeholder={label}
              value={row.fields[field]}
              onChange={({ target }) =>
                onChange({ ...row, refused: undefined, fields: { ...row.fields, [field]: target.value } })
              }
            />
            {error && (
              <span className="imp__why" id={id}>
                {error}
              </span>
            )}
          </div>
        );
      })}
    </div>
  );
}
