import type { UserPage } from "@sheaf/contracts/admin/users.ts";
import { useEndUnlimited } from "../../../api/admin/users.ts";
import { ActionDialog } from "../pieces/action-dialog.tsx";

/** Ends the free, unlimited subscription of a practice that used to be the installation's own one. */
export function EndUnlimited({ page: { practice, billing }, onClose }: { page: UserPage; onClose: () => void }) {
  const next = billing?.periods[0];
  return (
    <ActionDialog
      title={`End Unlimited Subscription: ${practice.name}`}
      action={{ label: "End Subscription", doing: "Ending...", danger: true }}
      act={useEndUnlimited(practice.id)}
      onClose={onClose}
    >
      <p className="dim">
        {next
          ? `${practice.name} continues with ${next.plan.name}, which it has paid for.`
          : `${practice.name} must choose a plan before anybody in it can upload or send again. Everything can still be read and downloaded.`}{" "}
        Members above the plan’s limit are suspended, newest first, never the owner.
      </p>
    </ActionDialog>
  );
}
