import { useQueryClient } from "@tanstack/react-query";
import { sampleQuery, useSample } from "../../api/sample.ts";
import { PageHeader } from "../../shell/page/page-header.tsx";
import { NotLoaded } from "../../ui/not-loaded.tsx";
import { Empty } from "../../ui/states.tsx";
import { NextStep } from "./next-step.tsx";
import { SampleJobView } from "./sample-job-view.tsx";
import { SamplePapers } from "./sample-papers.tsx";
import "./sample.css";

/**
 * A try-out of Sheaf with invented files: a list of the files, then their job. Open to members with or without a
 * subscription.
 */
export function SamplePage() {
  return (
    <main className="main__in">
      <PageHeader title="Try it with our papers" description="Ten invented papers become one PDF" />
      <div className="page">
        <Sample />
      </div>
    </main>
  );
}

function Sample() {
  const client = useQueryClient();
  const read = useSample();
  const sample = read.data;
  if (!sample) return <NotLoaded query={read} what="The sample" />;
  if (sample.state === "not-made") return <SamplePapers papers={sample.papers} />;
  if (sample.jobId === null) {
    return (
      <section className="card">
        <Empty title="The sample has been removed" art>
          <p>Its papers, its PDF and its job have been deleted. Each practice can create the sample once.</p>
          <NextStep primary />
        </Empty>
      </section>
    );
  }
  const reread = () => void client.invalidateQueries(sampleQuery);
  return <SampleJobView id={sample.jobId} papers={sample.papers} onGone={reread} />;
}
