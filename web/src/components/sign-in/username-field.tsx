import type { ComponentProps } from "react";
import { TextField } from "../../ui/field.tsx";

interface UsernameFieldProps {
  /** Props of the form's field. */
  field: Pick<ComponentProps<typeof TextField>, "name" | "error"> & { onChange(): void };
  /** Seconds until the refused name may be tried again. */
  wait: number;
  /** Forgets the refusal, and so the wait. */
  reset(): void;
}

/** Username or email. The wait applies to the refused name: another one may be tried at once. */
export function UsernameField({ field, wait, reset }: UsernameFieldProps) {
  function change() {
    field.onChange();
    if (wait > 0) reset();
  }
  return (
    <TextField
      label="Username or email"
      large
      autoComplete="username"
      autoCapitalize="none"
      spellCheck={false}
      {...field}
      onChange={change}
    />
  );
}
