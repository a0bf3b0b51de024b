import { passwordLength, usernameLength } from "@sheaf/contracts/limits.ts";
import type { ComponentProps } from "react";
import { PasswordField, TextField } from "../../ui/field.tsx";
import { between, required, shaped } from "../../ui/plain-form.ts";

/** Rules for the fields of every new account, by sign-up or invitation. */
export const personRules = {
  firstName: [required("First name")],
  lastName: [required("Last name")],
  username: [
    required("Username"),
    between(usernameLength.min, usernameLength.max),
    shaped(/^[A-Za-z0-9._-]+$/, "Use letters, digits, dots, hyphens and underscores"),
  ],
  password: [required("Password"), between(passwordLength.min, passwordLength.max)],
};

interface FieldsOf<Name extends string> {
  field: (name: Name) => Pick<ComponentProps<typeof TextField>, "name" | "error" | "onChange">;
}

export function NameFields({ field }: FieldsOf<"firstName" | "lastName">) {
  return (
    <div className="pair">
      <TextField label="First name" large autoComplete="given-name" {...field("firstName")} />
      <TextField label="Last name" large autoComplete="family-name" {...field("lastName")} />
    </div>
  );
}

/** Username and password. */
export function AccessFields({ field }: FieldsOf<"username" | "password">) {
  return (
    <>
      <TextField
        label="Username"
        large
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        {...field("username")}
      />
      <NewPasswordField field={field} />
    </>
  );
}

export function NewPasswordField({ label = "Password", field }: FieldsOf<"password"> & { label?: string }) {
  return (
    <PasswordField
      label={label}
      large
      autoComplete="new-password"
      hint={`At least ${passwordLength.min} characters`}
      {...field("password")}
    />
  );
}
