import { useChangeEvents } from "../../api/events.ts";

/** Nothing to see; a part of its own, so that public pages load the stream's reader after they show. */
export function FollowChanges() {
  useChangeEvents();
  return null;
}
