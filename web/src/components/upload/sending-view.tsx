import { type DestinationKind, destinationKinds } from "@sheaf/contracts/destination-kinds.ts";
import { destinationOf } from "@sheaf/contracts/destinations.ts";
import { isUnlimited } from "@sheaf/contracts/plan-facts.ts";
import { useQuery } from "@tanstack/react-query";
import { Check } from "lucide-react";
import { usageQuery } from "../../api/billing.ts";
import { customersQuery } from "../../api/customers.ts";
import { useOwnPractice } from "../../api/installation.ts";
import { useSendsEmail } from "../../api/mail.ts";
import { settingsQuery } from "../../api/settings.ts";
import { CopyableFact } from "../../ui/fact.tsx";
import { FileName } from "../../ui/file-name.tsx";
import { ProgressBar } from "../../ui/progress-bar.tsx";
import { megabytes, size } from "../../ui/sizes.ts";
import { Tag } from "../../ui/tags.tsx";
import { count, number } from "../../ui/words.ts";
import { InboxBadge } from "../customer/inbox-badge.tsx";
import type { Choices } from "../draft/choices.ts";
import { totalBytes } from "../draft/chosen-files.ts";
import { countDeliveries, deliveriesTo } from "../draft/deliveries.ts";
import { useDraft, useDraftActions } from "../draft/draft-provider.tsx";
import { mayBecomeMore } from "../draft/file-problems.ts";
import { type Progress, useProgress } from "../draft/send-files.ts";
import { recipient, shownSubject } from "../draft/upload-summary.ts";

/** Progress in bytes really sent, in total and per file, with the choices beside it. */
export function SendingView({ choices }: { choices: Choices }) {
  const draft = useDraft();
  const { cancelSending } = useDraftActions();
  const progress = useProgress();
  const { data: customers } = useQuery(customersQuery);
  const { data: usage } = useQuery(usageQuery);
  const sendsEmail = useSendsEmail();
  const { data: settings } = useQuery(settingsQuery);
  const ownPractice = useOwnPractice();
  const customer = customers?.find(({ id }) => id === draft.customerId);
  const { files } = draft;
  const more = mayBecomeMore(files);
  const all = totalBytes(files);
  const share = Math.min(1, progress.sentBytes / progress.totalBytes);
  const sent = all * share;
  // An empty subject is replaced by the practice's default one.
  const chosenSubject = choices.subject.trim() || settings?.defaultEmailSubject;
  const subject = customer && chosenSubject && shownSubject(chosenSubject, customer, files.length, more);
  let before = 0;

  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard */}
      <section className="up" tabIndex={0} aria-label="Upload">
        <div className="up__files">
          <div className="sending">
            <div className="row between">
              <span className="label num">
                {progress.cutOff
                  ? "Connection lost"
                  : share < 1
                    ? `Uploading ${megabytes(sent)} of ${megabytes(all)} MB`
                    : "Uploaded, waiting for confirmation"}
              </span>
              <span className="mute sm num">{share < 1 && timeLeft(progress)}</span>
            </div>
            <ProgressBar label="Bytes uploaded" share={share} />
            <p className="sm" role="status">
              {restartNote(progress)}
            </p>
          </div>
          <ol className="files">
            {files.map(({ key, file }, index) => {
              const own = Math.max(0, Math.min(file.size, sent - before));
              before += file.size;
              return <SendingRow key={key} file={file} place={index + 1} ownBytes={share === 1 ? file.size : own} />;
            })}
          </ol>
        </div>
        <div className="up__deliver">
          <span className="label">What will happen</span>
          <dl className="plan-of">
            <CopyableFact term="Customer">{customer?.name}</CopyableFact>
            <CopyableFact term="Make">{choices.separatePdfs ? "Separate PDFs, A4" : "One merged PDF, A4"}</CopyableFact>
            {choices.destination && customer ? (
              <>
                {destinationOf(recipient(customer)) && (
                  <CopyableFact term="Inbox">
                    <InboxBadge address={recipient(customer)} />
                  </CopyableFact>
                )}
                <CopyableFact term={sendsEmail ? "To" : "Kept for"}>{recipient(customer)}</CopyableFact>
                <CopyableFact term="How">
                  {describeHow(choices.destination, recipient(customer), { files: files.length, more, choices })}
                </CopyableFact>
                {subject && <CopyableFact term="Subject">{subject}</CopyableFact>}
              </>
            ) : (
              <CopyableFact term="Email">None</CopyableFact>
            )}
            {usage && !ownPractice && (
              <div className="sum">
                <dt>Documents</dt>
                <dd className="num">
                  {isUnlimited(usage.documentsAllowed)
                    ? "Unlimited"
                    : `Uses ${number(files.length)}${more ? " or more" : ""} of the ${number(usage.documentsRemaining)} left`}
                </dd>
              </div>
            )}
          </dl>
        </div>
      </section>
      <div className="up__foot">
        <div className="footnote">
          <p className="dim">
            <b>Nothing has been emailed yet.</b> Keep this tab open until the upload is done.
          </p>
          <p className="mute sm">After that you can close the tab. Processing continues.</p>
        </div>
        <button className="btn btn--lg" type="button" onClick={cancelSending}>
          Cancel
        </button>
        {/* Keeps the place of Create PDF, so that Cancel does not appear under a resting pointer. */}
        <button className="btn btn--lg btn--primary" type="button" disabled>
          Uploading...
        </button>
      </div>
    </>
  );
}

