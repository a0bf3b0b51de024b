import type { Session } from "@sheaf/contracts/accounts.ts";
import { dateTime } from "../../ui/dates.ts";

interface SessionListProps {
  sessions: readonly (Omit<Session, "createdAt"> & { endsAt?: string })[];
  ending: boolean;
  onEnd(id: string): void;
}

/** The browsers in which the user is signed in, with a button to end each session but this one. */
export function SessionList({ sessions, ending, onEnd }: SessionListProps) {
  return (
    <ul className="slist">
      {sessions.map(({ id, device, address, lastSeenAt, endsAt, current }) => (
        <li key={id}>
          <div className="grow">
            <b>{device}</b> {current && <span className="badge badge--ok">This browser</span>}
            <p className="mute sm num">
              {address} · last seen {dateTime(lastSeenAt)}
              {endsAt && ` · ends ${dateTime(endsAt)}`}
            </p>
          </div>
          {!current && (
            <button
              className="btn btn--sm"
              type="button"
              disabled={ending}
              aria-label={`Sign out ${device}`}
              onClick={() => onEnd(id)}
            >
              Sign Out
            </button>
          )}
        </li>
      ))}
    </ul>
  );
}
