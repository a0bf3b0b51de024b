import { useQuery } from "@tanstack/react-query";
import { adminSessionsQuery, useEndAdminSession } from "../../../api/admin/account.ts";
import { SessionList } from "../../../components/sign-in/session-list.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import { sentenceOf } from "../../../ui/failure.ts";
import { FieldError } from "../../../ui/field.tsx";
import { NotLoaded } from "../../../ui/not-loaded.tsx";

/** The administrator's sessions in the portal, with buttons to end them. */
export function AdminSessions({ onClose }: { onClose: () => void }) {
  const sessions = useQuery(adminSessionsQuery);
  const end = useEndAdminSession();
  return (
    <Dialog title="My Sessions" onClose={onClose}>
      <div className="adialog">
        {sessions.data ? (
          <SessionList sessions={sessions.data} ending={end.isPending} onEnd={end.mutate} />
        ) : (
          <NotLoaded query={sessions} what="Your sessions" rows={2} label="Loading sessions" />
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
