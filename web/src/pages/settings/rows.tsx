import { type ComponentProps, type ReactNode, useId } from "react";
import { FieldError } from "../../ui/field.tsx";
import { type Draft, type Field, labels, orderWords } from "./draft.ts";
import type { DraftState } from "./use-draft.ts";

/**
 * The form of all fields and of the bar's button, wherever they are in the DOM: dialogs between them have forms of
 * their own.
 */
export const formId = "settings-form";

type SwitchKey = { [Key in Field]: Draft[Key] extends boolean ? Key : never }[Field];
type TextKey = { [Key in Field]: string extends Draft[Key] ? Key : never }[Field];

interface RowProps {
  label: string;
  hint?: ReactNode;
  /** Id of the labelled control. */
  htmlFor?: string;
  children: ReactNode;
}

export function Row({ label, hint, htmlFor, children }: RowProps) {
  return (
    <div className="srow">
      <div>
        <b>{htmlFor ? <label htmlFor={htmlFor}>{label}</label> : label}</b>
        {hint && (
          <div className="mute sm" id={htmlFor && `${htmlFor}-hint`}>
            {hint}
          </div>
        )}
      </div>
      <div className="srow__c">{children}</div>
    </div>
  );
}

/** The problem of a field, otherwise its saved value. */
export function BelowField({ state, field, id }: { state: DraftState; field: Field; id: string }) {
  const problem = state.problem(field);
  if (problem) return <FieldError id={id}>{problem}</FieldError>;
  const was = state.was(field);
  return was ? (
    <p className="was num" id={id}>
      {was}
    </p>
  ) : null;
}

interface FieldRowProps<Key> {
  state: DraftState;
  field: Key;
  hint?: ReactNode;
  disabled?: boolean;
}

export function TextRow({
  unit,
  state,
  field,
  hint,
  disabled,
  ...input
}: FieldRowProps<TextKey> & { unit?: string } & Pick<ComponentProps<"input">, "autoComplete" | "autoCapitalize">) {
  const id = useId();
  const control = (
    <input
      {...input}
      className={unit ? "input num" : "input"}
      id={id}
      form={formId}
      name={field}
      disabled={disabled}
      inputMode={unit ? "numeric" : undefined}
      aria-invalid={state.problem(field) ? true : undefined}
      aria-describedby={`${id}-below ${id}-hint`}
      value={state.draft[field]}
      onChange={({ target }) => state.set(field, target.value)}
    />
  );
  return (
    <Row label={labels[field]} hint={hint} htmlFor={id}>
      {unit ? (
        <div className="unit">
          {control}
          <span className="mute sm">{unit}</span>
        </div>
      ) : (
        control
      )}
      <BelowField state={state} field={field} id={`${id}-below`} />
    </Row>
  );
}

export function SwitchRow({ state, field, hint, disabled }: FieldRowProps<SwitchKey>) {
  const id = useId();
  return (
    <Row label={labels[field]} hint={hint} htmlFor={id}>
      <input
        className="switch"
        type="checkbox"
        role="switch"
        aria-checked={state.draft[field]}
        id={id}
        form={formId}
        disabled={disabled}
        aria-describedby={`${id}-below ${id}-hint`}
        checked={state.draft[field]}
        onChange={({ target }) => state.set(field, target.checked)}
      />
      <BelowField state={state} field={field} id={`${id}-below`} />
    </Row>
  );
}

const orders = Object.keys(orderWords) as Draft["defaultFileOrder"][];

export function FileOrderRow({ state, disabled }: Pick<FieldRowProps<Field>, "state" | "disabled">) {
  const id = useId();
  const label = labels.defaultFileOrder;
  return (
    <Row label={label} hint="The order of the files in a new upload. You can always change it.">
      <fieldset className="seg" aria-label={label} disabled={disabled}>
        {orders.map((order) => (
          <button
            key={order}
            type="button"
            aria-pressed={state.draft.defaultFileOrder === order}
            onClick={() => state.set("defaultFileOrder", order)}
          >
            {orderWords[order]}
          </button>
        ))}
      </fieldset>
      <BelowField state={state} field="defaultFileOrder" id={id} />
    </Row>
  );
}
