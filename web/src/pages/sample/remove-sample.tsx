import { useRemoveSample } from "../../api/sample.ts";
import { ConfirmDialog } from "../../ui/confirm-dialog.tsx";

/** Removing cannot be undone, so it needs confirmation. */
export function RemoveSample({ onClose }: { onClose: () => void }) {
  const { isPending: pending, mutate } = useRemoveSample();
  const run = () => mutate(undefined, { onSettled: onClose });
  return (
    <ConfirmDialog
      title="Remove the sample"
      action={{ label: "Remove", doing: "Removing...", pending, run }}
      onClose={onClose}
    >
      <p>The sample job, its papers and its PDF are removed for everybody in your practice.</p>
      <p className="dim">Each practice can create the sample once, so it cannot be restored.</p>
    </ConfirmDialog>
  );
}
