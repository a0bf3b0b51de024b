import { CircleAlert, Eye, EyeOff } from "lucide-react";
import { type InputHTMLAttributes, type ReactNode, type Ref, type SelectHTMLAttributes, useId, useState } from "react";

export interface TextFieldProps extends InputHTMLAttributes<HTMLInputElement> {
  label: string;
  ref?: Ref<HTMLInputElement>;
  optional?: boolean;
  hint?: ReactNode;
  error?: string | undefined;
  large?: boolean;
  /** Shown inside the input, at its end. */
  end?: ReactNode;
}

/** A labelled input with its error below. */
export function TextField({ label, optional, hint, error, large, end, ...input }: TextFieldProps) {
  const id = useId();
  const describedBy = error ? `${id}-error` : hint ? `${id}-hint` : undefined;
  const control = (
    <input
      id={id}
      className={large ? "input input--lg" : "input"}
      aria-invalid={error ? true : undefined}
      aria-describedby={describedBy}
      {...input}
    />
  );
  return (
    <div className="field">
      <label className="label" htmlFor={id}>
        {label} {optional && <span className="opt">optional</span>}
      </label>
      {end ? (
        <div className="affix affix--end">
          {control}
          {end}
        </div>
      ) : (
        control
      )}
      <FieldNote id={id} error={error} hint={hint} />
    </div>
  );
}

interface SelectFieldProps extends SelectHTMLAttributes<HTMLSelectElement> {
  label: string;
  ref?: Ref<HTMLSelectElement>;
  hint?: ReactNode;
}

/** A labelled select element; the options are its children. */
export function SelectField({ label, hint, ...select }: SelectFieldProps) {
  const id = useId();
  return (
    <div className="field">
      <label className="label" htmlFor={id}>
        {label}
      </label>
      <select id={id} className="select" aria-describedby={hint ? `${id}-hint` : undefined} {...select} />
      <FieldNote id={id} hint={hint} />
    </div>
  );
}

interface FieldNoteProps {
  /** Id of the field. */
  id: string;
  hint?: ReactNode;
  error?: string | undefined;
}

/** Below a field: its error, otherwise its hint. The field refers to it as `ID-error` or `ID-hint`. */
export function FieldNote({ id, hint, error }: FieldNoteProps) {
  if (error) return <FieldError id={`${id}-error`}>{error}</FieldError>;
  if (!hint) return null;
  return (
    <p className="hint" id={`${id}-hint`}>
      {hint}
    </p>
  );
}

export function FieldError({ id, children }: { id?: string; children: ReactNode }) {
  return (
    <p className="error" id={id} role="alert">
      <CircleAlert className="i i--14" aria-hidden />
      <span>{children}</span>
    </p>
  );
}

export function PasswordField(props: Omit<TextFieldProps, "type" | "end">) {
  const [shown, setShown] = useState(false);
  const Icon = shown ? EyeOff : Eye;
  return (
    <TextField
      {...props}
      type={shown ? "text" : "password"}
      end={
        <button
          type="button"
          className="end btn btn--quiet btn--icon btn--sm"
          aria-label={shown ? "Hide password" : "Show password"}
          onClick={() => setShown(!shown)}
        >
          <Icon className="i" aria-hidden />
        </button>
      }
    />
  );
}
