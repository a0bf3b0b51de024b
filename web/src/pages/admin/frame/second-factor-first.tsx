import { Suspense } from "react";
import { lazyComponent } from "../../../ui/lazy-component.tsx";
import { usePageTitle } from "../../../ui/page-title.ts";
import { Empty } from "../../../ui/states.tsx";

const AdminTwoFactor = lazyComponent(async () => (await import("../account/admin-two-factor.tsx")).AdminTwoFactor);

interface SecondFactorFirstProps {
  /**
   * Whether the dialog is open. It stays open until the recovery codes were read, although the second factor is on by
   * then.
   */
  settingUp: boolean;
  onSetUp(settingUp: boolean): void;
}

/** Everything that the portal shows to an administrator without a second factor. */
export function SecondFactorFirst({ settingUp, onSetUp }: SecondFactorFirstProps) {
  usePageTitle("Two-factor sign-in, Admin");
  return (
    <>
      <h1 className="sr">Two-factor sign-in</h1>
      <section className="card">
        <Empty title="Set up two-factor sign-in">
          <p>
            Administrators sign in with a code from an authenticator app as well as their password. The portal opens
            once this is set up.
          </p>
          <button className="btn btn--primary" type="button" onClick={() => onSetUp(true)}>
            Set Up
          </button>
        </Empty>
      </section>
      <Suspense fallback={null}>{settingUp && <AdminTwoFactor onClose={() => onSetUp(false)} />}</Suspense>
    </>
  );
}
