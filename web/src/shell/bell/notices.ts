import type { Notification } from "@sheaf/contracts/notifications.ts";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { notificationsQuery, useMarkSeen } from "../../api/notifications.ts";

/** The notifications of the open bell. All that are listed count as seen, also those that arrive while it is open. */
export function useNotices(open: boolean) {
  const { data, error, refetch } = useQuery(notificationsQuery);
  const { mutate: markSeen } = useMarkSeen();
  const newest = data?.told[0]?.at;
  // `unseen` counts only those that need a person, but all listed ones are seen here.
  const hasNew = data !== undefined && (data.unseen > 0 || data.told.some(({ isNew }) => isNew));
  const told = useStillNew(open, data?.told);

  useEffect(() => {
    if (open && hasNew && newest) markSeen(newest);
  }, [open, hasNew, newest, markSeen]);

  const retry = () => void refetch();
  // By then the new ones have been seen.
  return { told: { told, error, retry }, leave: retry };
}

/** Keeps new notifications marked as long as the bell is open, even when the list is read again meanwhile. */
function useStillNew(open: boolean, told: Notification[] | undefined): Notification[] | undefined {
  const [marked, setMarked] = useState<ReadonlySet<string>>(nothing);

  useEffect(() => {
    if (!open) return setMarked(nothing);
    const fresh = told?.filter(({ isNew }) => isNew).map(nameOf) ?? [];
    setMarked((known) => (fresh.every((name) => known.has(name)) ? known : new Set([...known, ...fresh])));
  }, [open, told]);

  return told?.map((one) => ({ ...one, isNew: one.isNew || marked.has(nameOf(one)) }));
}

const nothing: ReadonlySet<string> = new Set();

/** Returns a key for one result of a job, which may be retried and end again. */
const nameOf = ({ jobId, at }: Notification) => `${jobId} ${at}`;
