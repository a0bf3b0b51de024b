import type { LinkKind } from "@sheaf/contracts/accounts.ts";
import { Suspense, useEffect, useLayoutEffect } from "react";
import { Navigate, Route, Routes } from "react-router";
import { useOwnPractice } from "./api/installation.ts";
import { DraftProvider } from "./components/draft/draft-provider.tsx";
import { PageBoundary } from "./shell/page/page-boundary.tsx";
import { PageSpinner } from "./shell/page/page-spinner.tsx";
import { replacePicture } from "./ui/early-press.ts";
import { lazyComponent } from "./ui/lazy-component.tsx";
import { markHydrated } from "./ui/server-rendered.ts";
import "./ui/stray-clicks.ts";

const linkKinds = ["reset", "verify", "invitation"] as const satisfies readonly LinkKind[];

const AuthPage = lazyComponent(async () => (await import("./pages/auth/auth-page.tsx")).AuthPage);
const ForgotPage = lazyComponent(async () => (await import("./pages/auth/forgot-page.tsx")).ForgotPage);
const LinkPage = lazyComponent(async () => (await import("./pages/auth/link-page.tsx")).LinkPage);
const SetUpPage = lazyComponent(async () => (await import("./pages/set-up/set-up-page.tsx")).SetUpPage);
const LandingPage = lazyComponent(async () => (await import("./pages/landing/landing-page.tsx")).LandingPage);
const SubscribePage = lazyComponent(async () => (await import("./pages/subscribe/subscribe-page.tsx")).SubscribePage);
const TermsPage = lazyComponent(async () => (await import("./pages/legal/terms-page.tsx")).TermsPage);
const PrivacyPage = lazyComponent(async () => (await import("./pages/legal/privacy-page.tsx")).PrivacyPage);
const RefundPage = lazyComponent(async () => (await import("./pages/legal/refund-page.tsx")).RefundPage);
const HelpPage = lazyComponent(async () => (await import("./pages/help/help-page.tsx")).HelpPage);
const PricingPage = lazyComponent(async () => (await import("./pages/pricing/pricing-page.tsx")).PricingPage);
const Guard = lazyComponent(async () => (await import("./shell/session/guard.tsx")).Guard);
const AppShell = lazyComponent(async () => (await import("./shell/app-shell.tsx")).AppShell);
const DashboardPage = lazyComponent(async () => (await import("./pages/dashboard/dashboard-page.tsx")).DashboardPage);
const SubscriptionExpiredPage = lazyComponent(
  async () => (await import("./pages/subscription-expired/subscription-expired-page.tsx")).SubscriptionExpiredPage,
);
const CustomersPage = lazyComponent(async () => (await import("./pages/customers/customers-page.tsx")).CustomersPage);
const CustomerPage = lazyComponent(
  async () => (await import("./pages/customers/customer/customer-page.tsx")).CustomerPage,
);
const UploadPage = lazyComponent(async () => (await import("./pages/upload/upload-page.tsx")).UploadPage);
const AuditTrailPage = lazyComponent(
  async () => (await import("./pages/audit-trail/audit-trail-page.tsx")).AuditTrailPage,
);
const SamplePage = lazyComponent(async () => (await import("./pages/sample/sample-page.tsx")).SamplePage);
const EmailTestPage = lazyComponent(async () => (await import("./pages/email-test/email-test-page.tsx")).EmailTestPage);
const SettingsPage = lazyComponent(async () => (await import("./pages/settings/settings-page.tsx")).SettingsPage);
const AdminLoginPage = lazyComponent(
  async () => (await import("./pages/admin/sign-in/admin-login-page.tsx")).AdminLoginPage,
);
const AdminDashboardPage = lazyComponent(
  async () => (await import("./pages/admin/admin-dashboard-page.tsx")).AdminDashboardPage,
);
const AdminUserPage = lazyComponent(async () => (await import("./pages/admin/user/admin-user-page.tsx")).AdminUserPage);

const NotFoundPage = lazyComponent(async () => (await import("./pages/not-found/not-found-page.tsx")).NotFoundPage);

/** Pages that are the same for every visitor, by path: the server sends them rendered. */
export const renderedPages: Record<string, { load: () => Promise<unknown> }> = {
  "/": LandingPage,
  "/auth": AuthPage,
  "/auth/forgot": ForgotPage,
  "/pricing": PricingPage,
  "/terms": TermsPage,
  "/privacy": PrivacyPage,
  "/refund": RefundPage,
  "/help": HelpPage,
};

/** Pages of a signed-in member, within the app's frame. */
const memberPages: typeof renderedPages = {
  "/dashboard": DashboardPage,
  "/subscription-expired": SubscriptionExpiredPage,
  "/customers": CustomersPage,
  "/upload": UploadPage,
  "/audit-trail": AuditTrailPage,
  "/email-test": EmailTestPage,
  "/sample": SamplePage,
  "/settings": SettingsPage,
};

/** Loads all modules that the first render of a page needs. */
export async function loadPage(path: string): Promise<void> {
  const member = memberPages[path];
  await Promise.all([(renderedPages[path] ?? member)?.load(), ...(member ? [Guard.load(), AppShell.load()] : [])]);
}

/**
 * All routes. Those below `Guard` need a signed-in user with a subscription; the portal has its own sign-in. An own
 * practice has no pages about money. Chosen files outlive a page that fails.
 */
export function Pages() {
  const ownPractice = useOwnPractice();
  return (
    <DraftProvider>
      <PageBoundary>
        <Suspense fallback={<PageSpinner />}>
          <Routes>
            <Route path="/" element={ownPractice ? <Navigate to="/auth" replace /> : <LandingPage />} />
            <Route path="/auth" element={<AuthPage />} />
            <Route path="/auth/forgot" element={<ForgotPage />} />
            {linkKinds.map((kind) => (
              <Route key={kind} path={`/auth/${kind}`} element={<LinkPage kind={kind} />} />
            ))}
            <Route path="/set-up" element={<SetUpPage />} />
            {!ownPractice && (
              <>
                <Route path="/pricing" element={<PricingPage />} />
                <Route path="/subscribe" element={<SubscribePage />} />
                <Route path="/refund" element={<RefundPage />} />
              </>
            )}
            <Route path="/terms" element={<TermsPage />} />
            <Route path="/privacy" element={<PrivacyPage />} />
            <Route path="/help" element={<HelpPage />} />
            <Route element={<Guard />}>
              <Route element={<AppShell />}>
                <Route path="/dashboard" element={<DashboardPage />} />
                {!ownPractice && <Route path="/subscription-expired" element={<SubscriptionExpiredPage />} />}
                <Route path="/customers" element={<CustomersPage />} />
                <Route path="/customers/:id" element={<CustomerPage />} />
                <Route path="/upload" element={<UploadPage />} />
                <Route path="/audit-trail" element={<AuditTrailPage />} />
                <Route path="/email-test" element={<EmailTestPage />} />
                <Route path="/sample" element={<SamplePage />} />
                <Route path="/settings" element={<SettingsPage />} />
              </Route>
            </Route>
            <Route path="/admin/login" element={<AdminLoginPage />} />
            <Route path="/admin/dashboard" element={<AdminDashboardPage />} />
            <Route path="/admin/users/:id" element={<AdminUserPage />} />
            <Route path="*" element={<NotFoundPage />} />
          </Routes>
          <TakenOver />
        </Suspense>
      </PageBoundary>
    </DraftProvider>
  );
}

/** Its effects run once the page beside it is mounted, and so can respond to input. */
function TakenOver() {
  useLayoutEffect(replacePicture, []);
  useEffect(markHydrated, []);
  return null;
}
