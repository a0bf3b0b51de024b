import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { notificationsQuery, useMarkSeen } from "../../api/notifications.ts";

/** What the open bell tells. Opening it is having seen what is in it, and what comes in while it is open. */
export function useNotices(open: boolean) {
  const { data, error, refetch } = useQuery(notificationsQuery);
  const { mutate: markSeen } = useMarkSeen();
  const unseen = data?.unseen ?? 0;
  const newest = data?.told[0]?.at;

  useEffect(() => {
    if (open && unseen > 0 && newest) markSeen(newest);
  }, [open, unseen, newest, markSeen]);

  const retry = () => void refetch();
  // What was new is read by then.
  return { told: { told: data?.told, error, retry }, leave: retry };
}
