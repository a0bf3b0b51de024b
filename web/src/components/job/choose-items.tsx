import type { Job, JobFile } from "@sheaf/contracts/jobs.ts";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useId, useState } from "react";
import { Link } from "react-router";
import { subscriptionQuery } from "../../api/billing.ts";
import { itemChoiceQuery, useChooseItems } from "../../api/items.ts";
import { readAgain } from "../../api/read-again.ts";
import { FieldError } from "../../ui/field.tsx";
import { NotLoaded } from "../../ui/not-loaded.tsx";
import { size } from "../../ui/sizes.ts";
import { Tag } from "../../ui/tags.tsx";
import { count, number } from "../../ui/words.ts";
import { sayExpired, useExpired } from "../plan/expired.ts";
import { ItemPath } from "./item-path.tsx";

interface ChooseItemsProps {
  job: Job;
  /** A container with more documents than are left of the period. */
  container: JobFile;
}

/** Lets the user choose which files of a container are converted with the documents left. */
export function ChooseItems({ job, container }: ChooseItemsProps) {
  const ref = { jobId: job.id, fileId: container.id };
  const read = useQuery(itemChoiceQuery(ref));
  const client = useQueryClient();
  const choose = useChooseItems(ref);
  const expired = useExpired();
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const { data: subscription } = useQuery(subscriptionQuery);
  // A larger plan adds documents to the current period, and a job is paid for by the period in which it was uploaded.
  const isRunning = !!subscription && job.createdAt >= subscription.currentPeriodStart;
  const [error, setError] = useState<string>();
  const id = useId();
  if (!read.data) return <NotLoaded query={read} what="The files to choose from" rows={3} label="Loading the files" />;

  const { documentsLeft, itemIds } = read.data;
  const files = new Map(job.files.map((file) => [file.id, file]));
  const items = itemIds.flatMap((itemId) => files.get(itemId) ?? []);
  const selected = items.filter((item) => chosen.has(item.id));
  const first = items.slice(0, documentsLeft);
  const over = selected.length > documentsLeft;

  function select(ids: Iterable<string>) {
    setError(undefined);
    setChosen(new Set(ids));
  }
  function toggle(itemId: string) {
    const next = new Set(chosen);
    if (!next.delete(itemId)) next.add(itemId);
    select(next);
  }
  function send(event: FormEvent) {
    event.preventDefault();
    if (expired) return sayExpired();
    if (selected.length === 0) return setError("Select at least one file.");
    if (over) return setError(`Select ${count(documentsLeft, "file")} at most.`);
    // The order of the container, not that of the clicks.
    const ids = selected.map((item) => item.id);
    choose.mutate(ids, { onError: () => readAgain(client, { queryKey: itemChoiceQuery(ref).queryKey }) });
  }

  return (
    <form className="choose-items" onSubmit={send} aria-describedby={id}>
      <p className="sm" id={id}>
        The files that you do not select are set aside.
        {isRunning && (
          <>
            {" "}
            To convert all {number(items.length)}, <Link to="/pricing">choose a larger plan</Link> and press Retry.
          </>
        )}
      </p>
      <div className="row between choose-items__bar">
        <span className={`label num${over ? " over" : ""}`} role="status">
          {number(selected.length)} of {number(documentsLeft)} selected
        </span>
        <span className="row">
          <button className="btn btn--sm" type="button" onClick={() => select(first.map((item) => item.id))}>
            Select the first {number(first.length)}
          </button>
          <button className="btn btn--sm btn--quiet" type="button" onClick={() => select([])}>
            Clear
          </button>
        </span>
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard */}
      <ol className="choose-items__list" tabIndex={0} aria-label="Files to choose from">
        {items.map((item) => (
          <li key={item.id}>
            <label className="check">
              <input type="checkbox" checked={chosen.has(item.id)} onChange={() => toggle(item.id)} />
              <Tag name={item.originalName} />
              <span className="grow">
                <ItemPath file={item} />
              </span>
              <span className="mute sm num">{size(item.sizeBytes)}</span>
            </label>
          </li>
        ))}
      </ol>
      {error && <FieldError>{error}</FieldError>}
      <div className="row">
        <button
          className="btn btn--primary"
          type="submit"
          disabled={choose.isPending}
          aria-disabled={expired || over || selected.length === 0 || undefined}
        >
          {choose.isPending ? "Starting..." : `Convert ${count(selected.length, "file")}`}
        </button>
      </div>
    </form>
  );
}
