import { type TextareaHTMLAttributes, useId } from "react";
import { FieldNote, type TextFieldProps } from "./field.tsx";

type TextAreaProps = TextareaHTMLAttributes<HTMLTextAreaElement> & Pick<TextFieldProps, "label" | "hint" | "error">;

export function TextArea({ label, hint, error, ...area }: TextAreaProps) {
  const id = useId();
  const describedBy = error ? `${id}-error` : hint ? `${id}-hint` : undefined;
  return (
    <div className="field">
      <label className="label" htmlFor={id}>
        {label}
      </label>
      <textarea
        id={id}
        className="input input--area"
        aria-invalid={error ? true : undefined}
        aria-describedby={describedBy}
        {...area}
      />
      <FieldNote id={id} error={error} hint={hint} />
    </div>
  );
}
