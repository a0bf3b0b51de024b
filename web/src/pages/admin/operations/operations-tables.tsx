import type { Operations } from "@sheaf/contracts/admin/operations.ts";
import { count, number } from "../../../ui/words.ts";
import { age } from "../pieces/age.ts";
import { reasonWords } from "../pieces/reasons.ts";
import { CardTable } from "../pieces/slim-table.tsx";

export function Queue({ queue, at }: Pick<Operations, "queue" | "at">) {
  const busy = queue.filter(({ waiting, running, failed }) => waiting + running + failed > 0);
  return (
    <CardTable
      title="Queue"
      note={`${count(queue.length - busy.length, "kind")} of task idle`}
      empty="No task is waiting, running or failed."
      rows={busy}
      keyOf={({ task }) => task}
      columns={{
        Task: ({ task }) => task,
        Waiting: ({ waiting }) => number(waiting),
        Running: ({ running }) => number(running),
        Failed: ({ failed }) => (failed > 0 ? <b className="bad">{number(failed)}</b> : number(failed)),
        Oldest: ({ oldestWaitingAt }) => (oldestWaitingAt ? age(oldestWaitingAt, at) : "–"),
      }}
    />
  );
}

export function Workers({ workers, at }: Pick<Operations, "workers" | "at">) {
  return (
    <CardTable
      title="Workers"
      note={`${number(workers.length)} running`}
      empty="No worker is running. Nothing is converted or sent until one is started."
      rows={workers}
      keyOf={({ id }) => id}
      words={3}
      columns={{
        Worker: ({ id, converts }) => (
          <>
            {id.slice(-8)} {!converts && <span className="badge">No conversions</span>}
          </>
        ),
        Version: ({ version }) => version,
        Sandbox: ({ sandbox, notes }) => <Sandbox sandbox={sandbox} notes={notes} />,
        "Last seen": ({ lastSeenAt }) => <span className="nowrap">{age(lastSeenAt, at)} ago</span>,
      }}
    />
  );
}

function Sandbox({ sandbox, notes }: Pick<Operations["workers"][number], "sandbox" | "notes">) {
  return (
    <div>
      {sandbox}
      {notes.map((note) => (
        <p key={note} className="mute sm">
          {note}
        </p>
      ))}
    </div>
  );
}

export function Scheduled({ scheduled, at }: Pick<Operations, "scheduled" | "at">) {
  const failing = scheduled.filter(isFailing).length;
  return (
    <CardTable
      title="Scheduled tasks"
      note={failing > 0 ? <span className="bad">{number(failing)} failed on the last run</span> : "last run"}
      empty="No scheduled task has run yet. A worker starts them."
      rows={scheduled}
      keyOf={({ task }) => task}
      words={3}
      columns={{
        Task: ({ task }) => task,
        "Last run": (run) => <LastRun run={run} at={at} />,
        Counted: ({ found }) => <Counted found={found} />,
        Took: ({ ms }) => duration(ms),
      }}
    />
  );
}

type Run = Operations["scheduled"][number];

const isFailing = ({ doneAt, failedAt }: Run) => failedAt !== null && (doneAt === null || failedAt > doneAt);

function LastRun({ run, at }: { run: Run; at: string }) {
  const { doneAt, failedAt } = run;
  if (failedAt && isFailing(run)) return <b className="bad nowrap">failed {age(failedAt, at)} ago</b>;
  return <span className="nowrap">{doneAt ? `${age(doneAt, at)} ago` : "–"}</span>;
}

/** Counts to highlight: files that are missing, totals that were wrong. */
const worrying = ["missing", "failed", "stuck", "differences"];

function Counted({ found }: Pick<Run, "found">) {
  const counted = Object.entries(found).filter(([, amount]) => amount > 0);
  if (counted.length === 0) return "nothing";
  return counted.map(([what, amount], index) => (
    <span key={what}>
      {index > 0 && ", "}
      <span className={worrying.includes(what) ? "bad nowrap" : "nowrap"}>
        {number(amount)} {what}
      </span>
    </span>
  ));
}

/** "340 ms", "1.4 s" */
const duration = (ms: number) => (ms < 1000 ? `${ms} ms` : `${number(Math.round(ms / 100) / 10)} s`);

export function Conversions({ conversions }: Pick<Operations, "conversions">) {
  return (
    <CardTable
      title="Conversions by format"
      note="last hour"
      empty="Nothing was converted in the last hour."
      rows={conversions}
      keyOf={({ format }) => format}
      columns={{
        Format: ({ format }) => format.toUpperCase(),
        "Per minute": ({ perMinute }) => number(Math.round(perMinute * 100) / 100),
        "50% within": ({ p50Ms }) => duration(p50Ms),
        "95% within": ({ p95Ms }) => duration(p95Ms),
        Refused: ({ refused }) => number(refused),
      }}
    />
  );
}

export function Refusals({ refusals }: Pick<Operations, "refusals">) {
  return (
    <CardTable
      title="Refused files"
      note="last 24 hours"
      empty="No file was refused."
      rows={refusals}
      keyOf={({ reason }) => reason}
      columns={{ Reason: ({ reason }) => reasonWords(reason), Files: ({ count }) => number(count) }}
    />
  );
}

export function Mail({ mail }: Pick<Operations, "mail">) {
  return (
    <CardTable
      title="Emails"
      note="last 24 hours"
      empty="No email was created."
      rows={mail}
      keyOf={({ provider, state }) => `${provider} ${state}`}
      words={2}
      columns={{
        Provider: ({ provider }) => provider,
        State: ({ state }) => state,
        Emails: ({ count }) => number(count),
      }}
    />
  );
}

const kinds = { embedded: "comes with Sheaf", external: "external" } as const;

export function Services({ services }: Pick<Operations, "services">) {
  return (
    <CardTable
      title="Services"
      empty="No service has been seen."
      rows={services}
      keyOf={({ name }) => name}
      words={3}
      columns={{
        Service: ({ name }) => name,
        Version: ({ version }) => version,
        Runs: ({ kind }) => kinds[kind],
      }}
    />
  );
}
