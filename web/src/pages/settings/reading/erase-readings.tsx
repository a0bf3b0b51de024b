import { ConfirmDialog } from "../../../ui/confirm-dialog.tsx";

interface EraseReadingsProps {
  onErase: () => void;
  onClose: () => void;
}

/** Asks before the practice's pages are no longer read. */
export function EraseReadings({ onErase, onClose }: EraseReadingsProps) {
  return (
    <ConfirmDialog
      title="Stop reading pages?"
      action={{ label: "Stop and erase", doing: "Erasing", pending: false, run: onErase }}
      keep="Keep reading pages"
      onClose={onClose}
    >
      <p>Everything that was read is erased. Files, PDFs and jobs stay.</p>
      <p>PDFs that were named by their content keep these names.</p>
      <p className="dim">
        Pages can no longer be searched, downloads are no longer searchable, and unreadable photos are no longer
        noticed. If you turn reading on again, the files still kept are read again.
      </p>
    </ConfirmDialog>
  );
}
