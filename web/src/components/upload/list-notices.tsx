import type { Duplicate } from "@sheaf/contracts/deliveries.ts";
import { uploadLimits } from "@sheaf/contracts/limits.ts";
import { History, Layers } from "lucide-react";
import { number } from "../../ui/words.ts";
import type { ChosenFile } from "../draft/chosen-files.ts";

interface ListNoticesProps {
  files: ChosenFile[];
  /** Files that were sent to this inbox before, and about which the user has not decided yet. */
  sentBefore: ReadonlyMap<string, Duplicate>;
  onLeaveRest: () => void;
  onLeaveOutSent: () => void;
  onSendAnyway: () => void;
}

/**
 * Notices that concern several of the chosen files, with one button for all of them. A notice for a single file is in
 * its row.
 */
export function ListNotices({ files, sentBefore, onLeaveRest, onLeaveOutSent, onSendAnyway }: ListNoticesProps) {
  const { filesPerJob } = uploadLimits;
  const over = files.length - filesPerJob;
  return (
    <>
      {over > 0 && (
        <div className="callout callout--bad callout--acts">
          <Layers className="i" aria-hidden />
          <p>
            <b>{`${number(files.length)} files chosen.`}</b> {`One upload takes up to ${filesPerJob}.`}
          </p>
          <div className="row">
            <button className="btn btn--sm" type="button" onClick={onLeaveRest}>
              {over === 1
                ? "Leave the last file for the next upload"
                : `Leave the last ${number(over)} for the next upload`}
            </button>
          </div>
        </div>
      )}
      {sentBefore.size > 1 && (
        <div className="callout callout--busy callout--acts">
          <History className="i" aria-hidden />
          <p>
            <b>{`${number(sentBefore.size)} of these files have already been sent to this inbox.`}</b>
          </p>
          <div className="row">
            <button className="btn btn--sm" type="button" onClick={onLeaveOutSent}>
              Leave out these files
            </button>
            <button className="btn btn--sm btn--quiet" type="button" onClick={onSendAnyway}>
              Send these files again
            </button>
          </div>
        </div>
      )}
    </>
  );
}
