import type { FailedTask } from "@sheaf/contracts/admin/operations.ts";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { failedTasksQuery, useSettleTask } from "../../../api/admin/operations.ts";
import { dateTime } from "../../../ui/dates.ts";
import { NotLoaded } from "../../../ui/not-loaded.tsx";
import { count, number } from "../../../ui/words.ts";
import { ActionDialog } from "../pieces/action-dialog.tsx";
import { TableCard } from "../pieces/table-card.tsx";

/** Tasks that are not retried automatically any more. */
export function FailedTasks() {
  const failed = useQuery(failedTasksQuery);
  const { data } = failed;
  return (
    <TableCard title="Failed tasks" note={data && data.length > 0 && `${number(data.length)}, newest first`}>
      {data ? (
        <TaskList tasks={data} />
      ) : (
        <NotLoaded query={failed} what="The failed tasks" rows={2} label="Loading failed tasks" />
      )}
    </TableCard>
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

const settlements = {
  retry: {
    action: { label: "Retry", doing: "Retrying..." },
    about: "The task goes back to the queue with all its attempts available again. Running it twice does no harm.",
  },
  discard: {
    action: { label: "Discard", doing: "Discarding...", danger: true },
    about: "The task is removed from this list and never tried again. This cannot be undone.",
  },
};

function SettleTask({ id, task, act, onClose }: SettleTaskProps) {
  const { action, about } = settlements[act];
  return (
    <ActionDialog title={`${action.label} ${task}`} action={action} act={useSettleTask(id, act)} onClose={onClose}>
      <p className="dim">{about}</p>
    </ActionDialog>
  );
}
