import { useInfiniteQuery } from "@tanstack/react-query";
import { deedsQuery } from "../../../api/admin/account.ts";
import { LogEntries } from "../../../components/log/log-entries.tsx";
import { Dialog } from "../../../ui/dialog.tsx";

/** What every administrator did, and why. */
export function Deeds({ onClose }: { onClose: () => void }) {
  const log = useInfiniteQuery(deedsQuery);
  return (
    <Dialog title="Log of Deeds" subtitle="What every administrator did, and why" wide onClose={onClose}>
      <div className="adialog">
        <LogEntries name="The log" log={log} />
      </div>
    </Dialog>
  );
}
