import type { Operations as Facts } from "@sheaf/contracts/admin/operations.ts";
import { useQuery } from "@tanstack/react-query";
import { RotateCw } from "lucide-react";
import type { ReactNode } from "react";
import { failedTasksQuery, operationsQuery } from "../../../api/admin/operations.ts";
import { dateTime, time } from "../../../ui/dates.ts";
import { size } from "../../../ui/sizes.ts";
import { LoadError } from "../../../ui/states.tsx";
import { count, number } from "../../../ui/words.ts";
import { Figure } from "../pieces/figure.tsx";
import { LoadingNumbers } from "../pieces/loading-numbers.tsx";
import { FailedTasks } from "./failed-tasks.tsx";
import { HealthCard } from "./health-card.tsx";
import { Conversions, Mail, Queue, Refusals, Scheduled, Services, Workers } from "./operations-tables.tsx";
import { ReadingCard } from "./reading-card.tsx";

/** Running, waiting and failed tasks. Read when the tab is opened and on request. */
export function Operations() {
  const { data, error, refetch, isFetching } = useQuery(operationsQuery);
  const failed = useQuery(failedTasksQuery);
  if (!data) {
    if (!error) return <LoadingNumbers figures={4} cards={2} />;
    return (
      <div className="card">
        <LoadError what="The operations" error={error} retry={() => void refetch()} />
      </div>
    );
  }
  function refresh() {
    void refetch();
    void failed.refetch();
  }
  return (
    <>
      <div className="row between">
        <p className="mute sm num">Updated {time(data.at)}</p>
        <button className="btn btn--sm" type="button" aria-disabled={isFetching} onClick={refresh}>
          <RotateCw className="i i--14" aria-hidden />
          Refresh
        </button>
      </div>
      <Figures facts={data} />
      <HealthCard />
      <FailedTasks />
      <div className="duo">
        <Queue queue={data.queue} at={data.at} />
        <Workers workers={data.workers} at={data.at} />
      </div>
      <Conversions conversions={data.conversions} />
      <ReadingCard reading={data.reading} at={data.at} />
      <Scheduled scheduled={data.scheduled} at={data.at} />
      <div className="trio">
        <Refusals refusals={data.refusals} />
        <Mail mail={data.mail} />
        <Services services={data.services} />
      </div>
    </>
  );
}

const sum = (numbers: number[]) => numbers.reduce((total, each) => total + each, 0);

function Figures({ facts: { queue, conversions, storage, lastBackupAt } }: { facts: Facts }) {
  const { storedBytes } = storage;
  return (
    <section className="card strip strip--4" aria-label="Figures">
      <Figure
        label="Tasks waiting"
        definition="Background tasks that no worker has started: conversions, emails, clean-up."
        figure={number(sum(queue.map(({ waiting }) => waiting)))}
        note={`${number(sum(queue.map(({ running }) => running)))} running`}
      />
      <Figure
        label="Conversions per minute"
        definition="Files converted in the last hour, divided by 60."
        figure={number(Math.round(10 * sum(conversions.map(({ perMinute }) => perMinute))) / 10)}
        note={`${number(sum(conversions.map(({ refused }) => refused)))} refused in the last hour`}
      />
      <Figure
        label="Storage used"
        definition="Originals, PDFs and page previews of every practice. A file is missing if the database lists it and last night’s check did not find it."
        figure={size(storedBytes)}
        note={storageNote(storage)}
      />
      <Figure
        label="Last backup"
        definition="When a backup of this installation was last completed."
        figure={lastBackupAt ? time(lastBackupAt) : "None"}
        note={lastBackupAt ? dateTime(lastBackupAt) : "no backup has been made yet"}
      />
    </section>
  );
}

function storageNote({ kind, freeBytes, missingFiles }: Facts["storage"]): ReactNode {
  if (missingFiles) return <span className="bad">{count(missingFiles, "file")} missing</span>;
  return freeBytes === null ? storageNames[kind] : `${size(freeBytes)} free, ${storageNames[kind]}`;
}

const storageNames = { local: "on this machine", s3: "in S3" } as const;
