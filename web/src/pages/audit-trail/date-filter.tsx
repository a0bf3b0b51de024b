import { Calendar } from "lucide-react";
import { type FormEvent, useId, useState } from "react";
import { FieldError } from "../../ui/field.tsx";
import { dayRanges, rangeWords } from "./day-ranges.ts";
import { FilterChip } from "./filter-chip.tsx";

interface DateFilterProps {
  /** Days as 2026-11-20, both inclusive. */
  from: string | undefined;
  to: string | undefined;
  onChoose: (range: { from: string | undefined; to: string | undefined }) => void;
}

export function DateFilter({ from, to, onChoose }: DateFilterProps) {
  const clear = () => onChoose({ from: undefined, to: undefined });
  return (
    <FilterChip
      icon={Calendar}
      label={from || to ? rangeWords(from, to) : "Any date"}
      onClear={from || to ? clear : undefined}
      clearLabel="Show every date"
    >
      {(close) => (
        <>
          <ul className="choices" aria-label="Uploaded">
            {dayRanges(new Date()).map(({ label, ...range }) => (
              <li key={label}>
                <button
                  type="button"
                  aria-pressed={range.from === from && range.to === to}
                  onClick={() => {
                    onChoose(range);
                    close();
                  }}
                >
                  {label}
                </button>
              </li>
            ))}
          </ul>
          <CustomRange
            from={from}
            to={to}
            onChoose={(range) => {
              onChoose(range);
              close();
            }}
          />
        </>
      )}
    </FilterChip>
  );
}

function CustomRange({ from, to, onChoose }: DateFilterProps) {
  const id = useId();
  const [wrong, setWrong] = useState(false);

  function send(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const data = new FormData(event.currentTarget);
    const [first, last] = [String(data.get("from")), String(data.get("to"))];
    const turned = first !== "" && last !== "" && first > last;
    setWrong(turned);
    if (!turned) onChoose({ from: first || undefined, to: last || undefined });
  }

  return (
    <form className="between-days" onSubmit={send}>
      <label className="field" htmlFor={`${id}-from`}>
        <span className="label">From</span>
        <input className="input" id={`${id}-from`} type="date" name="from" defaultValue={from} />
      </label>
      <label className="field" htmlFor={`${id}-to`}>
        <span className="label">To</span>
        <input className="input" id={`${id}-to`} type="date" name="to" defaultValue={to} />
      </label>
      {wrong && <FieldError>The first day is after the last day. Choose an earlier first day.</FieldError>}
      <button className="btn btn--sm" type="submit">
        Show these days
      </button>
    </form>
  );
}
