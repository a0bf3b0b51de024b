import { CircleCheck } from "lucide-react";
import type { KeyboardEvent } from "react";
import { type Location, Navigate, useLocation, useSearchParams } from "react-router";
import { useUser } from "../../api/accounts.ts";
import { PageSpinner } from "../../shell/page-spinner.tsx";
import { startPage } from "../../shell/start-page.ts";
import { Brand } from "../../ui/brand.tsx";
import { usePageTitle } from "../../ui/page-title.ts";
import { AuthPicture } from "./auth-picture.tsx";
import { SignInForm } from "./sign-in-form.tsx";
import { SignUpForm } from "./sign-up-form.tsx";

const tabs = [
  { value: "sign-in", label: "Sign In", Form: SignInForm },
  { value: "sign-up", label: "Sign Up", Form: SignUpForm },
] as const;
type Tab = (typeof tabs)[number]["value"];

const asTab = (text: string | null): Tab | undefined => tabs.find(({ value }) => value === text)?.value;

export function AuthPage() {
  const user = useUser();
  const from = (useLocation().state as { from?: Location } | null)?.from;
  const [query, setQuery] = useSearchParams();
  const paid = query.get("payment") === "success";
  const tab = asTab(query.get("tab")) ?? (paid ? "sign-up" : "sign-in");
  usePageTitle(tab === "sign-up" ? "Sign Up" : "Sign In");

  if (user.isPending) return <PageSpinner />;
  if (user.data) return <Navigate to={from ? `${from.pathname}${from.search}` : startPage} replace />;

  function show(next: Tab) {
    setQuery(
      (now) => {
        now.set("tab", next);
        return now;
      },
      { replace: true, state: { from } },
    );
  }

  function arrow({ key, currentTarget }: KeyboardEvent<HTMLDivElement>) {
    if (key !== "ArrowLeft" && key !== "ArrowRight") return;
    const next: Tab = tab === "sign-in" ? "sign-up" : "sign-in";
    show(next);
    currentTarget.querySelector<HTMLElement>(`#tab-${next}`)?.focus();
  }

  return (
    <div className="auth public">
      <main className="auth__form">
        <div className="row between">
          <Brand large />
        </div>
        <div className="auth__box">
          <h1>{tab === "sign-up" ? "Set up your practice" : "Welcome back"}</h1>
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
          {paid && (
            <div className="callout callout--ok" role="status">
              <CircleCheck className="i" aria-hidden />
              <p>Payment successful! Create your account to start using the product.</p>
            </div>
          )}
          {/* Both stay mounted: what was typed into one is there when one comes back. */}
          {tabs.map(({ value, Form }) => (
            <div
              key={value}
              role="tabpanel"
              id={`panel-${value}`}
              aria-labelledby={`tab-${value}`}
              hidden={tab !== value}
            >
              <Form />
            </div>
          ))}
        </div>
      </main>
      <AuthPicture />
    </div>
  );
}
