import { ApiError } from "../../api/client.ts";
import { RemainingWait, useRemainingWait } from "../../components/sign-in/remaining-wait.tsx";
import { SubmitButton } from "../../components/sign-in/submit-button.tsx";
import { TextField } from "../../ui/field.tsx";
import { required, usePlainForm } from "../../ui/plain-form.ts";
import { SetUpFrame } from "./set-up-frame.tsx";

const rules = { code: [required("Code")] };

interface CodeFormProps {
  /** Error of the last code. */
  error: Error | null;
  pending: boolean;
  onCode(code: string): void;
}

/** Asks for the code when the page was opened without the address that the installation printed. */
export function CodeForm({ error, pending, onCode }: CodeFormProps) {
  const wait = useRemainingWait(error);
  const { onSubmit, field } = usePlainForm(rules, ({ code }) => {
    if (wait === 0) onCode(code);
  });
  const own = field("code");
  const wrong =
    error instanceof ApiError && error.code === "set-up-code-wrong"
      ? "This is not the code of this installation."
      : undefined;
  return (
    <SetUpFrame
      heading="Set up Sheaf"
      lead="This installation is new. Only somebody with access to its machine can set it up, so it asks for a code."
    >
      <form className="setup__code" noValidate onSubmit={onSubmit}>
        <TextField
          label="Code"
          large
          placeholder="XXXX-XXXX-XXXX-XXXX"
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          {...own}
          error={own.error ?? wrong}
        />
        <div className="callout">
          <div>
            <p>
              The code is part of the address that Sheaf printed when it started. To see it again, run on its machine:
            </p>
            <p>
              <code>./sheaf setup-address</code>
            </p>
          </div>
        </div>
        <RemainingWait seconds={wait} />
        <SubmitButton label="Continue" doing="Checking the code..." pending={pending} waits={wait > 0} />
      </form>
    </SetUpFrame>
  );
}
