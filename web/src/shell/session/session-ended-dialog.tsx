import type { User } from "@sheaf/contracts/accounts.ts";
import { useQueryClient } from "@tanstack/react-query";
import { userQuery, useSignInAgain } from "../../api/accounts.ts";
import { ApiError } from "../../api/client.ts";
import { stopWaiting, useEndReason } from "../../api/ended-session.ts";
import { Dialog } from "../../ui/dialog.tsx";
import { DialogButtons } from "../../ui/dialog-buttons.tsx";
import { sentenceOf } from "../../ui/failure.ts";
import { FieldError, PasswordField, TextField } from "../../ui/field.tsx";
import { type Rule, required, usePlainForm } from "../../ui/plain-form.ts";
import { forgetWork } from "../../ui/unsaved-work.ts";

const rules: Record<"username" | "password" | "code", Rule[]> = {
  username: [required("Username")],
  password: [required("Password")],
  code: [],
};
const codeProblems = ["two-factor-needed", "wrong-code"];
/** Refusals that may be final: a user whose account was deleted gets the same response as for a mistyped password. */
const possiblyFinal = ["wrong-credentials", "suspended"];
const focus = (input: HTMLInputElement | null) => input?.focus();

/** Shown when the session ended during unsaved work: signing in here keeps the page and everything typed on it. */
export function SessionEndedDialog({ user }: { user: User }) {
  const signIn = useSignInAgain();
  const client = useQueryClient();
  const why = useEndReason();
  const { onSubmit, field } = usePlainForm(rules, ({ code, ...input }) =>
    signIn.mutate(code ? { ...input, code } : input),
  );
  const refused = signIn.error instanceof ApiError ? signIn.error.code : undefined;
  const asksForCode = codeProblems.includes(refused ?? "");

  function leave() {
    forgetWork();
    stopWaiting();
    client.setQueryData(userQuery.queryKey, null);
  }

  return (
    <Dialog title="Sign in again">
      <form className="dialog__form" noValidate onSubmit={onSubmit}>
        <div className="dialog__body dialog__fields">
          {why && <p>{why}</p>}
          <p className="dim">
            Your session has ended. Sign in to continue where you left off; if you leave this page, unsaved changes are
            lost.
          </p>
          <TextField
            label="Username or email"
            autoComplete="username"
            autoCapitalize="none"
            spellCheck={false}
            defaultValue={user.username}
            {...field("username")}
          />
          <PasswordField label="Password" data-first autoComplete="current-password" {...field("password")} />
          {asksForCode && (
            <TextField
              label="Code from your authenticator app, or a recovery code"
              autoComplete="one-time-code"
              ref={focus}
              {...field("code")}
            />
          )}
          {signIn.error && refused !== "two-factor-needed" && (
            <FieldError>
              {sentenceOf(signIn.error)}
              {possiblyFinal.includes(refused ?? "") &&
                " If you have been removed from the practice or suspended, you cannot sign in again: leave this page."}
            </FieldError>
          )}
        </div>
        <DialogButtons
          close="Leave this page"
          onClose={leave}
          action={{ label: "Sign In", doing: "Signing in...", pending: signIn.isPending }}
        />
      </form>
    </Dialog>
  );
}
