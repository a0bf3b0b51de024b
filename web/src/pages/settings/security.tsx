import type { User } from "@sheaf/contracts/accounts.ts";
import { retention, sessionMinutes } from "@sheaf/contracts/limits.ts";
import { useQuery } from "@tanstack/react-query";
import { Download } from "lucide-react";
import { lazy, Suspense, useState } from "react";
import { forgetChosenPlan } from "../../api/billing.ts";
import { forgetHeldPayment } from "../../api/claims.ts";
import { storeEndReason } from "../../api/ended-session.ts";
import { useOwnPractice } from "../../api/installation.ts";
import { useSendsEmail } from "../../api/mail.ts";
import { twoFactorQuery, useResendVerification } from "../../api/security.ts";
import { Fact } from "../../ui/fact.tsx";
import { Section } from "../../ui/section.tsx";
import { count } from "../../ui/words.ts";
import { ChangeEmail } from "./change-email.tsx";
import { ChangePassword } from "./change-password.tsx";
import { DeleteAccount } from "./delete-account.tsx";
import { Row, TextRow } from "./rows.tsx";
import type { DraftState } from "./use-draft.ts";

// Loaded on demand, as they are rarely opened.
const SetUpTwoFactor = lazy(async () => ({ default: (await import("./two-factor.tsx")).SetUp }));
const TurnOffTwoFactor = lazy(async () => ({ default: (await import("./two-factor.tsx")).TurnOff }));
const NewRecoveryCodes = lazy(async () => ({ default: (await import("./two-factor.tsx")).NewRecoveryCodes }));
const ExportEverything = lazy(async () => ({ default: (await import("./export-everything.tsx")).ExportEverything }));

type Open = "password" | "email" | "set-up" | "turn-off" | "codes" | "export" | "delete" | null;

export function Security({ user, state }: { user: User; state: DraftState }) {
  const [open, setOpen] = useState<Open>(null);
  const close = () => setOpen(null);
  const owner = user.role === "owner";
  const ownPractice = useOwnPractice();

  /** Signs out with a full reload: nothing of the deleted account stays in memory. */
  function leaveForGood() {
    state.reset();
    forgetChosenPlan();
    forgetHeldPayment();
    storeEndReason(
      owner
        ? `${user.practice.name} was deleted, with every account and document in it.`
        : "Your account was deleted. The practice continues without you.",
    );
    setTimeout(() => window.open("/auth", "_self"));
  }

  return (
    <Section title="Security and compliance" about="How you sign in, how long a session lasts, and how data is kept.">
      <TextRow
        state={state}
        field="sessionTimeoutMinutes"
        unit="minutes"
        hint={`${sessionMinutes.min} to ${sessionMinutes.max} minutes without activity.`}
      />
      <Row label="Password" hint="Changing it signs out every other browser.">
        <button className="btn" type="button" onClick={() => setOpen("password")}>
          Change Password
        </button>
      </Row>
      <EmailRow user={user} onChange={() => setOpen("email")} />
      <Row label="Two-factor sign-in" hint={<TwoFactorHint on={user.twoFactor} />}>
        {user.twoFactor ? (
          <div className="row srow__acts">
            <span className="badge badge--ok">On</span>
            <button className="btn" type="button" onClick={() => setOpen("codes")}>
              New Recovery Codes
            </button>
            <button className="btn" type="button" onClick={() => setOpen("turn-off")}>
              Turn Off
            </button>
          </div>
        ) : (
          <button className="btn" type="button" onClick={() => setOpen("set-up")}>
            Set Up
          </button>
        )}
      </Row>
      {owner && (
        <Row
          label="Download everything"
          hint={`Customers, jobs, emails${ownPractice ? "" : ", payments"} and all files, in one ZIP file.`}
        >
          <button className="btn" type="button" onClick={() => setOpen("export")}>
            <Download className="i i--14" aria-hidden />
            Download
          </button>
        </Row>
      )}
      <Row
        label={owner ? "Delete the practice" : "Delete my account"}
        hint={owner ? "Deletes everything, for everybody in the practice." : "The practice continues without you."}
      >
        <button className="btn btn--bad" type="button" onClick={() => setOpen("delete")}>
          {owner ? "Delete Practice" : "Delete Account"}
        </button>
      </Row>
      <dl className="facts">
        <Fact term="Documents">deleted after {retention.documentDays} days at the latest</Fact>
        {!ownPractice && <Fact term="Transaction records">kept {retention.transactionYears} years</Fact>}
        <Fact term="Audit log">kept {count(retention.auditYears, "year")}</Fact>
        <Fact term="Passwords">hashed with scrypt</Fact>
      </dl>
      {open === "password" && <ChangePassword onClose={close} />}
      {open === "email" && <ChangeEmail user={user} onClose={close} />}
      <Suspense fallback={null}>
        {open === "set-up" && <SetUpTwoFactor onClose={close} />}
        {open === "turn-off" && <TurnOffTwoFactor onClose={close} />}
        {open === "codes" && <NewRecoveryCodes onClose={close} />}
        {open === "export" && <ExportEverything onClose={close} />}
      </Suspense>
      {open === "delete" && <DeleteAccount user={user} onClose={close} onDeleted={leaveForGood} />}
    </Section>
  );
}

function TwoFactorHint({ on }: { on: boolean }) {
  const left = useQuery({ ...twoFactorQuery, enabled: on }).data?.recoveryCodesLeft;
  return (
    <>
      A code from your phone as well as your password.
      {on && left !== undefined && <p>{count(left, "recovery code")} left.</p>}
    </>
  );
}

function EmailRow({ user, onChange }: { user: User; onChange: () => void }) {
  const resend = useResendVerification();
  const sends = useSendsEmail();
  const waits = user.pendingEmail !== null || !user.emailVerified;
  return (
    <Row
      label="Email"
      hint={
        <>
          <span className="copyable">{user.email}</span>{" "}
          {user.emailVerified ? (
            <span className="badge badge--ok">Confirmed</span>
          ) : (
            <span className="badge badge--busy">Not confirmed</span>
          )}
          {user.pendingEmail && <p>{user.pendingEmail} is waiting to be confirmed.</p>}
          {waits && !sends && <p>This installation sends no email. Its operator has the confirmation link.</p>}
        </>
      }
    >
      <div className="row srow__acts">
        {waits && sends && (
          <button className="btn btn--quiet" type="button" disabled={resend.isPending} onClick={() => resend.mutate()}>
            Send Link Again
          </button>
        )}
        <button className="btn" type="button" onClick={onChange}>
          Change Email
        </button>
      </div>
    </Row>
  );
}
