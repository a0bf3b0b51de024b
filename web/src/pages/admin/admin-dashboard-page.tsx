import { useSearchParams } from "react-router";
import { usePageTitle } from "../../ui/page-title.ts";
import { Analytics } from "./analytics/analytics.tsx";
import { AdminFrame } from "./frame/admin-frame.tsx";
import { AdminTabs, asTab, panelId, tabId, tabs } from "./frame/admin-tabs.tsx";
import { Money } from "./money/money.tsx";
import { Operations } from "./operations/operations.tsx";
import { Overview } from "./overview/overview.tsx";
import { Practices } from "./practices/practices.tsx";
import { Users } from "./users/users.tsx";

const panels = {
  overview: Overview,
  users: Users,
  practices: Practices,
  money: Money,
  analytics: Analytics,
  operations: Operations,
};

export function AdminDashboardPage() {
  const [query] = useSearchParams();
  const tab = asTab(query.get("tab"));
  const Panel = panels[tab];
  usePageTitle(`${tabs[tab]}, Admin`);
  return (
    <AdminFrame tabs={<AdminTabs current={tab} />}>
      <h1 className="sr">{tabs[tab]}</h1>
      <div className="apanel" role="tabpanel" id={panelId} aria-labelledby={tabId(tab)}>
        <Panel />
      </div>
    </AdminFrame>
  );
}
