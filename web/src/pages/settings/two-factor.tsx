import { useState } from "react";
import {
  useConfirmTwoFactor,
  useDisableTwoFactor,
  useRenewRecoveryCodes,
  useStartTwoFactor,
} from "../../api/security.ts";
import { PasswordDialog } from "../../components/two-factor/password-dialog.tsx";
import { aboutCodes, RecoveryCodes } from "../../components/two-factor/recovery-codes.tsx";
import { SetUpTwoFactor, TurnOffTwoFactor } from "../../components/two-factor/set-up.tsx";

interface DialogProps {
  onClose(): void;
}

export function SetUp({ onClose }: DialogProps) {
  return <SetUpTwoFactor start={useStartTwoFactor()} confirm={useConfirmTwoFactor()} onClose={onClose} />;
}

export function TurnOff({ onClose }: DialogProps) {
  return <TurnOffTwoFactor end={useDisableTwoFactor()} onClose={onClose} />;
}

export function NewRecoveryCodes({ onClose }: DialogProps) {
  const renew = useRenewRecoveryCodes();
  const [codes, setCodes] = useState<string[]>();
  if (codes) return <RecoveryCodes codes={codes} onClose={onClose} />;
  return (
    <PasswordDialog
      title="New Recovery Codes"
      action="Make New Codes"
      error={renew.error}
      pending={renew.isPending}
      asks={aboutCodes}
      onConfirm={(password) => renew.mutate(password, { onSuccess: ({ recoveryCodes }) => setCodes(recoveryCodes) })}
      onClose={onClose}
    >
      <p className="dim">The codes you have now stop working.</p>
    </PasswordDialog>
  );
}
