import type { Notification } from "@sheaf/contracts/notifications.ts";
import { CircleAlert, CircleCheck } from "lucide-react";
import { Link } from "react-router";
import { day, time } from "../../ui/dates.ts";
import { LoadError, Spinner } from "../../ui/states.tsx";

interface NotificationListProps {
  told: Notification[] | undefined;
  error: unknown;
  retry: () => void;
  onLeave: () => void;
}

/** Finished jobs, the latest first, each with a link to it. */
export function NotificationList({ told, error, retry, onLeave }: NotificationListProps) {
  if (!told) return error ? <LoadError what="The notifications" error={error} retry={retry} /> : <Spinner />;
  if (told.length === 0) {
    return (
      <div className="empty empty--small">
        <b>No notifications yet</b>
        <p>Uploads that are ready or need you are listed here.</p>
      </div>
    );
  }
  return (
    <>
      <ul className="notifications">
        {told.map((one) => (
          <li key={one.jobId}>
            <NotificationItem one={one} onLeave={onLeave} />
          </li>
        ))}
      </ul>
      <div className="pop__foot">
        <Link className="link" to="/audit-trail" onClick={onLeave}>
          Open the audit trail
        </Link>
      </div>
    </>
  );
}

function NotificationItem({ one, onLeave }: { one: Notification; onLeave: () => void }) {
  const { jobId, at, kind, customerName, says, isNew } = one;
  const needsYou = kind === "failed";
  const Icon = needsYou ? CircleAlert : CircleCheck;
  return (
    <Link className={isNew ? "notification is-new" : "notification"} to={`/audit-trail?job=${jobId}`} onClick={onLeave}>
      <Icon className={needsYou ? "i is-bad" : "i is-ok"} aria-hidden />
      <span className="grow">
        <span className="row between">
          <b className="clip">
            {isNew && <span className="sr">New: </span>}
            {customerName}
          </b>
          <time className="mute xs num nowrap" dateTime={at}>
            {day(at)}, {time(at)}
          </time>
        </span>
        <span className="notification__words sm">{says}</span>
      </span>
    </Link>
  );
}
