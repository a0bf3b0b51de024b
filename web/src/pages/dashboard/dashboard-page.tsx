import { uploadLimits } from "@sheaf/contracts/limits.ts";
import { useQuery } from "@tanstack/react-query";
import { Navigate } from "react-router";
import { useUser } from "../../api/accounts.ts";
import { usageQuery } from "../../api/billing.ts";
import { useDraftActions } from "../../components/draft/draft-provider.tsx";
import { useExpired } from "../../components/plan/expired.ts";
import { PageHeader } from "../../shell/page/page-header.tsx";
import { weekday } from "../../ui/dates.ts";
import { megabytes } from "../../ui/sizes.ts";
import { Tray } from "../../ui/states.tsx";
import { FirstSteps } from "./first-steps.tsx";
import { QuickActions } from "./quick-actions.tsx";
import { RecentCustomers } from "./recent-customers.tsx";
import { RecentJobs } from "./recent-jobs.tsx";
import { Tiles } from "./tiles.tsx";
import { UsageCard } from "./usage-card.tsx";
import "./dashboard.css";

export function DashboardPage() {
  const { data: user } = useUser();
  const { data: usage } = useQuery(usageQuery);
  const { openDialog } = useDraftActions();
  const expired = useExpired();
  if (expired) return <Navigate to="/subscription-expired" replace />;

  const upload = () => openDialog();
  return (
    <main className="main__in">
      <PageHeader
        title="Dashboard"
        description={user ? `${weekday(new Date())}, ${user.practice.name}` : "\u00a0"}
        newUpload="primary"
      />
      <div className="page page--fill">
        <section className="card strip" aria-label="At a glance">
          <UsageCard />
          <Tiles />
        </section>
        <div className="split">
          <div className="stack dash">
            <RecentJobs onUpload={upload} />
            <section className="well">
              <Tray className="well__art" />
              <div>
                <b>Drop customers’ papers anywhere on this screen</b>
                <p className="mute sm num">
                  PDF, Word, Excel, PowerPoint, CSV, text and photos. Up to {uploadLimits.filesPerJob} files
                  {/* A separate element: the text before it is the page's largest contentful paint, and shows before
                      the plan is known. */}
                  <span className="well__each">{usage && `, ${megabytes(usage.maxFileBytes)} MB each`}.</span>
                </p>
              </div>
            </section>
          </div>
          <div className="stack dash">
            <FirstSteps onUpload={upload} />
            <QuickActions onUpload={upload} />
            <RecentCustomers />
          </div>
        </div>
      </div>
    </main>
  );
}
