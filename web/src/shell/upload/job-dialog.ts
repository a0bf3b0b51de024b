import { useEffect, useRef } from "react";
import { useLocation } from "react-router";
import { jobOf, useDraft, useDraftActions } from "../../components/draft/draft-provider.tsx";
import { useJobAddress } from "../../components/job/job-address.ts";

/** The page that shows the job of its address in a drawer, not in the dialog. */
const withDrawer = "/audit-trail";

/**
 * Returns the job of the upload dialog. After an upload its job is put into the address, and the dialog takes it from
 * there, so that it also opens after a reload, by Back and by a shared link.
 * @returns job: undefined while the dialog shows an upload, or nothing
 */
export function useJobDialog() {
  const draft = useDraft();
  const { closeDialog } = useDraftActions();
  const { pathname } = useLocation();
  const { job: addressed, open, close: closeAddress, drop } = useJobAddress();
  const shown = draft.open ? jobOf(draft) : undefined;
  const choosing = draft.open && !shown;

  // The router changes the address asynchronously: a job closed before that must not be shown again.
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

  // A new upload replaces the shown job.
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
