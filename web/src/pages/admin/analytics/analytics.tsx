import { churnThreshold } from "@sheaf/contracts/admin/limits.ts";
import { CircleAlert } from "lucide-react";
import { type Numbers, useOverview } from "../../../api/admin/overview.ts";
import { dateTime } from "../../../ui/dates.ts";
import { Fact } from "../../../ui/fact.tsx";
import { number } from "../../../ui/words.ts";
import { age } from "../pieces/age.ts";
import { Figure } from "../pieces/figure.tsx";
import { LoadingNumbers } from "../pieces/loading-numbers.tsx";
import { reasonWords } from "../pieces/reasons.ts";
import "./analytics.css";

/** Today's key figures of the service, and a report as text. */
export function Analytics() {
  const overview = useOverview();
  if (!overview) return <LoadingNumbers figures={3} cards={1} />;
  const { numbers, at } = overview;
  const { system } = numbers;
  return (
    <>
      <section className="card strip strip--3" aria-label="Figures">
        <Figure
          label="Processing queue"
          definition="Jobs that are pending or processing now."
          figure={number(system.processingJobs)}
          note={system.oldestUnfinishedAt && at ? `oldest ${age(system.oldestUnfinishedAt, at)}` : "none waiting"}
        />
        <Figure
          label="Failed jobs today"
          definition="Jobs that failed since midnight in London. The reasons are given below."
          figure={number(system.failedJobsToday)}
          note={failures(system.failuresToday)}
        />
        <Figure
          label="Average customers per user"
          definition="Customers that are not archived, divided by all users."
          figure={number(system.averageCustomersPerUser)}
          note="across all users"
        />
      </section>
      <section className="card card--narrow" aria-label="Report">
        <div className="card__head">
          <h2>Report</h2>
          {at && <span className="mute sm num">{dateTime(at)}</span>}
        </div>
        <Report numbers={numbers} />
      </section>
    </>
  );
}

const failures = (reasons: Numbers["system"]["failuresToday"]) =>
  reasons.length === 0
    ? "none"
    : reasons.map(({ reason, count }) => `${number(count)} ${reasonWords(reason)}`).join(", ");

function Report({ numbers: { signups, usage, system, subscriptions } }: { numbers: Numbers }) {
  return (
    <dl className="report num">
      <Fact term="New signups today">{number(signups.newUsersToday)}</Fact>
      <Fact term="Documents processed today">{number(usage.documentsProcessedToday)}</Fact>
      <Fact term="Total active users">{number(usage.totalActiveUsers)}</Fact>
      <Fact term="Success rate">{number(system.successRate)}%</Fact>
      {subscriptions && <Churn rate={subscriptions.churnRate} />}
      <Fact term="Average documents per user">{number(usage.averageDocumentsPerUser)}</Fact>
    </dl>
  );
}

/** Red above the threshold, not at it; the words say so, too. */
function Churn({ rate }: { rate: number }) {
  const high = rate > churnThreshold;
  return (
    <Fact term="Churn rate" look={high ? "bad" : undefined}>
      {number(rate)}%{high && `, above ${churnThreshold}%`}
      {high && <CircleAlert className="i i--14" aria-hidden />}
    </Fact>
  );
}
