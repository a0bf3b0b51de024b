import type { Examination } from "@sheaf/contracts/admin/health.ts";
import { useQuery } from "@tanstack/react-query";
import { healthQuery } from "../../../api/admin/operations.ts";
import { CheckAgain } from "../../../components/health/check-again.tsx";
import { Examinations } from "../../../components/health/examinations.tsx";
import { NotLoaded } from "../../../ui/not-loaded.tsx";
import { count } from "../../../ui/words.ts";

/** Health of the installation: programs, database, disk, email, backup. Checked when it is opened and on request. */
export function HealthCard() {
  const health = useQuery(healthQuery);
  const { data, isFetching } = health;
  return (
    <section className="card" aria-label="Health" aria-busy={isFetching}>
      <div className="card__head">
        <h2>Health</h2>
        {data && <span className="mute sm">{summaryOf(data)}</span>}
        <CheckAgain query={health} />
      </div>
      {data ? (
        <Examinations examinations={data} />
      ) : (
        <NotLoaded query={health} what="The installation’s health" rows={9} label="Checking the installation" />
      )}
    </section>
  );
}

function summaryOf(examinations: Examination[]): string {
  const number = (state: Examination["state"]) => examinations.filter((one) => one.state === state).length;
  const [failed, warnings] = [number("failed"), number("warning")];
  if (failed + warnings === 0) return "Everything is in order";
  return [failed > 0 ? `${failed} failed` : "", warnings > 0 ? count(warnings, "warning") : ""]
    .filter(Boolean)
    .join(", ");
}
