import type { UserPage } from "@sheaf/contracts/admin/users.ts";
import { type PlainAct, usePlainAct } from "../../../api/admin/users.ts";
import { ActDialog } from "../pieces/act-dialog.tsx";

interface Words {
  title: string;
  label: string;
  doing: string;
  danger?: boolean;
  /** @param whole the practice's name where the action affects the owner and so all members */
  about(name: string, whole: string | undefined): string;
}

const words: Record<PlainAct, Words> = {
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

interface PlainActDialogProps {
  page: UserPage;
  act: PlainAct;
  onClose(): void;
}

/** An action that takes nothing but a reason. */
export function PlainActDialog({ page: { user, practice }, act, onClose }: PlainActDialogProps) {
  const { title, about, ...action } = words[act];
  const name = `${user.firstName} ${user.lastName}`;
  return (
    <ActDialog title={`${title}: ${name}`} action={action} act={usePlainAct(user.id, act)} onClose={onClose}>
      <p className="dim">{about(name, user.role === "owner" ? practice.name : undefined)}</p>
    </ActDialog>
  );
}
