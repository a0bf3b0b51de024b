import { useQuery } from "@tanstack/react-query";
import { sessionsQuery, useEndSession } from "../../api/security.ts";
import { SessionList } from "../../components/sign-in/session-list.tsx";
import { NotLoaded } from "../../ui/not-loaded.tsx";
import { Section } from "../../ui/section.tsx";

/** The user's sessions, with buttons to end them. */
export function Sessions() {
  return (
    <Section title="Sessions" about="Browsers that are signed in to your account.">
      <OpenSessions />
    </Section>
  );
}

function OpenSessions() {
  const sessions = useQuery(sessionsQuery);
  const end = useEndSession();
  if (!sessions.data) return <NotLoaded query={sessions} what="Your sessions" rows={2} label="Loading sessions" />;
  return (
    <>
      <SessionList sessions={sessions.data} ending={end.isPending} onEnd={end.mutate} />
      {sessions.data.length > 1 && (
        <div className="slist__foot">
          <button className="btn" type="button" disabled={end.isPending} onClick={() => end.mutate(null)}>
            Sign Out Everywhere Else
          </button>
        </div>
      )}
    </>
  );
}
