import type { FailedTask } from "@sheaf/contracts/admin/operations.ts";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { failedTasksQuery, useSettleTask } from "../../../api/admin/operations.ts";
import { dateTime } from "../../../ui/dates.ts";
import { LoadError, SkeletonRows } from "../../../ui/states.tsx";
import { count, number } from "../../../ui/words.ts";
import { ActDialog } from "../pieces/act-dialog.tsx";

/** Tasks that nothing will try again by itself. */
export function FailedTasks() {
  const { data, error, refetch } = useQuery(failedTasksQuery);
  return (
    <section className="card" aria-label="Failed tasks">
      <div className="card__head">
        <h2>Failed tasks</h2>
        {data && data.length > 0 && <span className="mute sm num">{number(data.length)}, the newest first</span>}
      </div>
      {data ? (
        <TaskList tasks={data} />
      ) : error ? (
        <LoadError what="The failed tasks" error={error} retry={() => void refetch()} />
      ) : (
        <SkeletonRows rows={2} label="Loading failed tasks" />
      )}
    </section>
  );
}

function TaskList({ tasks }: { tasks: FailedTask[] }) {
  if (tasks.length === 0) return <p className="mute sm slim__empty">No task has failed.</p>;
  return (
    <ul className="slist">
      {tasks.map((task) => (
        <TaskRow key={task.id} task={task} />
      ))}
    </ul>
  );
}

function TaskRow({ task: { id, task, error, failedAt, attempts } }: { task: FailedTask }) {
  const [asked, setAsked] = useState<"retry" | "discard">();
  return (
    <li>
      <div className="grow">
        <b>{task}</b>
        <p className="quote">{error}</p>
        <p className="mute sm num">
          {dateTime(failedAt)} · {count(attempts, "attempt")}
        </p>
      </div>
      <div className="row slist__acts">
        <button className="btn btn--sm" type="button" aria-label={`Retry ${task}`} onClick={() => setAsked("retry")}>
          Retry
        </button>
        <button
          className="btn btn--sm"
          type="button"
          aria-label={`Discard ${task}`}
          onClick={() => setAsked("discard")}
        >
          Discard
        </button>
      </div>
      {asked && <SettleTask id={id} task={task} act={asked} onClose={() => setAsked(undefined)} />}
    </li>
  );
}

interface SettleTaskProps {
  id: string;
  task: string;
  act: "retry" | "discard";
  onClose(): void;
}

function SettleTask({ id, task, act, onClose }: SettleTaskProps) {
  const settle = useSettleTask(id, act);
  return act === "retry" ? (
    <ActDialog
      title={`Retry ${task}`}
      action={{ label: "Retry", doing: "Retrying..." }}
      act={settle}
      inputOf={({ reason }) => ({ reason })}
      onClose={onClose}
    >
      <p className="dim">
        It goes back into the queue, with all its attempts before it. Running it twice does no harm.
      </p>
    </ActDialog>
  ) : (
    <ActDialog
      title={`Discard ${task}`}
      action={{ label: "Discard", doing: "Discarding...", danger: true }}
      act={settle}
      inputOf={({ reason }) => ({ reason })}
      onClose={onClose}
    >
      <p className="dim">It leaves this list and is never tried again. This cannot be undone.</p>
    </ActDialog>
  );
}
