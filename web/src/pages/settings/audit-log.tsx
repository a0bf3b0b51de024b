import { retention } from "@sheaf/contracts/limits.ts";
import { useInfiniteQuery } from "@tanstack/react-query";
import { auditLogQuery } from "../../api/audit.ts";
import { dateTime } from "../../ui/dates.ts";
import { LoadError, SkeletonRows } from "../../ui/states.tsx";
import { Section } from "./rows.tsx";

/** Who did what, for the owner. */
export function AuditLog() {
  return (
    <Section title="Audit log" about={`Who did what, when and from where. Kept ${retention.auditYears} year.`}>
      <Entries />
    </Section>
  );
}

function Entries() {
  const log = useInfiniteQuery(auditLogQuery);
  if (!log.data) {
    if (!log.error) return <SkeletonRows rows={4} label="Loading the audit log" />;
    return <LoadError what="The audit log" error={log.error} retry={() => void log.refetch()} />;
  }
  return (
    <>
      <ol className="slist log">
        {log.data.pages.flat().map(({ id, at, who, what, address }) => (
          <li key={id}>
            <div className="grow">
              <b>{what}</b>
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
