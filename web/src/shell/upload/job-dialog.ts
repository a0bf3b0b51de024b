import { useEffect, useRef } from "react";
import { useLocation } from "react-router";
import { jobOf, useDraft } from "../../components/draft/draft-provider.tsx";
import { useJobAddress } from "../../components/job/job-address.ts";

/** Shows the job of its address beside its list, and not in the dialog. */
const withDrawer = "/audit-trail";

/**
 * The upload dialog's job. As soon as the server has answered an upload, its job stands in the address; from there the
 * dialog takes it, and so it opens after a reload, by the way back and by a link that somebody was sent.
 * @returns job: undefined while the dialog shows an upload, or nothing
 */
export function useJobDialog() {
  const { draft, closeDialog } = useDraft();
  const { pathname } = useLocation();
  const { job: addressed, open, close: closeAddress, drop } = useJobAddress();
  const shown = draft.open ? jobOf(draft) : undefined;
  const choosing = draft.open && !shown;

  // The router gets to an address a moment later: a job that is closed before that is not shown again by it.
  const closedEarly = useRef<string>(undefined);
  useEffect(() => {
    if (shown) {
      if (addressed === shown) closeDialog();
      else open(shown);
    } else if (addressed && addressed === closedEarly.current) {
      closedEarly.current = undefined;
      closeAddress();
    }
  }, [shown, addressed, open, closeDialog, closeAddress]);

  // A new upload takes the place of the job that is shown.
  const replaced = choosing && addressed !== null && pathname !== withDrawer;
  useEffect(() => {
    if (replaced) drop();
  }, [replaced, drop]);

  const inDialog = pathname === withDrawer ? undefined : (addressed ?? undefined);
  function close() {
    if (shown && shown !== addressed) closedEarly.current = shown;
    closeDialog();
    if (!choosing && inDialog) closeAddress();
  }
  const job = choosing ? undefined : (shown ?? inDialog);
  return { job: job === closedEarly.current ? undefined : job, close };
}