function SendingRow({ file, place, ownBytes }: { file: File; place: number; ownBytes: number }) {
  const underWay = ownBytes > 0 && ownBytes < file.size;
  return (
    <li className="file file--ro">
      <span className="file__n num">{place}</span>
      <Tag name={file.name} />
      <span className="file__name">
        <FileName name={file.name} />
      </span>
      {ownBytes === 0 && <span className="file__st mute">waiting</span>}
      {underWay && (
        <span className="file__st num">
          {megabytes(ownBytes)} of {megabytes(file.size)} MB
        </span>
      )}
      {ownBytes >= file.size && (
        <span className="file__st file__st--ok">
          <Check className="i i--14" aria-hidden />
          uploaded
        </span>
      )}
      {!underWay && <span className="file__size num">{size(file.size)}</span>}
      {underWay && (
        <div className="file__bar progress progress--thin">
          <i style={{ width: `${(ownBytes / file.size) * 100}%` }} />
        </div>
      )}
    </li>
  );
}

/** Returns the remaining time, estimated from the bytes sent; empty during the first second. */
function timeLeft({ sentBytes, totalBytes, startedAt }: Progress): string {
  const seconds = (performance.now() - startedAt) / 1000;
  if (seconds < 1 || sentBytes === 0) return "";
  const left = (totalBytes - sentBytes) / (sentBytes / seconds);
  return left < 60
    ? `about ${count(Math.max(1, Math.round(left)), "second")} at this speed`
    : `about ${count(Math.round(left / 60), "minute")} at this speed`;
}

/** Says that a previous attempt was interrupted. */
function restartNote({ tries, cutOff }: Progress): string {
  if (cutOff) return "The connection was lost. The upload restarts automatically and makes only one job.";
  return tries > 1 ? `The connection was lost, so the upload has restarted (attempt ${tries}).` : "";
}

interface HowProps {
  files: number;
  /** Some of the files are unpacked and may become several documents. */
  more: boolean;
  choices: Choices;
}

/** "One email, 3 attachments"; "3 emails" when each carries one PDF. */
function describeHow(kind: DestinationKind, address: string, { files, more, choices }: HowProps): string {
  const { one, heading } = destinationKinds[kind];
  if (more && choices.separatePdfs) return choices.separateDeliveries ? `One ${one} for each PDF` : heading;
  const deliveries = deliveriesTo(kind, address, files, choices);
  const attached = choices.separatePdfs ? files : 1;
  const counted = deliveries === 1 ? `One ${one}` : countDeliveries(kind, deliveries);
  return deliveries > 1 && deliveries === attached ? counted : `${counted}, ${count(attached, "attachment")}`;
}
