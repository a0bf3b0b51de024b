import { reasonLength } from "@sheaf/contracts/admin/limits.ts";
import { type ReactNode, useState } from "react";
import { Dialog } from "../../../ui/dialog.tsx";
import { DialogButtons } from "../../../ui/dialog-buttons.tsx";
import { sentenceOf } from "../../../ui/failure.ts";
import { FieldError, TextField } from "../../../ui/field.tsx";
import { type Rule, required, usePlainForm } from "../../../ui/plain-form.ts";

/** Props of a field of the dialog: its name and its problem. */
export interface FieldProps {
  name: string;
  error: string | undefined;
  onChange(): void;
}

interface ActionDialogProps<Field extends string, Input> {
  title: string;
  /** Paragraphs that say what will happen. */
  children?: ReactNode;
  /** Rules of the fields other than the reason. */
  rules?: Record<Field, Rule[]>;
  fields?: (field: (name: Field) => FieldProps) => ReactNode;
  /** Shown below the reason's field. */
  reasonHint?: string;
  action: { label: string; doing: string; danger?: boolean };
  /** Shown instead of the fields: what is about to happen, to be confirmed once more. */
  confirm?: ReactNode;
  act: { mutate(input: Input, options: { onSuccess(): void }): void; isPending: boolean; error: Error | null };
  /** Converts the fields' values to the body of the request; without it they are sent as they are. */
  inputOf?: (values: Record<Field | "reason", string>) => Input;
  onClose(): void;
  /** Called after success; without it the dialog closes. */
  onDone?: () => void;
}

const reasonRules: Rule[] = [
  required("Reason"),
  (reason) => (reason.length < reasonLength.min ? "Enter a reason" : undefined),
];

/** Dialog of an administrator's action. Every action needs a reason, which is stored with it. */
export function ActionDialog<Field extends string = never, Input = Record<Field | "reason", string>>(
  props: ActionDialogProps<Field, Input>,
) {
  const {
    title,
    children,
    rules,
    fields,
    reasonHint,
    action,
    confirm,
    act,
    inputOf = (values) => values as Input,
    onClose,
    onDone = onClose,
  } = props;
  const [confirming, setConfirming] = useState(false);
  const { onSubmit, field } = usePlainForm<Field | "reason">(
    { ...(rules ?? ({} as Record<Field, Rule[]>)), reason: reasonRules },
    (values) => {
      if (confirm && !confirming) return setConfirming(true);
      act.mutate(inputOf(values), { onSuccess: onDone });
    },
  );
  return (
    <Dialog title={title} onClose={onClose}>
      <form className="dialog__form" noValidate onSubmit={onSubmit}>
        {/* Hidden, not removed: going back shows everything as it was entered. */}
        <div className="dialog__body dialog__fields" hidden={confirming}>
          {children}
          {fields?.(field)}
          <TextField
            label="Reason"
            maxLength={reasonLength.max}
            autoComplete="off"
            hint={reasonHint ?? "Kept in the admin action log."}
            {...field("reason")}
          />
        </div>
        {confirming && (
          <div className="dialog__body" role="alert">
            {confirm}
          </div>
        )}
        {act.error && (
          <div className="dialog__body">
            <FieldError>{sentenceOf(act.error)}</FieldError>
          </div>
        )}
        <DialogButtons
          close={confirming ? "Back" : undefined}
          onClose={confirming ? () => setConfirming(false) : onClose}
          action={{ ...action, label: confirming ? `Confirm: ${action.label}` : action.label, pending: act.isPending }}
        />
      </form>
    </Dialog>
  );
}
