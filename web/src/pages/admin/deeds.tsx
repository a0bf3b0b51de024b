import { useInfiniteQuery } from "@tanstack/react-query";
import { deedsQuery } from "../../api/admin-account.ts";
import { dateTime } from "../../ui/dates.ts";
import { Dialog } from "../../ui/dialog.tsx";
import { LoadError, SkeletonRows } from "../../ui/states.tsx";

/** What every administrator did, and why. */
export function Deeds({ onClose }: { onClose: () => void }) {
  return (
    <Dialog title="Log of Deeds" subtitle="What every administrator did, and why" wide onClose={onClose}>
      <div className="adialog">
        <Entries />
      </div>
    </Dialog>
  );
}

function Entries() {
  const log = useInfiniteQuery(deedsQuery);
  if (!log.data) {
    if (!log.error) return <SkeletonRows rows={6} label="Loading the log" />;
    return <LoadError what="The log" error={log.error} retry={() => void log.refetch()} />;
  }
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
          <button
            className="btn"
            type="button"
            disabled={log.isFetchingNextPage}
            onClick={() => void log.fetchNextPage()}
          >
            {log.isFetchingNextPage ? "Loading..." : "Show More"}
          </button>
        </div>
      )}
    </>
  );
}
