import type { TwoFactorStart } from "@sheaf/contracts/accounts.ts";
import { count } from "../../ui/words.ts";
import { PasswordDialog } from "./password-dialog.tsx";
import { RecoveryCodes } from "./recovery-codes.tsx";
import { ScanCode } from "./scan-code.tsx";

/** The part of a mutation that a form needs to send one text. */
interface Call<Answer> {
  data: Answer | undefined;
  error: unknown;
  isPending: boolean;
  mutate(text: string, then?: { onSuccess(): void }): void;
}

interface SetUpProps {
  /** Follows "signing in": the name of the portal, or empty for Sheaf itself. */
  where?: string;
  start: Call<TwoFactorStart>;
  confirm: Call<{ recoveryCodes: string[] }>;
  onClose(): void;
}

/**
 * The steps password, QR code with the app's first code, and recovery codes. Two-factor sign-in is on once the code is
 * right.
 */
export function SetUpTwoFactor({ where = "", start, confirm, onClose }: SetUpProps) {
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
        From then on, signing in{where} asks for a code from your authenticator app as well as your password.
      </p>
    </PasswordDialog>
  );
}

interface TurnOffProps {
  where?: string;
  /** Set where the page itself does not show it. */
  recoveryCodesLeft?: number | undefined;
  end: Pick<Call<unknown>, "error" | "isPending" | "mutate">;
  onClose(): void;
}

/** Turns two-factor sign-in off: the password alone is enough again. */
export function TurnOffTwoFactor({ where = "", recoveryCodesLeft, end, onClose }: TurnOffProps) {
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
      <p className="dim">Your password alone will be enough to sign in{where}. Recovery codes stop working.</p>
      {recoveryCodesLeft !== undefined && <p className="dim">{count(recoveryCodesLeft, "recovery code")} left.</p>}
    </PasswordDialog>
  );
}
