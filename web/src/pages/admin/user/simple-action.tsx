import type { UserPage } from "@sheaf/contracts/admin/users.ts";
import { type SimpleAction, useSimpleAction } from "../../../api/admin/users.ts";
import { ActionDialog } from "../pieces/action-dialog.tsx";

interface Words {
  title: string;
  label: string;
  doing: string;
  danger?: boolean;
  /** @param whole the practice's name where the action affects the owner and so all members */
  about(name: string, whole: string | undefined): string;
}

const words: Record<SimpleAction, Words> = {
  "end-sessions": {
    title: "End Sessions",
    label: "End Sessions",
    doing: "Ending...",
    about: (name) => `${name} is signed out everywhere and can sign in again.`,
  },
  "resend-verification": {
    title: "Resend the Verification",
    label: "Resend",
    doing: "Sending...",
    about: (name) => `${name} gets a new link to confirm the address. Earlier links stop working.`,
  },
  "send-reset-link": {
    title: "Send a Reset Link",
    label: "Send Link",
    doing: "Sending...",
    about: (name) =>
      `${name} gets an email with a link to choose a new password, sent to the confirmed address. Nobody else sees the link. Two-factor sign-in stays on.`,
  },
  suspend: {
    title: "Suspend",
    label: "Suspend",
    doing: "Suspending...",
    danger: true,
    about: (name, whole) =>
      whole
        ? `Everybody in ${whole} is signed out at once and cannot sign in until the practice is restored. Uploads are still converted and sent. Nothing is deleted.`
        : `${name} is signed out at once and cannot sign in until restored. Nothing is deleted.`,
  },
  restore: {
    title: "Restore",
    label: "Restore",
    doing: "Restoring...",
    about: (name, whole) => (whole ? `Everybody in ${whole} can sign in again.` : `${name} can sign in again.`),
  },
};

interface SimpleActionDialogProps {
  page: UserPage;
  act: SimpleAction;
  onClose(): void;
}

/** An action that takes nothing but a reason. */
export function SimpleActionDialog({ page: { user, practice }, act, onClose }: SimpleActionDialogProps) {
  const { title, about, ...action } = words[act];
  const name = `${user.firstName} ${user.lastName}`;
  return (
    <ActionDialog title={`${title}: ${name}`} action={action} act={useSimpleAction(user.id, act)} onClose={onClose}>
      <p className="dim">{about(name, user.role === "owner" ? practice.name : undefined)}</p>
    </ActionDialog>
  );
}
