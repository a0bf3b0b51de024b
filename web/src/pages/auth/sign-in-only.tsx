import type { ReactNode } from "react";
import { AuthFrame } from "./auth-frame.tsx";
import { SignInForm } from "./sign-in-form.tsx";
import { SignInTerms } from "./terms-line.tsx";

/** Sign-in page of an own practice: nobody signs up, the owner invites. */
export function SignInOnly({ notice }: { notice: ReactNode }) {
  return (
    <AuthFrame title="Sign In" heading="Welcome back" foot={<SignInTerms />}>
      {notice}
      <SignInForm />
      <p className="mute sm">
        Colleagues join by invitation. If you have no account, ask the owner of the practice to invite you.
      </p>
    </AuthFrame>
  );
}
