import { refundTerms } from "@sheaf/contracts/business-facts.ts";
import type { LedgerEntry } from "@sheaf/contracts/payments.ts";
import type { RefundInput, RefundPreview } from "@sheaf/contracts/refunds.ts";
import { useQuery } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { refundPreviewQuery, useAskRefund } from "../../../api/refunds.ts";
import { Dialog } from "../../../ui/dialog.tsx";
import { DialogButtons } from "../../../ui/dialog-buttons.tsx";
import { sentenceOf } from "../../../ui/failure.ts";
import { FieldError, TextField } from "../../../ui/field.tsx";
import { NotLoaded } from "../../../ui/not-loaded.tsx";
import { OutcomeWords } from "./outcome-words.tsx";
import { RefundAsChoice } from "./refund-as-choice.tsx";

interface AskRefundProps {
  payment: LedgerEntry;
  onClose(): void;
}

/** Shows what a refund would bring before it is requested. */
export function AskRefund({ payment, onClose }: AskRefundProps) {
  const outcome = useQuery(refundPreviewQuery(payment.id));
  return (
    <Dialog title="Ask for a refund" subtitle={payment.what} onClose={onClose}>
      {outcome.data ? (
        <RequestForm preview={outcome.data} payment={payment} onClose={onClose} />
      ) : (
        <div className="dialog__body">
          <NotLoaded query={outcome} what="The outcome" label="Calculating the outcome" />
        </div>
      )}
    </Dialog>
  );
}

function RequestForm({ preview, payment, onClose }: AskRefundProps & { preview: RefundPreview }) {
  const ask = useAskRefund();
  const possible = preview.outcome === "full" || preview.outcome === "credit";
  const [refundAs, setRefundAs] = useState<RefundInput["refundAs"]>(preview.outcome === "full" ? "money" : "credit");

  function send(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const reason = String(new FormData(event.currentTarget).get("reason") ?? "").trim();
    ask.mutate({ paymentId: payment.id, refundAs, reason }, { onSuccess: onClose });
  }

  return (
    <form className="dialog__form" noValidate onSubmit={send}>
      <div className="dialog__body dialog__fields">
        <OutcomeWords preview={preview} />
        {possible && (
          <>
            <RefundAsChoice preview={preview} refundAs={refundAs} onChange={setRefundAs} />
            <TextField label="Why" optional name="reason" maxLength={500} autoComplete="off" />
            <p className="mute sm">
              The answer comes within {refundTerms.reviewHours} hours.
              {refundAs === "money" && ` Money takes ${daysOf(payment)} business days to arrive.`}
            </p>
          </>
        )}
        {ask.error && <FieldError>{sentenceOf(ask.error)}</FieldError>}
      </div>
      <DialogButtons
        close="Close"
        onClose={onClose}
        action={
          possible
            ? {
                label: refundAs === "money" ? "Ask for Money Back" : "Ask for Credit",
                doing: "Asking...",
                pending: ask.isPending,
              }
            : undefined
        }
      />
    </form>
  );
}

const { payPal, bankTransfer } = refundTerms.businessDays;
const daysOf = ({ method }: LedgerEntry) => (method === "paypal" ? payPal : bankTransfer);
