import type { TwoFactorStart } from "@sheaf/contracts/accounts.ts";
import { useQuery } from "@tanstack/react-query";
import { useForm } from "react-hook-form";
import { sentenceOf } from "../../ui/failure.ts";
import { FieldError, TextField } from "../../ui/field.tsx";
import { FormDialog } from "../../ui/form-dialog.tsx";
import { aboutCodes } from "./recovery-codes.tsx";
import "./two-factor.css";

interface ScanCodeProps {
  started: TwoFactorStart;
  /** Sends the first code of the app. */
  confirm: { mutate(code: string): void; isPending: boolean; error: unknown };
  onClose: () => void;
}

/** Shows the secret as a QR code, and asks for the app's first code; two-factor sign-in is on once that is right. */
export function ScanCode({ started, confirm, onClose }: ScanCodeProps) {
  const { register, handleSubmit, formState } = useForm({ defaultValues: { code: "" } });
  // The response contains the recovery codes: closed before it, the dialog would never show them.
  const close = confirm.isPending ? undefined : onClose;
  return (
    <FormDialog
      title="Set Up Two-Factor Sign-In"
      onClose={close}
      unsaved={confirm.isPending}
      asks={aboutCodes}
      onSubmit={handleSubmit(({ code }) => confirm.mutate(code.trim()))}
      action={{ label: "Turn On", doing: "Checking...", pending: confirm.isPending }}
    >
      <p className="dim">
        Scan this with an authenticator app, such as the one on your phone or in your password manager.
      </p>
      <div className="scan">
        <QrCode text={started.uri} />
        <div className="stack">
          <p className="mute sm">No camera? Type this key into the app:</p>
          <code className="scan__key">{started.secret.replace(/(.{4})(?=.)/g, "$1 ")}</code>
        </div>
      </div>
      <TextField
        label="Code from the app"
        inputMode="numeric"
        autoComplete="one-time-code"
        data-first
        error={formState.errors.code?.message ?? (confirm.error ? sentenceOf(confirm.error) : undefined)}
        {...register("code", { required: "Enter the six digits" })}
      />
    </FormDialog>
  );
}

/** Loaded only here, as it is rarely needed. */
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
