import type { Delivery } from "@sheaf/contracts/deliveries.ts";
import type { Job } from "@sheaf/contracts/jobs.ts";
import { CircleAlert, Paperclip, TriangleAlert } from "lucide-react";
import { useState } from "react";
import { FileName } from "../../ui/file-name.tsx";
import { Light } from "../../ui/light.tsx";
import { size } from "../../ui/sizes.ts";
import { InboxBadge } from "../customer/inbox-badge.tsx";
import { useExpired } from "../plan/expired.ts";
import {
  currentEmails,
  deliverySays,
  deliveryWord,
  inTrouble,
  isPutOff,
  mayHaveGone,
  onItsWay,
} from "./delivery-words.ts";
import { ItArrived } from "./it-arrived.tsx";
import { saysComesApart } from "./page-by-page.ts";
import { SendAgain } from "./send-again.tsx";
import { PutOffEmail, UnconfirmedSender } from "./waiting-email.tsx";

/** Each email of a job with its own light, and what can be done about it. Those that were sent again come last. */
export function JobEmails({ job }: { job: Job }) {
  const current = currentEmails(job);
  const past = job.deliveries.filter((email) => !current.includes(email));
  return (
    <ul className="outbox" aria-label="Emails">
      {[...current, ...past].map((email) => (
        <Email key={email.id} job={job} email={email} />
      ))}
    </ul>
  );
}

function Email({ job, email }: { job: Job; email: Delivery }) {
  const { subject, recipient, isCopy, part, parts, attachments, replacedById } = email;
  const bad = inTrouble(email);
  const apart = saysComesApart(job, recipient);
  return (
    <li className={bad ? "email is-bad" : replacedById ? "email is-past" : "email"}>
      <span className="row between">
        <b className="clip">{subject}</b>
        <Light word={bad && job.filesDeleted ? "Failed" : deliveryWord(email)} />
      </span>
      <span className="row email__to">
        <span className="mute sm copyable">
          {isCopy ? "Copy to " : "To "}
          {recipient}
          {parts > 1 && ` · part ${part} of ${parts}`}
        </span>
        <InboxBadge address={recipient} />
      </span>
      {bad ? (
        <p className="row email__why">
          <CircleAlert className="i i--14" aria-hidden />
          <span>{deliverySays(email)}</span>
        </p>
      ) : (
        <span className="mute sm num copyable">{deliverySays(email)}</span>
      )}
      {apart && (
        <p className="row file__note">
          <TriangleAlert className="i i--14" aria-hidden />
          <span>{apart}</span>
        </p>
      )}
      <ul className="email__files" aria-label={`Attachments of ${subject}`}>
        {attachments.map(({ id, name, sizeBytes, note }) => (
          <li key={id}>
            <span className="row">
              <Paperclip className="i i--14" aria-hidden />
              <span className="grow">
                <FileName name={name} />
              </span>
              <span className="mute sm num nowrap">{size(sizeBytes)}</span>
            </span>
            {note && <span className="mute sm">{note}</span>}
          </li>
        ))}
      </ul>
      {replacedById === null && !job.filesDeleted && <Acts job={job} email={email} bad={bad} />}
    </li>
  );
}

/** What a person can do about an email as it stands. */
function Acts({ job, email, bad }: { job: Job; email: Delivery; bad: boolean }) {
  if (email.awaitsSender) return <UnconfirmedSender {...{ job, email }} />;
  if (isPutOff(email)) return <PutOffEmail {...{ job, email }} />;
  if (onItsWay(email)) return null;
  return (
    <>
      {email.state === "unconfirmed" && <ItArrived {...{ job, email }} />}
      <Again job={job} email={email} open={bad} />
    </>
  );
}

/** Asked for by an email in trouble; for any other it is offered, and opens on request. */
function Again({ job, email, open }: { job: Job; email: Delivery; open: boolean }) {
  const [asked, setAsked] = useState(false);
  const expired = useExpired();
  const label = mayHaveGone(email) ? "Send again" : "Send";
  if (open || asked) return <SendAgain {...{ job, email }} onCancel={open ? undefined : () => setAsked(false)} />;
  return (
    <span>
      <button
        className="link sm"
        type="button"
        aria-label={`${label} to ${email.recipient}`}
        title={expired ? "Renew to send" : undefined}
        onClick={() => setAsked(true)}
      >
        {label}
      </button>
    </span>
  );
}
