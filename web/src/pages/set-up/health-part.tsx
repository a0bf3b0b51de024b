import type { Examination } from "@sheaf/contracts/admin/health.ts";
import { useQuery } from "@tanstack/react-query";
import { ChevronDown } from "lucide-react";
import { setUpHealthQuery } from "../../api/finish-set-up.ts";
import { CheckAgain } from "../../components/health/check-again.tsx";
import { Examinations } from "../../components/health/examinations.tsx";
import { Light } from "../../ui/light.tsx";
import { NotLoaded } from "../../ui/not-loaded.tsx";
import { Section } from "../../ui/section.tsx";
import { count } from "../../ui/words.ts";

/** Health of the installation. Problems do not block set-up: the portal shows the same list later. */
export function HealthPart({ code }: { code: string }) {
  const health = useQuery(setUpHealthQuery(code));
  const { data, isFetching } = health;
  return (
    <Section
      title="Health"
      about="Nothing here stops you from finishing. Email and backup can wait; the admin portal shows this list at any time."
    >
      <div className="card__head" aria-busy={isFetching}>
        <span className="mute sm">What Sheaf needs to work</span>
        <CheckAgain query={health} />
      </div>
      {data ? (
        <Folded examinations={data} />
      ) : (
        <NotLoaded query={health} what="The installation’s health" rows={4} label="Checking the installation" />
      )}
    </Section>
  );
}

/** Collapses healthy parts into one line. */
function Folded({ examinations }: { examinations: Examination[] }) {
  const healthy = examinations.filter(({ state }) => state === "ok");
  const others = examinations.filter(({ state }) => state !== "ok");
  return (
    <>
      {others.length > 0 && <Examinations examinations={others} />}
      {healthy.length > 0 && (
        <details className="setup__healthy">
          <summary>
            <Light word="All right" />
            {count(healthy.length, others.length > 0 ? "other part" : "part")}
            <ChevronDown className="i i--14" aria-hidden />
          </summary>
          <Examinations examinations={healthy} />
        </details>
      )}
    </>
  );
}
