import { type ComponentProps, useState } from "react";
import { TextField } from "../../ui/field.tsx";

interface CodeStepProps {
  /** Field of the form that this step belongs to. */
  field: Pick<ComponentProps<typeof TextField>, "name" | "error" | "onChange">;
  back: () => void;
}

const focus = (input: HTMLInputElement | null) => input?.focus();

/** The second step of signing in: a six-digit code of the app, or a recovery code. */
export function CodeStep({ field, back }: CodeStepProps) {
  const [recovering, setRecovering] = useState(false);
  return (
    <>
      {recovering ? (
        <TextField
          key="recovery"
          ref={focus}
          label="Recovery code"
          large
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          hint="One of the ten codes you saved when you turned on two-factor sign-in. Each code works once."
          {...field}
        />
      ) : (
        <TextField
          key="app"
          ref={focus}
          label="Code"
          large
          autoComplete="one-time-code"
          inputMode="numeric"
          hint="Six digits from your authenticator app"
          {...field}
        />
      )}
      <div className="row between">
        <button className="link sm" type="button" onClick={() => setRecovering(!recovering)}>
          {recovering ? "Use the authenticator app" : "Use a recovery code"}
        </button>
        <button className="link sm" type="button" onClick={back}>
          Back
        </button>
      </div>
    </>
  );
}
