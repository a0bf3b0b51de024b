import type { Notification } from "@sheaf/contracts/notifications.ts";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { notificationsQuery, useMarkSeen } from "../../api/notifications.ts";

/** What the open bell tells. Opening it is having seen what is in it, and what comes in while it is open. */
export function useNotices(open: boolean) {
  const { data, error, refetch } = useQuery(notificationsQuery);
  const { mutate: markSeen } = useMarkSeen();
  const newest = data?.told[0]?.at;
  // The count is only of what needs somebody; all that is told is seen here.
  const hasNew = data !== undefined && (data.unseen > 0 || data.told.some(({ isNew }) => isNew));
  const told = useStillNew(open, data?.told);

  useEffect(() => {
    if (open && hasNew && newest) markSeen(newest);
  }, [open, hasNew, newest, markSeen]);

  const retry = () => void refetch();
  // What was new is read by then.
  return { told: { told, error, retry }, leave: retry };
}

/** What was new stays marked as long as the bell is open, though the list may be read again meanwhile. */
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

/** Of one end of a job, which may be tried again and end once more. */
const nameOf = ({ jobId, at }: Notification) => `${jobId} ${at}`;
