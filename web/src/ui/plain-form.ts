import { type FormEvent, useState } from "react";

/** Returns the problem of a value, or undefined. Values are trimmed before, except for passwords. */
export type Rule = (value: string) => string | undefined;

export const required =
  (label: string): Rule =>
  (value) =>
    value === "" ? `${label} is required` : undefined;

export const between =
  (min: number, max: number): Rule =>
  (value) => {
    if (value.length < min) return `Use at least ${min} characters`;
    return value.length > max ? `Use at most ${max} characters` : undefined;
  };

export const shaped =
  (pattern: RegExp, message: string): Rule =>
  (value) =>
    pattern.test(value) ? undefined : message;

const never: Rule[] = [];

/**
 * A form with uncontrolled inputs: for public pages, which must stay small. What is typed stays, whatever the response.
 * @param rules by field name; the first problem is shown; `password` is never trimmed
 */
export function usePlainForm<Field extends string>(
  rules: Record<Field, Rule[]>,
  send: (values: Record<Field, string>) => void,
) {
  const [errors, setErrors] = useState<Partial<Record<Field, string>>>({});
  const fields = Object.keys(rules) as Field[];

  function complaint(field: Field, value: string): string | undefined {
    for (const rule of rules[field] ?? never) {
      const wrong = rule(value);
      if (wrong) return wrong;
    }
    return undefined;
  }

  function onSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const data = new FormData(event.currentTarget);
    const found: Partial<Record<Field, string>> = {};
    const values = {} as Record<Field, string>;
    for (const field of fields) {
      const raw = String(data.get(field) ?? "");
      values[field] = field === "password" ? raw : raw.trim();
      const wrong = complaint(field, values[field]);
      if (wrong) found[field] = wrong;
    }
    setErrors(found);
    const first = fields.find((field) => found[field]);
    if (!first) return send(values);
    const control = event.currentTarget.elements.namedItem(first);
    if (control instanceof HTMLElement) control.focus();
  }

  /** Props of an input: its name, and its problem until it is changed. */
  const field = (name: Field) => ({
    name,
    error: errors[name],
    onChange: () => errors[name] && setErrors({ ...errors, [name]: undefined }),
  });

  return { onSubmit, field };
}
