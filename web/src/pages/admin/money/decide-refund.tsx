import type { QuotedRefund, RefundPreview, RefundRequest } from "@sheaf/contracts/refunds.ts";
import { type ReactNode, useState } from "react";
import { useDecideRefund } from "../../../api/admin/users.ts";
import { SuspendedMembers } from "../../../components/plan/suspended-members.tsx";
import { FieldError, TextField } from "../../../ui/field.tsx";
import { required } from "../../../ui/plain-form.ts";
import { pounds } from "../../../ui/words.ts";
import { ActionDialog } from "../pieces/action-dialog.tsx";

const outcomes: Record<RefundRequest["outcome"], string> = {
  full: "The refund policy allows a full refund: it was requested within 30 days, with under 10% of the documents used.",
  credit:
    "The refund policy allows a credit: between 10% and 50% of the documents were used. You may refund money instead.",
  denied: "The refund policy allows no refund: more than half of the documents were used.",
  "too-late": "The refund policy allows no refund: it was requested more than 30 days after the payment.",
};

type Decision = "money" | "credit" | "deny";

interface DecideRefundProps {
  request: QuotedRefund;
  /** The payment was a bank transfer: the refund is a transfer, too, made by hand. */
  byTransfer: boolean;
  onClose(): void;
}

/**
 * Decides a refund by the current figures, not those of the request. Nothing is preselected; a refund through PayPal
 * has to be confirmed once more.
 */
export function DecideRefund({ request, byTransfer, onClose }: DecideRefundProps) {
  const { id, requestedBy, now } = request;
  const { outcome, refundPence, creditPence } = now ?? request;
  const [decision, setDecision] = useState<Decision>();
  const decide = useDecideRefund(id);
  const refund = pounds(refundPence);
  const credit = pounds(creditPence);
  const transfers = byTransfer && decision === "money";
  const labels = { money: `Refund ${refund}`, credit: `Give ${credit} Credit`, deny: "Decline the Refund" };
  const choice = { chosen: decision, choose: setDecision };
  return (
    <ActionDialog
      title="Decide a Refund"
      action={{ label: decision ? labels[decision] : "Decide", doing: "Deciding...", danger: decision === "deny" }}
      confirm={
        decision === "money" &&
        !byTransfer && <p className="num">PayPal sends {refund} back to the payer at once. This cannot be undone.</p>
      }
      act={decide}
      rules={{ decision: [required("A decision")], reference: transfers ? [required("Reference")] : [] }}
      inputOf={({ decision, reason, reference }) => ({
        decision: decision as Decision,
        reason,
        ...(transfers ? { reference } : {}),
      })}
      fields={(field) => {
        const { error, onChange } = field("decision");
        return (
          <>
            <fieldset className="stack" aria-label="Decision" onChange={onChange}>
              <Choice value="money" {...choice} label={`Refund ${refund}`}>
                {byTransfer ? "By bank transfer, which you make yourself." : "Through PayPal, at once."} {endOf(now)}
              </Choice>
              <Choice value="credit" {...choice} label={`Give a credit of ${credit}`}>
                For the next purchase. {endOf(now)}
              </Choice>
              <Choice value="deny" {...choice} label="Decline">
                The payment and the subscription stay as they are.
              </Choice>
              {error && <FieldError>{error}</FieldError>}
            </fieldset>
            {now && decision && decision !== "deny" && <SuspendedMembers names={now.suspends} />}
            {transfers && (
              <TextField
                label="Reference of the refund transfer"
                autoComplete="off"
                maxLength={140}
                hint="As shown on the bank statement. Each reference can be entered once: if another transfer had the same, add the date."
                {...field("reference")}
              />
            )}
          </>
        );
      }}
      reasonHint={`${requestedBy} sees this reason as the answer.`}
      onClose={onClose}
    >
      <p className="dim">{outcomes[outcome]}</p>
    </ActionDialog>
  );
}

/** Says what ends with the payment: after the refund of an upgrade the previous plan continues. */
function endOf(now: RefundPreview | null): string | null {
  if (now?.returnsTo) return `The practice returns to ${now.returnsTo}.`;
  return now?.endsPeriod ? "The period bought with this payment ends." : null;
}

interface ChoiceProps {
  value: Decision;
  chosen: Decision | undefined;
  choose(decision: Decision): void;
  label: string;
  children: ReactNode;
}

function Choice({ value, chosen, choose, label, children }: ChoiceProps) {
  return (
    <label className="choice check">
      <input type="radio" name="decision" value={value} checked={value === chosen} onChange={() => choose(value)} />
      <span>
        <b>{label}</b>
        <span>{children}</span>
      </span>
    </label>
  );
}
