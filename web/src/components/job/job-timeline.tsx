import type { JobEvent } from "@sheaf/contracts/deliveries.ts";
import type { Job } from "@sheaf/contracts/jobs.ts";
import { useQuery } from "@tanstack/react-query";
import { timelineQuery } from "../../api/delivery.ts";
import { unfinished } from "../../api/jobs.ts";
import { date, dateTime, time } from "../../ui/dates.ts";
import { WithNames } from "../../ui/file-name.tsx";
import { NotLoaded } from "../../ui/not-loaded.tsx";
import { describeFilesWaiting } from "./job-words.ts";

/** Lists the events of a job in order: who, when, and messages of other systems in their own words. */
export function JobTimeline({ job }: { job: Job }) {
  const timeline = useQuery(timelineQuery(job.id));
  const events = timeline.data;
  if (!events) return <NotLoaded query={timeline} what="The history" rows={3} label="Loading the history" />;
  const names = job.files.map(({ originalName }) => originalName);
  return (
    <ol className="timeline">
      {events.map((event, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: events have no ids, and are only ever appended
        <Step key={index} event={event} before={events[index - 1]} names={names} />
      ))}
      <Next job={job} />
    </ol>
  );
}

const looks: Record<JobEvent["kind"], string> = { person: "is-note", good: "", waiting: "is-wait", bad: "is-bad" };

interface StepProps {
  event: JobEvent;
  before: JobEvent | undefined;
  /** Names of the job's files. */
  names: string[];
}

function Step({ event, before, names }: StepProps) {
  const { at, kind, who, text, words } = event;
  const newDay = before !== undefined && date(before.at) !== date(at);
  return (
    <li className={looks[kind]}>
      <time dateTime={at} title={dateTime(at)}>
        {time(at)}
      </time>
      <span className="node" />
      <div>
        <h4>
          <WithNames text={text} names={names} />
        </h4>
        {(who !== null || newDay) && <p className="num">{[who, newDay && date(at)].filter(Boolean).join(" · ")}</p>}
        {words && <p className="quote">{words}</p>}
      </div>
    </li>
  );
}

/** The next step, and who has to take it. */
function Next({ job }: { job: Job }) {
  const needed = job.light.word === "Needs you";
  if (!needed && !unfinished(job)) return null;
  return (
    <li className={needed ? "is-next" : "is-busy"}>
      <span />
      <span className="node" />
      <div>
        <h4 className="dim">{needed ? "Waiting for you" : "Working"}</h4>
        <p>
          {needed
            ? (describeFilesWaiting(job) ?? "The converted files are kept.")
            : "The rest appears here as it happens."}
        </p>
      </div>
    </li>
  );
}
