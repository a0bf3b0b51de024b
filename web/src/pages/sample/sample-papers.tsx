import type { SamplePaper } from "@sheaf/contracts/sample-job.ts";
import { useMakeSample } from "../../api/sample.ts";
import { Card } from "../../ui/card.tsx";
import { size } from "../../ui/sizes.ts";
import { Tag } from "../../ui/tags.tsx";

/** Shown before the job is created: what will happen, and what each file is. */
export function SamplePapers({ papers }: { papers: SamplePaper[] }) {
  const make = useMakeSample();
  return (
    <div className="sample">
      <section className="card sample__intro">
        <h2>What happens</h2>
        <ol className="sample__steps">
          <li>Sheaf converts the papers to A4. The light of each file shows its progress.</li>
          <li>One file is password-protected. Its password is shown beside it.</li>
          <li>One file is damaged. Its row says why, and you continue without it.</li>
          <li>The light turns green, and the PDF is ready to view and download.</li>
        </ol>
        <p className="mute sm">
          The papers are invented. No email is sent, no document of your allowance is used, and the sample appears in
          none of your lists. You can create it once and remove it at any time.
        </p>
        <button
          className="btn btn--primary btn--lg"
          type="button"
          disabled={make.isPending}
          onClick={() => make.mutate()}
        >
          {make.isPending ? "Preparing the papers..." : "Try it with our papers"}
        </button>
      </section>
      <Card title="The papers">
        <ul className="sample__papers">
          {papers.map(({ name, about, sizeBytes }) => (
            <li key={name}>
              <Tag name={name} />
              <span className="sample__paper">
                <b>{name}</b>
                <span className="mute sm">{about}</span>
              </span>
              <span className="mute sm num nowrap">{size(sizeBytes)}</span>
            </li>
          ))}
        </ul>
      </Card>
    </div>
  );
}
