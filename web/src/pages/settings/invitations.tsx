import { linkLife } from "@sheaf/contracts/limits.ts";
import { isUnlimited } from "@sheaf/contracts/plan-facts.ts";
import { useQuery } from "@tanstack/react-query";
import { Mail, UserPlus } from "lucide-react";
import { useEffect } from "react";
import { useForm } from "react-hook-form";
import { Link, useLocation } from "react-router";
import { subscriptionQuery } from "../../api/billing.ts";
import { ApiError } from "../../api/client.ts";
import { useOwnPractice } from "../../api/installation.ts";
import { useSendsEmail } from "../../api/mail.ts";
import {
  invitationsQuery,
  membersQuery,
  useInvite,
  useResendInvitation,
  useRevokeInvitation,
} from "../../api/members.ts";
import { date } from "../../ui/dates.ts";
import { emailMessage, emailPattern } from "../../ui/email-shape.ts";
import { sentenceOf } from "../../ui/failure.ts";
import { FieldError } from "../../ui/field.tsx";
import { LoadError } from "../../ui/states.tsx";
import { count } from "../../ui/words.ts";

/** Open invitations, and a field for the next one. */
export function Invitations() {
  const { data, error, refetch } = useQuery(invitationsQuery);
  const resend = useResendInvitation();
  const revoke = useRevokeInvitation();
  const sends = useSendsEmail();
  const first = data?.find(({ expiresAt }) => !isExpired(expiresAt));
  if (error) return <LoadError what="The invitations" error={error} retry={() => void refetch()} />;
  return (
    <>
      {data && data.length > 0 && (
        <ul className="slist">
          {data?.map(({ id, email, expiresAt }) => {
            const expired = isExpired(expiresAt);
            return (
              <li key={id}>
                <span className="avatar avatar--sq" aria-hidden>
                  <Mail className="i i--14" />
                </span>
                <div className="grow">
                  <b>{email}</b>{" "}
                  <span className={`badge ${expired ? "badge--bad" : "badge--busy"}`}>
                    {expired ? "Expired" : "Invited"}
                  </span>
                  <p className="mute sm num">
                    {expired ? `The link worked until ${date(expiresAt)}.` : `The link works until ${date(expiresAt)}.`}
                  </p>
                </div>
                <div className="row slist__acts">
                  <button
                    className="btn btn--sm"
                    type="button"
                    disabled={resend.isPending}
                    aria-label={`${sends ? "Send Again" : "Renew"}: ${email}`}
                    onClick={() => resend.mutate(id)}
                  >
                    {sends ? "Send Again" : "Renew"}
                  </button>
                  <button
                    className="btn btn--sm"
                    type="button"
                    disabled={revoke.isPending}
                    aria-label={`Revoke: ${email}`}
                    onClick={() => revoke.mutate(id)}
                  >
                    Revoke
                  </button>
                </div>
              </li>
            );
          })}
        </ul>
      )}
      {first && !sends && (
        <p className="slist__note sm">
          This installation sends no email. Its operator gets each link by <code>./sheaf user link {first.email}</code>{" "}
          and passes it on.
        </p>
      )}
      <Invite />
    </>
  );
}

/** An expired invitation takes no seat of the plan, and can be sent again. */
const isExpired = (expiresAt: string) => Date.parse(expiresAt) <= Date.now();

function Invite() {
  const invite = useInvite();
  const { register, handleSubmit, formState, reset, setFocus } = useForm({ defaultValues: { email: "" } });
  const send = handleSubmit(({ email }) => invite.mutate(email.trim(), { onSuccess: () => reset() }));
  const problem = formState.errors.email?.message ?? (invite.error ? sentenceOf(invite.error) : undefined);
  const { hash } = useLocation();
  useEffect(() => {
    if (hash === "#invite") setFocus("email");
  }, [hash, setFocus]);
  const full = invite.error instanceof ApiError && invite.error.code === "users-reached";
  return (
    <form className="invite" noValidate onSubmit={send}>
      <label className="label" htmlFor="invite-email">
        Invite a colleague
      </label>
      <div className="row">
        <input
          className="input grow"
          id="invite-email"
          type="email"
          autoComplete="off"
          placeholder="name@firm.co.uk"
          aria-invalid={problem ? true : undefined}
          aria-describedby="invite-below"
          {...register("email", {
            required: "Email is required",
            pattern: { value: emailPattern, message: emailMessage },
            onChange: () => invite.reset(),
          })}
        />
        <button className="btn" type="submit" disabled={invite.isPending}>
          <UserPlus className="i i--14" aria-hidden />
          {invite.isPending ? "Inviting..." : "Invite"}
        </button>
      </div>
      {problem ? (
        <FieldError id="invite-below">
          {problem} {full && <Link to="/pricing">View All Plans</Link>}
        </FieldError>
      ) : (
        <p className="hint" id="invite-below">
          <Seats /> The link works for {linkLife.invitationDays} days.
        </p>
      )}
    </form>
  );
}

/** "2 of 3 users, invitations included." Without a limit: "2 users, invitations included." */
function Seats() {
  const members = useQuery(membersQuery).data?.length;
  const open = useQuery(invitationsQuery).data?.filter(({ expiresAt }) => !isExpired(expiresAt)).length;
  const plan = useQuery(subscriptionQuery).data?.plan;
  const ownPractice = useOwnPractice();
  if (members === undefined || open === undefined || !plan) return null;
  const unlimited = isUnlimited(plan.maxUsers);
  return (
    <span className="num">
      {unlimited
        ? `${count(members + open, "user")}, invitations included.${ownPractice ? "" : " Unlimited."}`
        : `${members + open} of ${count(plan.maxUsers, "user")}, invitations included.`}
    </span>
  );
}
