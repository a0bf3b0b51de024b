import type { Delivery } from "@sheaf/contracts/deliveries.ts";
import type { Job } from "@sheaf/contracts/jobs.ts";
import { Ban, RotateCw } from "lucide-react";
import { useState } from "react";
import { Link } from "react-router";
import { useUser } from "../../api/accounts.ts";
import { useStopEmail, useTryNow } from "../../api/delivery.ts";
import { sayExpired, useExpired } from "../plan/expired.ts";
import { ResendLink } from "./resend-link.tsx";
import { SendAgain } from "./send-again.tsx";

interface EmailProps {
  job: Job;
  email: Delivery;
}

/** What can be done about an email that was put off: try it now, send it elsewhere, or stop it. */
export function PutOffEmail({ job, email }: EmailProps) {
  const [changing, setChanging] = useState(false);
  const now = useTryNow(job.id, email.id);
  const expired = useExpired();
  if (changing) return <SendAgain {...{ job, email }} onCancel={() => setChanging(false)} />;
  return (
    <span className="row email__acts">
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
      <button className="btn btn--sm btn--quiet" type="button" onClick={() => setChanging(true)}>
        Change address
      </button>
      <Stop {...{ job, email }} />
    </span>
  );
}

/** An email that waits until its sender has confirmed their own address; another member may send it instead. */
export function UnconfirmedSender({ job, email }: EmailProps) {
  const { data: user } = useUser();
  const own = !user || email.confirmedById === user.id || !user.emailVerified;
  if (!own) {
    return (
      <>
        <p className="sm">
          This email waits until the member who sent it confirms their address. You can send it instead.
        </p>
        <SendAgain {...{ job, email }} onCancel={undefined} />
      </>
    );
  }
  return (
    <>
      <p className="sm">
        We sent a link to <span className="copyable">{user?.pendingEmail ?? user?.email}</span>. Your emails are sent as
        soon as you follow it. Wrong address? Change it in <Link to="/settings">Settings</Link>.
      </p>
      <span className="row email__acts">
        <ResendLink small />
        <Stop {...{ job, email }} />
      </span>
    </>
  );
}

function Stop({ job, email }: EmailProps) {
  const stop = useStopEmail(job.id, email.id);
  return (
    <button
      className="btn btn--sm btn--quiet"
      type="button"
      aria-label={`Stop the email to ${email.recipient}`}
      disabled={stop.isPending}
      onClick={() => stop.mutate(undefined)}
    >
      <Ban className="i i--14" aria-hidden />
      Stop
    </button>
  );
}
