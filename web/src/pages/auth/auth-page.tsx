import { type KeyboardEvent, useEffect, useState } from "react";
import { useLocation, useSearchParams } from "react-router";
import { useUser } from "../../api/accounts.ts";
import { keepClaim, useKeptClaim } from "../../api/claims.ts";
import { useEndReason } from "../../api/ended-session.ts";
import { useOwnPractice } from "../../api/installation.ts";
import { PageSpinner } from "../../shell/page/page-spinner.tsx";
import { Callout } from "../../ui/callout.tsx";
import { useSetParams } from "../../ui/set-params.ts";
import { AuthFrame } from "./auth-frame.tsx";
import { PaymentNotice } from "./payment-notice.tsx";
import { RedirectAfterSignIn } from "./redirect-after-sign-in.tsx";
import { SignInForm } from "./sign-in-form.tsx";
import { SignInOnly } from "./sign-in-only.tsx";
import { SignUpForm } from "./sign-up-form.tsx";
import { SignInTerms } from "./terms-line.tsx";

const tabs = [
  { value: "sign-in", label: "Sign In", Form: SignInForm },
  { value: "sign-up", label: "Sign Up", Form: SignUpForm },
] as const;
type Tab = (typeof tabs)[number]["value"];

const asTab = (text: string | null): Tab | undefined => tabs.find(({ value }) => value === text)?.value;

export function AuthPage() {
  const user = useUser();
  const { state } = useLocation();
  const [query] = useSearchParams();
  const setParams = useSetParams();
  const paid = query.get("payment") === "success";
  const kept = useLinkedClaim();
  const whyEnded = useEndReason();
  const ownPractice = useOwnPractice();
  const tab = asTab(query.get("tab")) ?? (paid ? "sign-up" : "sign-in");

  if (user.isPending || kept.isPending) return <PageSpinner />;
  if (user.data) return <RedirectAfterSignIn />;
  const notice = whyEnded && <Callout role="status">{whyEnded}</Callout>;
  if (ownPractice) return <SignInOnly notice={notice} />;

  const show = (next: Tab) => setParams({ tab: next }, { replace: true, state });

  function arrow({ key, currentTarget }: KeyboardEvent<HTMLDivElement>) {
    if (key !== "ArrowLeft" && key !== "ArrowRight") return;
    const next: Tab = tab === "sign-in" ? "sign-up" : "sign-in";
    show(next);
    currentTarget.querySelector<HTMLElement>(`#tab-${next}`)?.focus();
  }

  return (
    <AuthFrame
      title={tab === "sign-up" ? "Sign Up" : "Sign In"}
      heading={tab === "sign-up" ? "Set up your practice" : "Welcome back"}
      foot={tab === "sign-in" && <SignInTerms />}
    >
      <div className="tabs" role="tablist" aria-label="Sign In or Sign Up" onKeyDown={arrow}>
        {tabs.map(({ value, label }) => (
          <button
            key={value}
            type="button"
            role="tab"
            id={`tab-${value}`}
            aria-selected={tab === value}
            aria-controls={`panel-${value}`}
            tabIndex={tab === value ? 0 : -1}
            onClick={() => show(value)}
          >
            {label}
          </button>
        ))}
      </div>
      {notice}
      {(paid || kept.claim) && <PaymentNotice claim={kept.claim} invalid={paid ? kept.invalid : null} />}
      {/* Both stay mounted: what was typed into one is there after switching back. */}
      {tabs.map(({ value, Form }) => (
        <div key={value} role="tabpanel" id={`panel-${value}`} aria-labelledby={`tab-${value}`} hidden={tab !== value}>
          <Form {...(kept.token && kept.claim ? { payment: { token: kept.token, email: kept.claim.email } } : {})} />
        </div>
      ))}
    </AuthFrame>
  );
}

/**
 * Returns the payment of an emailed link, otherwise the one stored in this browser. The link's secret is removed from
 * the address bar.
 */
function useLinkedClaim() {
  const [query] = useSearchParams();
  const setParams = useSetParams();
  const linked = query.get("claim");
  useState(() => linked && keepClaim(linked));
  useEffect(() => {
    if (linked) setParams({ claim: null });
  }, [linked, setParams]);
  return useKeptClaim();
}
