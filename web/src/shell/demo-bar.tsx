import { useQuery } from "@tanstack/react-query";
import { demoJobsQuery } from "../api/demo.ts";
import { ProgressBar } from "../ui/progress-bar.tsx";

/** Shown while the demonstration's own jobs are being made; nothing afterwards. */
export function DemoBar() {
  const { data } = useQuery(demoJobsQuery);
  if (!data || data.made >= data.total) return null;
  const { made, total } = data;
  return (
    <section className="demobar" aria-label="Demonstration">
      <p>
        The demonstration’s papers are being prepared:{" "}
        <span className="num">
          {made} of {total} jobs
        </span>
      </p>
      <ProgressBar label="Jobs of the demonstration" share={made / total} thin />
    </section>
  );
}
