import { useInfiniteQuery } from "@tanstack/react-query";
import { adminActionsQuery } from "../../../api/admin/account.ts";
import { LogEntries } from "../../../components/log/log-entries.tsx";
import { Dialog } from "../../../ui/dialog.tsx";

/** The log of all administrators' actions, with their reasons. */
export function ActionLog({ onClose }: { onClose: () => void }) {
  const log = useInfiniteQuery(adminActionsQuery);
  return (
    <Dialog title="Admin Action Log" subtitle="What every administrator did, and why" wide onClose={onClose}>
      <div className="adialog">
        <LogEntries name="The log" log={log} />
      </div>
    </Dialog>
  );
}
