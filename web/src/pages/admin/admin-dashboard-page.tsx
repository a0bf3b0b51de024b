import { Suspense } from "react";
import { useSearchParams } from "react-router";
import { later } from "../../ui/later.tsx";
import { usePageTitle } from "../../ui/page-title.ts";
import { Spinner } from "../../ui/states.tsx";
import { Analytics } from "./analytics/analytics.tsx";
import { AdminFrame } from "./frame/admin-frame.tsx";
import { AdminTabs, asTab, panelId, tabId, tabs, useTabs } from "./frame/admin-tabs.tsx";
import { Overview } from "./overview/overview.tsx";
import { Users } from "./users/users.tsx";

/** What is opened on purpose, not at first, is fetched then. */
const Practices = later(async () => (await import("./practices/practices.tsx")).Practices);
const Money = later(async () => (await import("./money/money.tsx")).Money);
const Operations = later(async () => (await import("./operations/operations.tsx")).Operations);
const Settings = later(async () => (await import("./settings/settings.tsx")).Settings);

const panels = {
  overview: Overview,
  users: Users,
  practices: Practices,
  money: Money,
  analytics: Analytics,
  operations: Operations,
  settings: Settings,
};

export function AdminDashboardPage() {
  const [query] = useSearchParams();
  const tab = asTab(query.get("tab"), useTabs());
  const Panel = panels[tab];
  usePageTitle(`${tabs[tab]}, Admin`);
  return (
    <AdminFrame tabs={<AdminTabs current={tab} />}>
      <h1 className="sr">{tabs[tab]}</h1>
      <div className="apanel" role="tabpanel" id={panelId} aria-labelledby={tabId(tab)}>
        <Suspense fallback={<Spinner label="Loading" />}>
          <Panel />
        </Suspense>
      </div>
    </AdminFrame>
  );
}
