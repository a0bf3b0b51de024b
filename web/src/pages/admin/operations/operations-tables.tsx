import type { Operations } from "@sheaf/contracts/admin/operations.ts";
import { count, number } from "../../../ui/words.ts";
import { age } from "../pieces/age.ts";
import { reasonWords } from "../pieces/reasons.ts";
import { SlimTable } from "../pieces/slim-table.tsx";
import { TableCard } from "../pieces/table-card.tsx";

export function Queue({ queue, at }: Pick<Operations, "queue" | "at">) {
  const busy = queue.filter(({ waiting, running, failed }) => waiting + running + failed > 0);
  return (
    <TableCard title="Queue" note={`${count(queue.length - busy.length, "kind")} of task idle`}>
      <SlimTable
        empty="Nothing waits, runs or has failed."
        heads={["Task", "Waiting", "Running", "Failed", "Oldest"]}
        rows={busy.map(({ task, waiting, running, failed, oldestWaitingAt }) => ({
          key: task,
          cells: [
            task,
            number(waiting),
            number(running),
            failed > 0 ? (
              <b key="failed" className="bad">
                {number(failed)}
              </b>
            ) : (
              number(failed)
            ),
            oldestWaitingAt ? age(oldestWaitingAt, at) : "–",
          ],
        }))}
      />
    </TableCard>
  );
}

export function Workers({ workers, at }: Pick<Operations, "workers" | "at">) {
  return (
    <TableCard title="Workers" note={`${number(workers.length)} alive`}>
      <SlimTable
        empty="No worker has been seen: nothing is converted or sent until one is started."
        heads={["Worker", "Version", "Sandbox", "Last seen"]}
        words={3}
        rows={workers.map(({ id, version, sandbox, notes, converts, lastSeenAt }) => ({
          key: id,
          cells: [
            <span key="id">
              {id.slice(-8)} {!converts && <span className="badge">No conversions</span>}
            </span>,
            version,
            <Sandbox key="sandbox" {...{ sandbox, notes }} />,
            <span key="seen" className="nowrap">
              {age(lastSeenAt, at)} ago
            </span>,
          ],
        }))}
      />
    </TableCard>
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
    <TableCard
      title="Tasks by the clock"
      note={failing > 0 ? <span className="bad">{number(failing)} failed the last time</span> : "the last run"}
    >
      <SlimTable
        empty="None has run yet: a worker starts them."
        heads={["Task", "Last run", "Counted", "Took"]}
        words={3}
        rows={scheduled.map((run) => ({
          key: run.task,
          cells: [
            run.task,
            <LastRun key="last" run={run} at={at} />,
            <Counted key="found" found={run.found} />,
            duration(run.ms),
          ],
        }))}
      />
    </TableCard>
  );
}

type Run = Operations["scheduled"][number];

const isFailing = ({ doneAt, failedAt }: Run) => failedAt !== null && (doneAt === null || failedAt > doneAt);

function LastRun({ run, at }: { run: Run; at: string }) {
  const { doneAt, failedAt } = run;
  if (failedAt && isFailing(run)) return <b className="bad nowrap">failed {age(failedAt, at)} ago</b>;
  return <span className="nowrap">{doneAt ? `${age(doneAt, at)} ago` : "–"}</span>;
}

/** What is worth a look stands out: files that are gone, counts that were wrong. */
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
    <TableCard title="Conversions by format" note="the last hour">
      <SlimTable
        empty="Nothing was converted in the last hour."
        heads={["Format", "A minute", "Half within", "95% within", "Refused"]}
        rows={conversions.map(({ format, perMinute, p50Ms, p95Ms, refused }) => ({
          key: format,
          cells: [
            format.toUpperCase(),
            number(Math.round(perMinute * 100) / 100),
            duration(p50Ms),
            duration(p95Ms),
            number(refused),
          ],
        }))}
      />
    </TableCard>
  );
}

export function Refusals({ refusals }: Pick<Operations, "refusals">) {
  return (
    <TableCard title="Refused files" note="24 hours">
      <SlimTable
        empty="No file was refused."
        heads={["Reason", "Files"]}
        rows={refusals.map(({ reason, count }) => ({ key: reason, cells: [reasonWords(reason), number(count)] }))}
      />
    </TableCard>
  );
}

export function Mail({ mail }: Pick<Operations, "mail">) {
  return (
    <TableCard title="Emails" note="24 hours">
      <SlimTable
        empty="No email was made."
        heads={["Provider", "State", "Emails"]}
        words={2}
        rows={mail.map(({ provider, state, count }) => ({
          key: `${provider} ${state}`,
          cells: [provider, state, number(count)],
        }))}
      />
    </TableCard>
  );
}

const kinds = { embedded: "comes with Sheaf", external: "external" } as const;

export function Services({ services }: Pick<Operations, "services">) {
  return (
    <TableCard title="Services">
      <SlimTable
        empty="No service has been seen."
        heads={["Service", "Version", "Runs"]}
        words={3}
        rows={services.map(({ name, kind, version }) => ({ key: name, cells: [name, version, kinds[kind]] }))}
      />
    </TableCard>
  );
}
