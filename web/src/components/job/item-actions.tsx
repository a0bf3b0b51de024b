import type { Job, JobFile } from "@sheaf/contracts/jobs.ts";
import { X } from "lucide-react";
import { type FormEvent, useId, useState } from "react";
import { useBringBack, useLeaveOutItem } from "../../api/items.ts";
import { Tip } from "../../ui/tip.tsx";
import { sayExpired, useExpired } from "../plan/expired.ts";
import { nameInJob } from "./job-words.ts";

interface ItemProps {
  jobId: string;
  customer: Job["customer"];
  file: JobFile;
}

/** Adds an item to the PDF that is set aside or was left out. */
export function BringBack({ jobId, customer, file }: ItemProps) {
  const bringBack = useBringBack({ jobId, fileId: file.id });
  const press = useItemAction({ customer, file }, (rememberForCustomer) => bringBack.mutate({ rememberForCustomer }));
  return (
    <>
      <button
        className="btn btn--sm"
        type="button"
        aria-label={`Add to the PDF: ${nameInJob(file)}`}
        aria-expanded={press.asking ?? undefined}
        aria-disabled={press.expired || undefined}
        disabled={bringBack.isPending}
        onClick={press.act}
      >
        {bringBack.isPending ? "Adding..." : "Add to the PDF"}
      </button>
      {press.asking && (
        <EmailTextQuestion
          customer={customer}
          question="Add the text of this email to the PDF?"
          remember={`Always print the text of emails for ${customer.name}`}
          action="Add to the PDF"
          pending={bringBack.isPending}
          onCancel={press.cancel}
          onAct={(rememberForCustomer) => bringBack.mutate({ rememberForCustomer })}
        />
      )}
    </>
  );
}

/** Leaves an item out that has its pages. It can be added again, so only an email's text needs an answer first. */
export function LeaveOutItem({ jobId, customer, file }: ItemProps) {
  const leaveOut = useLeaveOutItem({ jobId, fileId: file.id });
  const press = useItemAction({ customer, file }, (rememberForCustomer) => leaveOut.mutate({ rememberForCustomer }));
  return (
    <>
      <Tip text="Leave out">
        <button
          className="btn btn--quiet btn--icon btn--sm"
          type="button"
          aria-label={`Leave out ${nameInJob(file)}`}
          aria-expanded={press.asking ?? undefined}
          aria-disabled={press.expired || undefined}
          disabled={leaveOut.isPending}
          onClick={press.act}
        >
          <X className="i i--14" aria-hidden />
        </button>
      </Tip>
      {press.asking && (
        <EmailTextQuestion
          customer={customer}
          question="Leave the text of this email out of the PDF?"
          remember={`Never print the text of emails for ${customer.name}`}
          action="Leave out"
          pending={leaveOut.isPending}
          onCancel={press.cancel}
          onAct={(rememberForCustomer) => leaveOut.mutate({ rememberForCustomer })}
        />
      )}
    </>
  );
}

/**
 * Acts at once; for the text of an email it asks first whether to remember that for the customer.
 * @returns `asking` is undefined where nothing is asked
 */
function useItemAction({ customer, file }: Pick<ItemProps, "customer" | "file">, act: (remember: boolean) => void) {
  const [asking, setAsking] = useState(false);
  const expired = useExpired();
  const asks = file.isEmailText && customer.id !== null;
  return {
    expired,
    asking: asks ? asking : undefined,
    cancel: () => setAsking(false),
    act: () => {
      if (expired) return sayExpired();
      if (asks) return setAsking(!asking);
      act(false);
    },
  };
}

interface EmailTextQuestionProps {
  customer: Job["customer"];
  question: string;
  /** Label of the checkbox that makes it the customer's setting. */
  remember: string;
  action: string;
  pending: boolean;
  onCancel: () => void;
  onAct: (rememberForCustomer: boolean) => void;
}

function EmailTextQuestion({ question, remember, action, pending, onCancel, onAct }: EmailTextQuestionProps) {
  const [remembers, setRemembers] = useState(false);
  const id = useId();
  function answer(event: FormEvent) {
    event.preventDefault();
    onAct(remembers);
  }
  return (
    <form className="item-question" aria-labelledby={id} onSubmit={answer}>
      <p className="sm" id={id}>
        {question}
      </p>
      <label className="check sm">
        <input type="checkbox" checked={remembers} onChange={({ target }) => setRemembers(target.checked)} />
        <span>{remember}</span>
      </label>
      <div className="row">
        {/* biome-ignore lint/a11y/noAutofocus: a question that was just opened can be answered by keyboard */}
        <button className="btn btn--sm btn--primary" type="submit" autoFocus disabled={pending}>
          {action}
        </button>
        <button className="btn btn--sm btn--quiet" type="button" onClick={onCancel}>
          Cancel
        </button>
      </div>
    </form>
  );
}
