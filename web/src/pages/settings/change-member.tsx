import { useMakeOwner, useRemoveMember } from "../../api/members.ts";
import { Dialog } from "../../ui/dialog.tsx";

interface ChangeMemberProps {
  id: string;
  name: string;
  onClose(): void;
}

export function RemoveMember({ id, name, onClose }: ChangeMemberProps) {
  const remove = useRemoveMember();
  return (
    <Dialog title={`Remove ${name}`} onClose={onClose}>
      <div className="dialog__body stack">
        <p>{name} is signed out at once and their account is deleted.</p>
        <p className="dim">What they uploaded stays, under their name.</p>
      </div>
      <footer className="dialog__foot dialog__foot--end">
        <button className="btn" type="button" onClick={onClose}>
          Cancel
        </button>
        <button
          className="btn btn--danger"
          type="button"
          disabled={remove.isPending}
          onClick={() => remove.mutate(id, { onSuccess: onClose })}
        >
          {remove.isPending ? "Removing..." : "Remove"}
        </button>
      </footer>
    </Dialog>
  );
}

export function HandOver({ id, name, onClose }: ChangeMemberProps) {
  const makeOwner = useMakeOwner();
  return (
    <Dialog title={`Make ${name} the owner`} onClose={onClose}>
      <div className="dialog__body stack">
        <p>
          {name} will pay, export, delete and manage members. You become a member, and only {name} can change that back.
        </p>
      </div>
      <footer className="dialog__foot dialog__foot--end">
        <button className="btn" type="button" onClick={onClose}>
          Cancel
        </button>
        <button
          className="btn btn--danger"
          type="button"
          disabled={makeOwner.isPending}
          onClick={() => makeOwner.mutate(id, { onSuccess: onClose })}
        >
          {makeOwner.isPending ? "Handing over..." : "Hand Over"}
        </button>
      </footer>
    </Dialog>
  );
}
