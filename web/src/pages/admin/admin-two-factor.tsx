import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import {
  adminProfileQuery,
  useConfirmAdminTwoFactor,
  useEndAdminTwoFactor,
  useStartAdminTwoFactor,
} from "../../api/admin-account.ts";
import { PasswordDialog } from "../../components/two-factor/password-dialog.tsx";
import { RecoveryCodes } from "../../components/two-factor/recovery-codes.tsx";
import { ScanCode } from "../../components/two-factor/scan-code.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { LoadError, SkeletonRows } from "../../ui/states.tsx";

interface DialogProps {
  onClose: () => void;
}

/** Whether signing in to the portal asks for a code, and the way to change that. */
export function AdminTwoFactor({ onClose }: DialogProps) {
  const { data, error, refetch } = useQuery(adminProfileQuery);
  // What was so when the dialog opened: its last step still shows after the setting has changed.
  const [was, setWas] = useState(data?.twoFactor);
  if (data && was === undefined) setWas(data.twoFactor);
  if (was === undefined) {
    return (
      <Dialog title="Two-Factor Sign-In" onClose={onClose}>
        {error ? (
          <LoadError what="Your account" error={error} retry={() => void refetch()} />
        ) : (
          <SkeletonRows rows={1} label="Loading your account" />
        )}
      </Dialog>
    );
  }
  return was ? <TurnOff onClose={onClose} /> : <SetUp onClose={onClose} />;
}

function SetUp({ onClose }: DialogProps) {
  const start = useStartAdminTwoFactor();
  const confirm = useConfirmAdminTwoFactor();
  if (confirm.data) return <RecoveryCodes codes={confirm.data.recoveryCodes} onClose={onClose} />;
  if (start.data) return <ScanCode started={start.data} confirm={confirm} onClose={onClose} />;
  return (
    <PasswordDialog
      title="Set Up Two-Factor Sign-In"
      action="Continue"
      error={start.error}
      pending={start.isPending}
      onConfirm={(password) => start.mutate(password)}
      onClose={onClose}
    >
      <p className="dim">
        From then on, signing in to the portal asks for a code of your authenticator app as well as your password.
      </p>
    </PasswordDialog>
  );
}

function TurnOff({ onClose }: DialogProps) {
  const end = useEndAdminTwoFactor();
  return (
    <PasswordDialog
      title="Turn Off Two-Factor Sign-In"
      action="Turn Off"
      danger
      error={end.error}
      pending={end.isPending}
      onConfirm={(password) => end.mutate(password, { onSuccess: onClose })}
      onClose={onClose}
    >
      <p className="dim">Your password alone will be enough to sign in to the portal. Recovery codes stop working.</p>
    </PasswordDialog>
  );
}
