import { defined } from "@sheaf/contracts/defined.ts";
import type { Delivery } from "@sheaf/contracts/deliveries.ts";
import { destinationKinds } from "@sheaf/contracts/destination-kinds.ts";
import type { Job } from "@sheaf/contracts/jobs.ts";
import { Send } from "lucide-react";
import { type FormEvent, useState } from "react";
import { useSendAgain } from "../../api/delivery.ts";
import { useCheckedText } from "../../ui/checked-text.ts";
import { emailMessage, emailPattern } from "../../ui/email-shape.ts";
import { sentenceOf } from "../../ui/failure.ts";
import { TextField } from "../../ui/field.tsx";
import { sayExpired, useExpired } from "../plan/expired.ts";
import { accepted, mayHaveGone } from "./delivery-words.ts";

interface SendAgainProps {
  job: Job;
  delivery: Delivery;
  onCancel: (() => void) | undefined;
}

/**
 * Sends the same PDFs again, or for the first time: to the same address, or to a corrected one that the customer keeps.
 */
export function SendAgain({ job, delivery, onCancel }: SendAgainProps) {
  const { text: address, setError, field } = useCheckedText(delivery.recipient);
  const [correct, setCorrect] = useState(true);
  const again = useSendAgain(job.id, delivery.id);
  const expired = useExpired();
  const { one, toAddress } = destinationKinds[delivery.destination];
  const recipient = address.trim();
  const changed = recipient.toLowerCase() !== delivery.recipient.toLowerCase();
  const knownCustomer = job.customer.id !== null;

  function send(event: FormEvent) {
    event.preventDefault();
    if (expired) return sayExpired();
    if (toAddress && !emailPattern.test(recipient)) return setError(emailMessage);
    again.mutate(
      { ...(changed ? { recipient } : {}), correctCustomer: changed && knownCustomer && correct },
      { onError: (error) => setError(sentenceOf(error)), ...defined({ onSuccess: onCancel }) },
    );
  }

  return (
    <form className="send-again" noValidate onSubmit={send}>
      {accepted(delivery) && (
        <p className="sm">This {one} was already accepted. Sending it again may create a duplicate in the inbox.</p>
      )}
      <div className="send-again__to">
        {toAddress && (
          <TextField
            label="Address"
            autoFocus={onCancel !== undefined}
            type="email"
            autoComplete="off"
            maxLength={254}
            {...field}
          />
        )}
        <button
          className="btn"
          type="submit"
          disabled={again.isPending}
          aria-disabled={expired || undefined}
          title={expired ? "Renew to send" : undefined}
        >
          <Send className="i i--14" aria-hidden />
          {again.isPending
            ? "Sending..."
            : changed
              ? "Correct and send"
              : mayHaveGone(delivery)
                ? "Send again"
                : "Send"}
        </button>
        {onCancel && (
          <button className="btn btn--quiet" type="button" onClick={onCancel}>
            Cancel
          </button>
        )}
      </div>
      {changed && knownCustomer && (
        <label className="check sm">
          <input type="checkbox" checked={correct} onChange={({ target }) => setCorrect(target.checked)} />
          <span>Also correct the address of {job.customer.name}</span>
        </label>
      )}
    </form>
  );
}
