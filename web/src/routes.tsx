import type { LinkKind } from "@sheaf/contracts/accounts.ts";
import { lazy, Suspense } from "react";
import { Route, Routes } from "react-router";
import { DraftProvider } from "./components/upload/draft-provider.tsx";
import { NotFoundPage } from "./pages/not-found/not-found-page.tsx";
import { Guard } from "./shell/guard.tsx";
import { PageBoundary } from "./shell/page-boundary.tsx";
import { PageSpinner } from "./shell/page-spinner.tsx";

const linkKinds = ["reset", "verify", "invitation"] as const satisfies readonly LinkKind[];

const AuthPage = lazy(async () => ({ default: (await import("./pages/auth/auth-page.tsx")).AuthPage }));
const ForgotPage = lazy(async () => ({ default: (await import("./pages/auth/forgot-page.tsx")).ForgotPage }));
const LinkPage = lazy(async () => ({ default: (await import("./pages/auth/link-page.tsx")).LinkPage }));
const LandingPage = lazy(async () => ({ default: (await import("./pages/landing/landing-page.tsx")).LandingPage }));
const SubscribePage = lazy(async () => ({
  default: (await import("./pages/subscribe/subscribe-page.tsx")).SubscribePage,
}));
const TermsPage = lazy(async () => ({ default: (await import("./pages/legal/terms-page.tsx")).TermsPage }));
const PrivacyPage = lazy(async () => ({ default: (await import("./pages/legal/privacy-page.tsx")).PrivacyPage }));
const RefundPage = lazy(async () => ({ default: (await import("./pages/legal/refund-page.tsx")).RefundPage }));
const HelpPage = lazy(async () => ({ default: (await import("./pages/help/help-page.tsx")).HelpPage }));
const PricingPage = lazy(async () => ({ default: (await import("./pages/pricing/pricing-page.tsx")).PricingPage }));
const AppShell = lazy(async () => ({ default: (await import("./shell/app-shell.tsx")).AppShell }));
const DashboardPage = lazy(async () => ({
  default: (await import("./pages/dashboard/dashboard-page.tsx")).DashboardPage,
}));
const SubscriptionExpiredPage = lazy(async () => ({
  default: (await import("./pages/subscription-expired/subscription-expired-page.tsx")).SubscriptionExpiredPage,
}));
const CustomersPage = lazy(async () => ({
  default: (await import("./pages/customers/customers-page.tsx")).CustomersPage,
}));
const UploadPage = lazy(async () => ({ default: (await import("./pages/upload/upload-page.tsx")).UploadPage }));
const AuditTrailPage = lazy(async () => ({
  default: (await import("./pages/audit-trail/audit-trail-page.tsx")).AuditTrailPage,
}));
const EmailTestPage = lazy(async () => ({
  default: (await import("./pages/email-test/email-test-page.tsx")).EmailTestPage,
}));
const SettingsPage = lazy(async () => ({ default: (await import("./pages/settings/settings-page.tsx")).SettingsPage }));
const AdminLoginPage = lazy(async () => ({
  default: (await import("./pages/admin/admin-login-page.tsx")).AdminLoginPage,
}));
const AdminDashboardPage = lazy(async () => ({
  default: (await import("./pages/admin/admin-dashboard-page.tsx")).AdminDashboardPage,
}));
const AdminUserPage = lazy(async () => ({
  default: (await import("./pages/admin/admin-user-page.tsx")).AdminUserPage,
}));

/** Every address. What stands under `Guard` needs a signed-in user with a subscription; the portal has a sign-in of its own. */
export function Pages() {
  return (
    <PageBoundary>
      <DraftProvider>
        <Suspense fallback={<PageSpinner />}>
          <Routes>
            <Route path="/" element={<LandingPage />} />
            <Route path="/auth" element={<AuthPage />} />
            <Route path="/auth/forgot" element={<ForgotPage />} />
            {linkKinds.map((kind) => (
              <Route key={kind} path={`/auth/${kind}`} element={<LinkPage kind={kind} />} />
            ))}
            <Route path="/pricing" element={<PricingPage />} />
            <Route path="/subscribe" element={<SubscribePage />} />
            <Route path="/terms" element={<TermsPage />} />
            <Route path="/privacy" element={<PrivacyPage />} />
            <Route path="/refund" element={<RefundPage />} />
            <Route path="/help" element={<HelpPage />} />
            <Route element={<Guard />}>
              <Route element={<AppShell />}>
                <Route path="/dashboard" element={<DashboardPage />} />
                <Route path="/subscription-expired" element={<SubscriptionExpiredPage />} />
                <Route path="/customers" element={<CustomersPage />} />
                <Route path="/upload" element={<UploadPage />} />
                <Route path="/audit-trail" element={<AuditTrailPage />} />
                <Route path="/email-test" element={<EmailTestPage />} />
                <Route path="/settings" element={<SettingsPage />} />
              </Route>
            </Route>
            <Route path="/admin/login" element={<AdminLoginPage />} />
            <Route path="/admin/dashboard" element={<AdminDashboardPage />} />
            <Route path="/admin/users/:id" element={<AdminUserPage />} />
            <Route path="*" element={<NotFoundPage />} />
          </Routes>
        </Suspense>
      </DraftProvider>
    </PageBoundary>
  );
}
