import { formatsByGroup } from "@sheaf/contracts/formats.ts";
import { uploadLimits } from "@sheaf/contracts/limits.ts";
import { useQuery } from "@tanstack/react-query";
import { Inbox, Layers, ListOrdered, ScanLine, Upload } from "lucide-react";
import { usageQuery } from "../../api/billing.ts";
import { useInstallation, useOwnPractice } from "../../api/installation.ts";
import { DemoInbox } from "../../components/demo/demo-inbox.tsx";
import { unpackingInWords } from "../../components/draft/unpacking-words.ts";
import { useTotalLimit } from "../../components/draft/upload-limits.ts";
import { useExpired } from "../../components/plan/expired.ts";
import { PageHeader } from "../../shell/page/page-header.tsx";
import { useNewUpload } from "../../shell/upload/new-upload.ts";
import { Card } from "../../ui/card.tsx";
import { megabytes } from "../../ui/sizes.ts";
import { Tray } from "../../ui/states.tsx";
import "./upload-page.css";

const features = [
  {
    icon: Layers,
    title: "One PDF, or one for each file",
    text: "Merged in your order, with a bookmark for each file.",
  },
  { icon: ScanLine, title: "Every page A4", text: "Whole, upright and centred; landscape stays landscape." },
  {
    icon: ListOrdered,
    title: "One bad file does not stop the others",
    text: "Sheaf names the file and the reason, and converts the others.",
  },
  { icon: Inbox, title: "To the accounting inbox", text: "In one email or one for each PDF, with a copy if you like." },
];

export function UploadPage() {
  const start = useNewUpload();
  const expired = useExpired();
  const { data: usage } = useQuery(usageQuery);
  const installation = useInstallation();
  const ownPractice = useOwnPractice();
  const totalLimitBytes = useTotalLimit();
  return (
    <main className="main__in">
      <PageHeader title="Upload Files" description="A customer’s papers become clean A4 PDFs" />
      <div className="page upage">
        <section className="well">
          <Tray className="well__art" />
          <div>
            <b className="hide-phone">Drop customers’ papers anywhere on this screen</b>
            <b className="only-phone">Choose customers’ papers or take photos of them</b>
            <p className="mute sm hide-phone">Or choose them step by step.</p>
          </div>
          <button
            className="btn btn--primary btn--lg"
            type="button"
            aria-disabled={expired || undefined}
            onClick={() => start()}
          >
            <Upload className="i" aria-hidden />
            Start Upload Process
          </button>
        </section>
        <section className="card fcards" aria-label="What Sheaf does with the files">
          {features.map(({ icon: Icon, title, text }) => (
            <div key={title}>
              <Icon className="i i--20" aria-hidden />
              <b>{title}</b>
              <p>{text}</p>
            </div>
          ))}
        </section>
        <Card title="Accepted formats">
          <dl className="groups">
            {formatsByGroup.map(({ label, extensions }) => (
              <div key={label}>
                <dt>{label}</dt>
                <dd>{extensions.join(", ")}</dd>
              </div>
            ))}
          </dl>
        </Card>
        <Card title="Upload guidelines">
          <ul className="guide">
            {usage && (
              <li>
                <b>{megabytes(usage.maxFileBytes)} MB</b> for each file{!ownPractice && " on your plan"}.
              </li>
            )}
            <li>
              <b>{uploadLimits.filesPerJob} files</b> and <b>{megabytes(totalLimitBytes)} MB</b> in one upload from this
              page.
            </li>
            <li>Enter the password of a protected file in the job. You do not need to upload the file again.</li>
            <li>{unpackingInWords(ownPractice)}</li>
            {installation?.mailTransport === "outbox" && (
              <li>This installation keeps emails in its outbox and sends none.</li>
            )}
            {installation?.mailTransport === "demo" && (
              <li>
                <DemoInbox />
              </li>
            )}
          </ul>
        </Card>
      </div>
    </main>
  );
}
