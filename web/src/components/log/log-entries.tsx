import type { AdminAction } from "@sheaf/contracts/admin/session.ts";
import type { InfiniteData, UseInfiniteQueryResult } from "@tanstack/react-query";
import { dateTime } from "../../ui/dates.ts";
import { NotLoaded } from "../../ui/not-loaded.tsx";
import { ShowMore } from "../../ui/show-more.tsx";

type LogEntry = Omit<AdminAction, "action" | "reason"> & Partial<Pick<AdminAction, "reason">>;

interface LogEntriesProps {
  /** Name of the log in messages: "The audit log". */
  name: string;
  log: UseInfiniteQueryResult<InfiniteData<LogEntry[]>>;
}

/** Lists who did what, when and from where, newest first; more on request. */
export function LogEntries({ name, log }: LogEntriesProps) {
  if (!log.data) return <NotLoaded query={log} what={name} rows={4} label={`Loading ${name.toLowerCase()}`} />;
  return (
    <>
      <ol className="slist log">
        {log.data.pages.flat().map(({ id, at, who, what, reason, address }) => (
          <li key={id}>
            <div className="grow">
              <b>{what}</b>
              {reason && <p className="dim sm">“{reason}”</p>}
              <p className="mute sm num">
                {who} · {dateTime(at)}
                {address && ` · ${address}`}
              </p>
            </div>
          </li>
        ))}
      </ol>
      {log.hasNextPage && (
        <div className="slist__foot">
          <ShowMore list={log} />
        </div>
      )}
    </>
  );
}
