import { useQuery } from "@tanstack/react-query";
import { sessionsQuery, useEndSession } from "../../api/security.ts";
import { dateTime } from "../../ui/dates.ts";
import { LoadError, SkeletonRows } from "../../ui/states.tsx";
import { Section } from "./rows.tsx";

/** Where one is signed in, and a way to end it from here. */
export function Sessions() {
  return (
    <Section title="Sessions" about="Browsers that are signed in to your account.">
      <SessionList />
    </Section>
  );
}

function SessionList() {
  const { data, error, refetch } = useQuery(sessionsQuery);
  const end = useEndSession();
  if (!data) {
    if (!error) return <SkeletonRows rows={2} label="Loading sessions" />;
    return <LoadError what="Your sessions" error={error} retry={() => void refetch()} />;
  }
  return (
    <>
      <ul className="slist">
        {data.map(({ id, device, address, lastSeenAt, current }) => (
          <li key={id}>
            <div className="grow">
              <b>{device}</b> {current && <span className="badge badge--ok">This browser</span>}
              <p className="mute sm num">
                {address} · last seen {dateTime(lastSeenAt)}
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
      {data.length > 1 && (
        <div className="slist__foot">
          <button className="btn" type="button" disabled={end.isPending} onClick={() => end.mutate(null)}>
            Sign Out Everywhere Else
          </button>
        </div>
      )}
    </>
  );
}
