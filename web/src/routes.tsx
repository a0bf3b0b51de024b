import { lazy, Suspense } from "react";
import { Navigate, Route, Routes } from "react-router";
import { useUser } from "./api/accounts.ts";
import { DraftProvider } from "./components/upload/draft-provider.tsx";
import { NotFoundPage } from "./pages/not-found/not-found-page.tsx";
import { Guard } from "./shell/guard.tsx";
import { PageBoundary } from "./shell/page-boundary.tsx";
import { PageSpinner } from "./shell/page-spinner.tsx";
import { startPage } from "./shell/start-page.ts";

const AuthPage = lazy(async () => ({ default: (await import("./pages/auth/auth-page.tsx")).AuthPage }));
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

/** Every address. What stands under `Guard` needs a signed-in user with a subscription. */
export function Pages() {
  return (
    <PageBoundary>
      <DraftProvider>
        <Suspense fallback={<PageSpinner />}>
          <Routes>
            <Route path="/" element={<Home />} />
            <Route path="/auth" element={<AuthPage />} />
            <Route path="/pricing" element={<PricingPage />} />
            <Route element={<Guard />}>
              <Route element={<AppShell />}>
                <Route path="/dashboard" element={<DashboardPage />} />
                <Route path="/subscription-expired" element={<SubscriptionExpiredPage />} />
                <Route path="/customers" element={<CustomersPage />} />
                <Route path="/upload" element={<UploadPage />} />
                <Route path="/audit-trail" element={<AuditTrailPage />} />
              </Route>
            </Route>
            <Route path="*" element={<NotFoundPage />} />
          </Routes>
        </Suspense>
      </DraftProvider>
    </PageBoundary>
  );
}

function Home() {
  const { data, isPending } = useUser();
  if (isPending) return <PageSpinner />;
  return <Navigate to={data ? startPage : "/auth"} replace />;
}
