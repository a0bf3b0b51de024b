import { useQuery } from "@tanstack/react-query";
import { adminSessionsQuery, useEndAdminSession } from "../../api/admin-account.ts";
import { sentenceOf } from "../../api/client.ts";
import { dateTime } from "../../ui/dates.ts";
import { Dialog } from "../../ui/dialog.tsx";
import { FieldError } from "../../ui/field.tsx";
import { LoadError, SkeletonRows } from "../../ui/states.tsx";

/** Where one is signed in to the portal, and a way to end it from here. */
export function AdminSessions({ onClose }: { onClose: () => void }) {
  const { data, error, refetch } = useQuery(adminSessionsQuery);
  const end = useEndAdminSession();
  return (
    <Dialog title="My Sessions" onClose={onClose}>
      <div className="adialog">
        {data ? (
          <ul className="slist">
            {data.map(({ id, device, address, lastSeenAt, endsAt, current }) => (
              <li key={id}>
                <div className="grow">
                  <b>{device}</b> {current && <span className="badge badge--ok">This browser</span>}
                  <p className="mute sm num">
                    {address} · last seen {dateTime(lastSeenAt)} · ends {dateTime(endsAt)}
                  </p>
                </div>
                {!current && (
                  <button
                    className="btn btn--sm"
                    type="button"
                    disabled={end.isPending}
                    aria-label={`Sign out ${device}`}
                    onClick={() => end.mutate(id)}
                  >
                    Sign Out
                  </button>
                )}
              </li>
            ))}
          </ul>
        ) : error ? (
          <LoadError what="Your sessions" error={error} retry={() => void refetch()} />
        ) : (
          <SkeletonRows rows={2} label="Loading sessions" />
        )}
        {end.error && (
          <div className="slist__foot">
            <FieldError>{sentenceOf(end.error)}</FieldError>
          </div>
        )}
      </div>
    </Dialog>
  );
}
