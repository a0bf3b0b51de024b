import { useEffect } from "react";
import { forgetSetUpCode } from "./set-up-code.ts";
import { SetUpFrame } from "./set-up-frame.tsx";

/** Shown to a user who opens set-up after it has ended. */
export function SetUpEnded({ signInAt }: { signInAt: string }) {
  useEffect(forgetSetUpCode, []);
  return (
    <SetUpFrame
      heading="This installation has been set up"
      lead="Somebody has finished set-up, so the code no longer works. If that was not you, ask the operator of this installation."
    >
      <p>
        <a className="btn btn--primary btn--lg" href={signInAt}>
          Go to sign-in
        </a>
      </p>
    </SetUpFrame>
  );
}
