import { useMakeOwner, useRemoveMember } from "../../api/members.ts";
import { ConfirmDialog } from "../../ui/confirm-dialog.tsx";

interface ChangeMemberProps {
  id: string;
  name: string;
  onClose(): void;
}

export function RemoveMember({ id, name, onClose }: ChangeMemberProps) {
  const { isPending: pending, mutate } = useRemoveMember();
  const run = () => mutate(id, { onSuccess: onClose });
  return (
    <ConfirmDialog
      title={`Remove ${name}`}
      action={{ label: "Remove", doing: "Removing...", pending, run }}
      onClose={onClose}
    >
      <p>{name} is signed out at once and their account is deleted.</p>
      <p className="dim">Their uploads stay, under their name.</p>
    </ConfirmDialog>
  );
}

export function HandOver({ id, name, onClose }: ChangeMemberProps) {
  const { isPending: pending, mutate } = useMakeOwner();
  const run = () => mutate(id, { onSuccess: onClose });
  return (
    <ConfirmDialog
      title={`Make ${name} the owner`}
      action={{ label: "Hand Over", doing: "Handing over...", pending, run }}
      onClose={onClose}
    >
      <p>
        {name} will pay, export, delete and manage members. You become a member, and only {name} can change that back.
      </p>
    </ConfirmDialog>
  );
}
