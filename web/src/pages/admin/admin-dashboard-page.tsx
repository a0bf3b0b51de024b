import { useSearchParams } from "react-router";
import { usePageTitle } from "../../ui/page-title.ts";
import { AdminFrame } from "./admin-frame.tsx";
import { AdminTabs, asTab, panelId, tabId, tabs } from "./admin-tabs.tsx";
import { Analytics } from "./analytics.tsx";
import { Money } from "./money.tsx";
import { Operations } from "./operations.tsx";
import { Overview } from "./overview.tsx";
import { Users } from "./users.tsx";

const panels = { overview: Overview, users: Users, money: Money, analytics: Analytics, operations: Operations };

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
