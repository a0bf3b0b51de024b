import type { Delivery } from "@sheaf/contracts/deliveries.ts";
import { destinationKinds } from "@sheaf/contracts/destination-kinds.ts";
import type { Job } from "@sheaf/contracts/jobs.ts";
import { Ban, RotateCw } from "lucide-react";
import { useState } from "react";
import { Link } from "react-router";
import { useUser } from "../../api/accounts.ts";
import { useStopDelivery, useTryNow } from "../../api/delivery.ts";
import { sayExpired, useExpired } from "../plan/expired.ts";
import { ResendLink } from "./resend-link.tsx";
import { SendAgain } from "./send-again.tsx";

interface DeliveryProps {
  job: Job;
  delivery: Delivery;
}

/** Actions for a postponed delivery: try now, send to another address, or cancel. */
export function PutOffDelivery({ job, delivery }: DeliveryProps) {
  const [changing, setChanging] = useState(false);
  const now = useTryNow(job.id, delivery.id);
  const expired = useExpired();
  if (changing) return <SendAgain job={job} delivery={delivery} onCancel={() => setChanging(false)} />;
  return (
    <span className="row delivery__actions">
      <button
        className="btn btn--sm"
        type="button"
        disabled={now.isPending}
        aria-disabled={expired || undefined}
        title={expired ? "Renew to send" : undefined}
        onClick={() => (expired ? sayExpired() : now.mutate(undefined))}
      >
        <RotateCw className="i i--14" aria-hidden />
        Try now
      </button>
      {destinationKinds[delivery.destination].toAddress && (
        <button className="btn btn--sm btn--quiet" type="button" onClick={() => setChanging(true)}>
          Change address
        </button>
      )}
      <Stop job={job} delivery={delivery} />
    </span>
  );
}

/** A delivery that waits until its sender has confirmed their own address; another member may send it instead. */
export function UnconfirmedSender({ job, delivery }: DeliveryProps) {
  const { data: user } = useUser();
  const { one, several } = destinationKinds[delivery.destination];
  const own = !user || delivery.confirmedById === user.id || !user.emailVerified;
  if (!own) {
    return (
      <>
        <p className="sm">
          This {one} waits until the member who sent it confirms their address. You can send it instead.
        </p>
        <SendAgain job={job} delivery={delivery} onCancel={undefined} />
      </>
    );
  }
  return (
    <>
      <p className="sm">
        We sent a link to <span className="copyable">{user?.pendingEmail ?? user?.email}</span>. Your {several} are sent
        as soon as you open it. Wrong address? Change it in <Link to="/settings">Settings</Link>.
      </p>
      <span className="row delivery__actions">
        <ResendLink />
        <Stop job={job} delivery={delivery} />
      </span>
    </>
  );
}

function Stop({ job, delivery }: DeliveryProps) {
  const stop = useStopDelivery(job.id, delivery.id);
  return (
    <button
      className="btn btn--sm btn--quiet"
      type="button"
      aria-label={`Stop the ${destinationKinds[delivery.destination].one} to ${delivery.recipient}`}
      disabled={stop.isPending}
      onClick={() => stop.mutate(undefined)}
    >
      <Ban className="i i--14" aria-hidden />
      Stop
    </button>
  );
}
