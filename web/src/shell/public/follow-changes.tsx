import { useChangeEvents } from "../../api/events.ts";

/** Renders nothing; a module of its own, so that public pages load the event stream's code after they show. */
export function FollowChanges() {
  useChangeEvents();
  return null;
}
