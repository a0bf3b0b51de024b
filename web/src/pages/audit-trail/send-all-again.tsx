import type { Delivery } from "@sheaf/contracts/deliveries.ts";
import type { Job } from "@sheaf/contracts/jobs.ts";
import { useState } from "react";
import { type EmailOfJob, useSendAllAgain } from "../../api/delivery.ts";
import { BulkDialog } from "../../components/bulk/bulk-dialog.tsx";
import { InboxBadge } from "../../components/customer/inbox-badge.tsx";
import { currentDeliveries, isUnderWay } from "../../components/job/delivery-words.ts";
import { count } from "../../ui/words.ts";

/** Emails that may be sent again, grouped by the result of the last attempt: preselected, or only when ticked. */
const groups = [
  {
    key: "refused",
    states: ["failed", "bounced", "complained"],
    title: "Refused or bounced",
    note: "Nothing arrived in these inboxes.",
    ticked: true,
  },
  {
    key: "kept",
    states: ["kept"],
    title: "Kept in the outbox",
    note: "These emails have not left this installation.",
    ticked: true,
  },
  {
    key: "unconfirmed",
    states: ["unconfirmed"],
    title: "Not confirmed",
    note: "These emails may have arrived. Check the inboxes first: sending again may create duplicates.",
    ticked: false,
  },
  {
    key: "accepted",
    states: ["sent", "delivered"],
    title: "Already accepted",
    note: "Sending again may create duplicates in the inbox.",
    ticked: false,
  },
] as const satisfies readonly { states: readonly Delivery["state"][]; [more: string]: unknown }[];

type Group = (typeof groups)[number];

const nameOf = ({ job, email }: EmailOfJob) => `${job.customer.name} to ${email.recipient}`;

export interface BulkJobsProps {
  jobs: Job[];
  /** Called at the end, to clear the selection. */
  onEnd: () => void;
  onClose: () => void;
}

/**
 * Asks once, with every inbox that receives an email; inboxes that may have received it already are a separate group
 * and not preselected.
 */
export function SendAllAgain({ jobs, onEnd, onClose }: BulkJobsProps) {
  const [ticked, setTicked] = useState<readonly string[]>(groups.flatMap(({ key, ticked: on }) => (on ? key : [])));
  const emails = jobs
    .filter(({ filesDeleted }) => !filesDeleted)
    .flatMap((job) => currentDeliveries(job).map((email): EmailOfJob => ({ job, email })))
    // These are sent automatically once their sender has confirmed their address.
    .filter(({ email }) => !email.awaitsSender);
  const of = ({ states }: Group) => emails.filter(({ email }) => (states as readonly string[]).includes(email.state));
  const shown = groups.filter((group) => of(group).length > 0);
  const chosen = shown.filter(({ key }) => ticked.includes(key)).flatMap(of);
  const listed = shown.flatMap(of);
  const going = emails.filter(({ email }) => isUnderWay(email));
  const without = jobs.filter((job) => ![...listed, ...going].some((email) => email.job === job)).length;
  return (
    <BulkDialog
      title={`Send ${count(chosen.length, "email")} again`}
      items={chosen}
      nameOf={nameOf}
      names={[...new Set(chosen.map(({ job }) => job.customer.name))]}
      action={{ label: `Send ${count(chosen.length, "email")}`, doing: "Sending", done: "on the way" }}
      act={useSendAllAgain()}
      onEnd={onEnd}
      onClose={onClose}
    >
      {shown.map((group) => (
        <Inboxes
          key={group.key}
          group={group}
          emails={of(group)}
          ticked={ticked.includes(group.key)}
          onTick={(on) => setTicked(on ? [...ticked, group.key] : ticked.filter((key) => key !== group.key))}
        />
      ))}
      {going.length > 0 && (
        <p className="dim">
          {count(going.length, "email is", "emails are")} still on the way and will not be sent again.
        </p>
      )}
      {without > 0 && (
        <p className="dim">
          {count(without, "selected job has", "selected jobs have")} no email that can be sent again.
        </p>
      )}
    </BulkDialog>
  );
}

interface InboxesProps {
  group: Group;
  emails: EmailOfJob[];
  ticked: boolean;
  onTick: (on: boolean) => void;
}

function Inboxes({ group, emails, ticked, onTick }: InboxesProps) {
  const byInbox = Map.groupBy(emails, ({ email }) => email.recipient.toLowerCase());
  return (
    <fieldset className="bulk__inboxes">
      <label className="check">
        <input type="checkbox" checked={ticked} onChange={({ target }) => onTick(target.checked)} />
        <span>
          <b>{`${group.title}: ${count(emails.length, "email")}`}</b>
          <span className="block mute sm">{group.note}</span>
        </span>
      </label>
      <ul>
        {[...byInbox].map(([address, to]) => (
          <li className="row sm" key={address}>
            <span className="clip copyable">{to[0]?.email.recipient}</span>
            <InboxBadge address={address} />
            <span className="mute num nowrap bulk__count">{count(to.length, "email")}</span>
          </li>
        ))}
      </ul>
    </fieldset>
  );
}
