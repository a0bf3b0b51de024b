import { useState } from "react";
import {
  useConfirmTwoFactor,
  useDisableTwoFactor,
  useRenewRecoveryCodes,
  useStartTwoFactor,
} from "../../api/security.ts";
import { PasswordDialog } from "../../components/two-factor/password-dialog.tsx";
import { RecoveryCodes } from "../../components/two-factor/recovery-codes.tsx";
import { ScanCode } from "../../components/two-factor/scan-code.tsx";

/** Password, then the QR code and the first code of the app, then the recovery codes: in force once the code is right. */
export function SetUpTwoFactor({ onClose }: { onClose: () => void }) {
  const start = useStartTwoFactor();
  const confirm = useConfirmTwoFactor();
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
        From then on, signing in asks for a code of your authenticator app as well as your password.
      </p>
    </PasswordDialog>
  );
}

export function TurnOffTwoFactor({ onClose }: { onClose: () => void }) {
  const disable = useDisableTwoFactor();
  return (
    <PasswordDialog
      title="Turn Off Two-Factor Sign-In"
      action="Turn Off"
      danger
      error={disable.error}
      pending={disable.isPending}
      onConfirm={(password) => disable.mutate(password, { onSuccess: onClose })}
      onClose={onClose}
    >
      <p className="dim">Your password alone will be enough to sign in. Recovery codes stop working.</p>
    </PasswordDialog>
  );
}

export function NewRecoveryCodes({ onClose }: { onClose: () => void }) {
  const renew = useRenewRecoveryCodes();
  const [codes, setCodes] = useState<string[]>();
  if (codes) return <RecoveryCodes codes={codes} onClose={onClose} />;
  return (
    <PasswordDialog
      title="New Recovery Codes"
      action="Make New Codes"
      error={renew.error}
      pending={renew.isPending}
      onConfirm={(password) => renew.mutate(password, { onSuccess: ({ recoveryCodes }) => setCodes(recoveryCodes) })}
      onClose={onClose}
    >
      <p className="dim">The codes you have now stop working.</p>
    </PasswordDialog>
  );
}
