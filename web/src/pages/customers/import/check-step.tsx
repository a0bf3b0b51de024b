import { useEffect, useMemo, useRef, useState } from "react";
import { Callout } from "../../../ui/callout.tsx";
import { useGrowing } from "../../../ui/growing.ts";
import { showFailure } from "../../../ui/toast.tsx";
import { count, number } from "../../../ui/words.ts";
import { ColumnChoice } from "./column-choice.tsx";
import type { Mapping } from "./columns.ts";
import { ImportLine } from "./import-line.tsx";
import { type ImportRow, isFaulty, judge, type KnownCustomers } from "./judge.ts";
import type { ReadList } from "./read-list.ts";

interface CheckStepProps {
  list: ReadList;
  mapping: Mapping;
  rows: ImportRow[];
  known: KnownCustomers;
  /** Another file was chosen and cannot be read: these rows stay. */
  problem: string | undefined;
  sending: boolean;
  onMap: (mapping: Mapping) => void;
  onRow: (row: ImportRow) => void;
  /** @param lines of the rows to leave out */
  onLeaveOut: (lines: number[]) => void;
  onOther: () => void;
  onClose: () => void;
  onCreate: (rows: ImportRow[]) => void;
}

/** Shows every row before the import, each with its problems, where it is corrected or left out. */
export function CheckStep(props: CheckStepProps) {
  const { list, mapping, rows, known, problem, sending, onMap, onRow, onLeaveOut, onOther, onClose, onCreate } = props;
  const [onlyFaulty, setOnlyFaulty] = useState(false);
  const body = useRef<HTMLElement>(null);
  // The button that chose the file is gone.
  useEffect(() => {
    body.current?.focus();
  }, []);
  const judged = useMemo(() => judge(rows, known), [rows, known]);
  const lines = rows.flatMap((row, at) => {
    const judgement = judged[at];
    return judgement ? [{ row, judgement }] : [];
  });
  const coming = rows.filter(({ leftOut }) => !leftOut);
  const faulty = lines.filter(({ row, judgement }) => !row.leftOut && isFaulty(judgement));
  const { shown, more, grow, end } = useGrowing(
    onlyFaulty ? lines.filter(({ row }) => row.open) : lines,
    `${list.fileName} ${onlyFaulty}`,
  );
  const ready = coming.length - faulty.length;
  const held = faulty.length > 0 || coming.length === 0;

  function create() {
    if (sending) return;
    if (!held) return onCreate(coming);
    if (faulty.length === 0) return showFailure("Nothing to import", "Every row is left out. Tick the rows to import.");
    showFailure("Some rows need correcting", faultyNote(faulty.length));
    body.current?.querySelector<HTMLElement>("[aria-invalid=true]")?.focus();
  }

  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard */}
      <section className="imp" ref={body} tabIndex={0} aria-label="Rows of the list">
        <ColumnChoice columns={list.columns} mapping={mapping} onMap={onMap} />
        <div className="row between imp__bar">
          <span className="label num">{count(rows.length, "row")}</span>
          <div className="row">
            {lines.some(({ row }) => row.open) && (
              <label className="check sm">
                <input type="checkbox" checked={onlyFaulty} onChange={({ target }) => setOnlyFaulty(target.checked)} />
                Only rows to correct
              </label>
            )}
            {faulty.length > 0 && (
              <button
                className="btn btn--sm"
                type="button"
                onClick={() => onLeaveOut(faulty.map(({ row }) => row.line))}
              >
                {faulty.length === 1
                  ? "Leave out the faulty row"
                  : `Leave out all ${number(faulty.length)} faulty rows`}
              </button>
            )}
            <button className="btn btn--sm btn--quiet" type="button" onClick={onOther}>
              Choose another file
            </button>
          </div>
        </div>
        <ul className="imp__rows">
          {shown.map(({ row, judgement }) => (
            <ImportLine key={row.line} row={row} judgement={judgement} onChange={onRow} />
          ))}
        </ul>
        {more && (
          <div className="more" ref={end}>
            <button className="btn" type="button" onClick={grow}>
              Show more
            </button>
          </div>
        )}
      </section>
      {problem && (
        <div className="imp__problem">
          <Callout kind="bad" role="alert">
            {problem}
          </Callout>
        </div>
      )}
      <div className="up__foot">
        <div className="footnote" aria-live="polite">
          <p>
            {faulty.length > 0 ? (
              <span className="footnote__bad">{faultyNote(faulty.length)}</span>
            ) : (
              <b className="num">
                {coming.length === 0 ? "Every row is left out." : `${count(coming.length, "customer")} will be added.`}
              </b>
            )}
          </p>
          <p className="mute sm num">
            {rows.length > coming.length && `${number(rows.length - coming.length)} left out`}
          </p>
        </div>
        <button className="btn btn--lg" type="button" onClick={onClose}>
          Cancel
        </button>
        <button
          className="btn btn--lg btn--primary"
          type="button"
          aria-disabled={held || sending || undefined}
          onClick={create}
        >
          {sending ? "Importing..." : `Import ${count(ready, "customer")}`}
        </button>
      </div>
    </>
  );
}

const faultyNote = (rows: number) =>
  rows === 1
    ? "1 row needs correcting. Correct it or leave it out."
    : `${number(rows)} rows need correcting. Correct them or leave them out.`;
