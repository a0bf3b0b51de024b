import { type ComponentType, Suspense } from "react";
import { useSearchParams } from "react-router";
import { usePageTitle } from "../../ui/page-title.ts";
import { Spinner } from "../../ui/states.tsx";
import { Analytics } from "./analytics/analytics.tsx";
import { AdminFrame } from "./frame/admin-frame.tsx";
import { AdminTabs, asTab, type FirstTab, type Part, panelId, tabId, tabs, useTabs } from "./frame/admin-tabs.tsx";
import { Overview } from "./overview/overview.tsx";
import { Users } from "./users/users.tsx";

const panels: Record<FirstTab, ComponentType> = { overview: Overview, users: Users, analytics: Analytics };

export function AdminDashboardPage() {
  const [query] = useSearchParams();
  const tab = asTab(query.get("tab"), useTabs());
  const { label, Panel = panels[tab as FirstTab] }: Part = tabs[tab];
  usePageTitle(`${label}, Admin`);
  return (
    <AdminFrame tabs={<AdminTabs current={tab} />}>
      <h1 className="sr">{label}</h1>
      <div className="apanel" role="tabpanel" id={panelId} aria-labelledby={tabId(tab)}>
        <Suspense fallback={<Spinner label="Loading" />}>
          <Panel />
        </Suspense>
      </div>
    </AdminFrame>
  );
}
