import type { Delivery } from "@sheaf/contracts/deliveries.ts";
import { destinationKinds } from "@sheaf/contracts/destination-kinds.ts";
import type { Job } from "@sheaf/contracts/jobs.ts";
import { uploadLimits } from "@sheaf/contracts/limits.ts";
import { CircleAlert, Paperclip, TriangleAlert } from "lucide-react";
import { useState } from "react";
import { FileName } from "../../ui/file-name.tsx";
import { ShowAll, useFolded } from "../../ui/folded.tsx";
import { Light } from "../../ui/light.tsx";
import { size } from "../../ui/sizes.ts";
import { InboxBadge } from "../customer/inbox-badge.tsx";
import { useExpired } from "../plan/expired.ts";
import { ConfirmArrival } from "./confirm-arrival.tsx";
import {
  currentDeliveries,
  deliveryWord,
  describeDelivery,
  inTrouble,
  isPutOff,
  isUnderWay,
  mayHaveGone,
} from "./delivery-words.ts";
import { describeSplitPages } from "./page-by-page.ts";
import { SendAgain } from "./send-again.tsx";
import { PutOffDelivery, UnconfirmedSender } from "./waiting-delivery.tsx";

/** Files of containers may make a job's lists long: longer ones are folded. */
const limit = uploadLimits.filesPerJob;

/** Lists each delivery of a job with its light and its actions. Deliveries that were sent again come last. */
export function JobDeliveries({ job }: { job: Job }) {
  const current = currentDeliveries(job);
  const past = job.deliveries.filter((delivery) => !current.includes(delivery));
  const all = [...current, ...past];
  const { shown, showAll } = useFolded(all, { limit, keep: (delivery) => inTrouble(delivery) || isPutOff(delivery) });
  const { heading, several } = destinationKinds[job.destination];
  return (
    <>
      <ul className="deliveries" aria-label={heading}>
        {shown.map((delivery) => (
          <DeliveryRow key={delivery.id} job={job} delivery={delivery} />
        ))}
      </ul>
      <ShowAll showAll={showAll} of={all.length} what={several} />
    </>
  );
}

function DeliveryRow({ job, delivery }: { job: Job; delivery: Delivery }) {
  const { subject, recipient, isCopy, part, parts, attachments, replacedById } = delivery;
  const bad = inTrouble(delivery);
  const splitWarning = describeSplitPages(job, recipient);
  const { shown, showAll } = useFolded(attachments, { limit });
  return (
    <li className={bad ? "delivery is-bad" : replacedById ? "delivery is-past" : "delivery"}>
      <span className="row between">
        <b className="clip">{subject}</b>
        <Light word={bad && job.filesDeleted ? "Failed" : deliveryWord(delivery)} />
      </span>
      <span className="row delivery__to">
        <span className="mute sm copyable">
          {isCopy ? "Copy to " : "To "}
          {recipient}
          {parts > 1 && ` · part ${part} of ${parts}`}
        </span>
        <InboxBadge address={recipient} />
      </span>
      {bad ? (
        <p className="row delivery__why">
          <CircleAlert className="i i--14" aria-hidden />
          <span>{describeDelivery(delivery)}</span>
        </p>
      ) : (
        <span className="mute sm num copyable">{describeDelivery(delivery)}</span>
      )}
      {splitWarning && (
        <p className="row file__note">
          <TriangleAlert className="i i--14" aria-hidden />
          <span>{splitWarning}</span>
        </p>
      )}
      <ul className="delivery__files" aria-label={`Attachments of ${subject}`}>
        {shown.map(({ id, name, sizeBytes, note }) => (
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
      <ShowAll showAll={showAll} of={attachments.length} what="attachments" />
      {replacedById === null && !job.filesDeleted && <Actions job={job} delivery={delivery} bad={bad} />}
    </li>
  );
}

/** Actions for a delivery in its present state. */
function Actions({ job, delivery, bad }: { job: Job; delivery: Delivery; bad: boolean }) {
  if (delivery.awaitsSender) return <UnconfirmedSender job={job} delivery={delivery} />;
  if (isPutOff(delivery)) return <PutOffDelivery job={job} delivery={delivery} />;
  if (isUnderWay(delivery)) return null;
  return (
    <>
      {delivery.state === "unconfirmed" && <ConfirmArrival job={job} delivery={delivery} />}
      <SendAgainLink job={job} delivery={delivery} open={bad} />
    </>
  );
}

/** Expanded for a delivery in trouble; for any other it expands on request. */
function SendAgainLink({ job, delivery, open }: { job: Job; delivery: Delivery; open: boolean }) {
  const [asked, setAsked] = useState(false);
  const expired = useExpired();
  const label = mayHaveGone(delivery) ? "Send again" : "Send";
  if (open || asked)
    return <SendAgain job={job} delivery={delivery} onCancel={open ? undefined : () => setAsked(false)} />;
  return (
    <span>
      <button
        className="link sm"
        type="button"
        aria-label={`${label} to ${delivery.recipient}`}
        title={expired ? "Renew to send" : undefined}
        onClick={() => setAsked(true)}
      >
        {label}
      </button>
    </span>
  );
}
