import type { JobEvent } from "@sheaf/contracts/deliveries.ts";
import type { Job } from "@sheaf/contracts/jobs.ts";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { timelineQuery } from "../../api/delivery.ts";
import { unfinished } from "../../api/jobs.ts";
import { date, dateTime, time } from "../../ui/dates.ts";
import { WithNames } from "../../ui/file-name.tsx";
import { NotLoaded } from "../../ui/not-loaded.tsx";
import { number } from "../../ui/words.ts";
import { describeFilesWaiting } from "./job-words.ts";

/** Lists the events of a job in order: who, when, and messages of other systems in their own words. */
export function JobTimeline({ job }: { job: Job }) {
  const timeline = useQuery(timelineQuery(job.id));
  const events = timeline.data;
  const [all, setAll] = useState(false);
  if (!events) return <NotLoaded query={timeline} what="The history" rows={3} label="Loading the history" />;
  const runs = longRuns(events);
  const names = job.files.map(({ originalName }) => originalName);
  return (
    <ol className="timeline">
      {events.map((event, index) => {
        const folded = all ? undefined : runs.find(({ from, to }) => from <= index && index < to);
        if (folded && folded.from < index) return null;
        return folded ? (
          // biome-ignore lint/suspicious/noArrayIndexKey: events have no ids, and are only ever appended
          <FoldedSteps key={index} number={folded.to - folded.from} onOpen={() => setAll(true)} />
        ) : (
          // biome-ignore lint/suspicious/noArrayIndexKey: events have no ids, and are only ever appended
          <Step key={index} event={event} before={events[index - 1]} names={names} />
        );
      })}
      <Next job={job} />
    </ol>
  );
}

/** Steps of a run that are always shown at its beginning; the last one of a run is shown, too. */
const shownOfRun = 3;
const longRun = 12;

/** Returns the middle of each long run of successful steps, such as the conversions of a large container's files. */
function longRuns(events: JobEvent[]): { from: number; to: number }[] {
  const runs: { from: number; to: number }[] = [];
  let start = 0;
  for (let index = 0; index <= events.length; index += 1) {
    if (events[index]?.kind === "good") continue;
    if (index - start > longRun) runs.push({ from: start + shownOfRun, to: index - 1 });
    start = index + 1;
  }
  return runs;
}

function FoldedSteps({ number: steps, onOpen }: { number: number; onOpen: () => void }) {
  return (
    <li className="is-note">
      <span />
      <span className="node" />
      <div>
        <button className="link sm" type="button" onClick={onOpen}>
          Show {number(steps)} more steps
        </button>
      </div>
    </li>
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
