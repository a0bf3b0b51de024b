import type { TwoFactorStart } from "@sheaf/contracts/accounts.ts";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useForm } from "react-hook-form";
import { sentenceOf } from "../../api/client.ts";
import {
  useConfirmTwoFactor,
  useDisableTwoFactor,
  useRenewRecoveryCodes,
  useStartTwoFactor,
} from "../../api/security.ts";
import { Dialog } from "../../ui/dialog.tsx";
import { FieldError, TextField } from "../../ui/field.tsx";
import { PasswordDialog } from "./password-dialog.tsx";
import { RecoveryCodes } from "./recovery-codes.tsx";

/** Password, then the QR code and the first code of the app, then the recovery codes: in force once the code is right. */
export function SetUpTwoFactor({ onClose }: { onClose: () => void }) {
  const start = useStartTwoFactor();
  const confirm = useConfirmTwoFactor();
  if (confirm.data) return <RecoveryCodes codes={confirm.data.recoveryCodes} onClose={onClose} />;
  if (start.data) return <Scan started={start.data} confirm={confirm} onClose={onClose} />;
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

interface ScanProps {
  started: TwoFactorStart;
  confirm: ReturnType<typeof useConfirmTwoFactor>;
  onClose: () => void;
}

function Scan({ started, confirm, onClose }: ScanProps) {
  const { register, handleSubmit, formState } = useForm({ defaultValues: { code: "" } });
  return (
    <Dialog title="Set Up Two-Factor Sign-In" onClose={onClose}>
      <form className="dialog__form" noValidate onSubmit={handleSubmit(({ code }) => confirm.mutate(code.trim()))}>
        <div className="dialog__body dialog__fields">
          <p className="dim">Scan this with an authenticator app, such as the one of your phone or password manager.</p>
          <div className="scan">
            <QrCode text={started.uri} />
            <div className="stack">
              <p className="mute sm">No camera? Type this key into the app:</p>
              <code className="scan__key">{started.secret.replace(/(.{4})(?=.)/g, "$1 ")}</code>
            </div>
          </div>
          <TextField
            label="Code of the app"
            inputMode="numeric"
            autoComplete="one-time-code"
            data-first
            error={formState.errors.code?.message ?? (confirm.error ? sentenceOf(confirm.error) : undefined)}
            {...register("code", { required: "Enter the six digits" })}
          />
        </div>
        <footer className="dialog__foot dialog__foot--end">
          <button className="btn" type="button" onClick={onClose}>
            Cancel
          </button>
          <button className="btn btn--primary" type="submit" disabled={confirm.isPending}>
            {confirm.isPending ? "Checking..." : "Turn On"}
          </button>
        </footer>
      </form>
    </Dialog>
  );
}

/** Loaded only here: hardly anybody sets this up twice. */
function QrCode({ text }: { text: string }) {
  const { data: rows, error } = useQuery({
    queryKey: ["qr", text],
    queryFn: async () => (await import("uqr")).encode(text, { border: 2 }).data,
    gcTime: 0,
  });
  if (error) return <FieldError>The picture could not be drawn. Type the key instead.</FieldError>;
  if (!rows) return <span className="skel scan__code" />;
  const path = rows.flatMap((row, y) => row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : ""))).join("");
  return (
    <svg className="scan__code" viewBox={`0 0 ${rows.length} ${rows.length}`} role="img" aria-label="QR code">
      <rect width="100%" height="100%" fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
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
