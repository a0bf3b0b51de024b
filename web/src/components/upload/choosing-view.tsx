import { destinationOf } from "@sheaf/contracts/destinations.ts";
import { uploadLimits } from "@sheaf/contracts/limits.ts";
import { useQuery } from "@tanstack/react-query";
import { type RefObject, useEffect, useId, useRef, useState } from "react";
import { useUser } from "../../api/accounts.ts";
import { usageQuery } from "../../api/billing.ts";
import { customersQuery } from "../../api/customers.ts";
import { useOwnPractice } from "../../api/installation.ts";
import { useSendsEmail } from "../../api/mail.ts";
import { settingsQuery } from "../../api/settings.ts";
import { Callout } from "../../ui/callout.tsx";
import { dismissToast, showFailure } from "../../ui/toast.tsx";
import { count } from "../../ui/words.ts";
import { choicesOf } from "../draft/choices.ts";
import { sortByName } from "../draft/chosen-files.ts";
import { useDraft, useDraftActions } from "../draft/draft-provider.tsx";
import { mayBecomeMore, problemsOf } from "../draft/file-problems.ts";
import { sending } from "../draft/send-upload.ts";
import { useFileLimit, useTotalLimit } from "../draft/upload-limits.ts";
import { describeCost, describeUpload, recipient } from "../draft/upload-summary.ts";
import { ChosenList } from "./chosen-list.tsx";
import { CustomerPicker } from "./customer-picker.tsx";
import { DeliveryChoices } from "./delivery-choices.tsx";
import { usePastedFiles } from "./pasted-files.ts";
import { useSentBefore } from "./sent-before.ts";
import { findUploadBlocker, type UploadBlocker } from "./upload-blocker.ts";

interface ChoosingViewProps {
  dropping: boolean;
  /** True while a row is being moved: Escape then cancels the move. */
  dragging: RefObject<boolean>;
}

export function ChoosingView({ dropping, dragging }: ChoosingViewProps) {
  const draft = useDraft();
  const { change, addFiles, send, closeDialog, discard } = useDraftActions();
  const { data: customers } = useQuery(customersQuery);
  const { data: user } = useUser();
  const { data: usage } = useQuery(usageQuery);
  const { data: settings } = useQuery(settingsQuery);
  const [pressed, setPressed] = useState<UploadBlocker["about"]>();
  const part = useRef<HTMLDivElement>(null);
  const saysId = useId();
  usePastedFiles(part, addFiles);

  const customer = customers?.find(({ id }) => id === draft.customerId);
  const inbox = customer && destinationOf(recipient(customer));
  const choices = choicesOf(draft.chosen, settings, inbox, customer);
  const byName = settings?.defaultFileOrder === "by-name" && !draft.ordered;
  const files = byName ? sortByName(draft.files) : draft.files;
  const sentBefore = useSentBefore(choices.destination ? customer?.id : undefined, files);
  const undecided = new Map([...sentBefore].filter(([key]) => !draft.sendAnyway.includes(key)));
  const keptOnly = !useSendsEmail();
  const unconfirmed = user?.emailVerified === false;
  const problems = problemsOf(files, useFileLimit());
  const totalLimitBytes = useTotalLimit();
  const ownPractice = useOwnPractice();
  const more = mayBecomeMore(files);
  const archived = customer?.archivedAt ? customer.name : undefined;
  const blocker = findUploadBlocker({
    customerId: customer?.id,
    archived,
    files,
    problems,
    sentBefore: undecided,
    usage,
    totalLimitBytes,
  });
  const marked = blocker?.about === pressed ? pressed : undefined;

  // Create PDF was pressed too early, and its obstacle is gone: the message about it is no longer true.
  const resolved = pressed !== undefined && blocker === undefined;
  useEffect(() => {
    if (!resolved) return;
    setPressed(undefined);
    dismissToast();
  }, [resolved]);

  function create() {
    if (!blocker && customer) return send({ customerId: customer.id, files, choices }, sending);
    if (!blocker) return;
    setPressed(blocker.about);
    showFailure(blocker.title, blocker.text);
  }

  return (
    <>
      <div className="up" ref={part}>
        <div className="up__files">
          <CustomerPicker
            customer={customer}
            error={marked === "customer" ? blocker?.text : undefined}
            onChoose={(customerId) => change({ customerId, sendAnyway: [] })}
          />
          <ChosenList
            files={files}
            problems={problems}
            sentBefore={undecided}
            maxFileBytes={usage?.maxFileBytes}
            dropping={dropping}
            dragging={dragging}
            error={marked === "files" && files.length === 0 ? blocker?.text : undefined}
            onChange={(next) => change({ files: next })}
            onOrder={(next) => change({ files: next, ordered: true })}
            onAdd={addFiles}
            onSendAnyway={(...keys) => change({ sendAnyway: [...draft.sendAnyway, ...keys] })}
            onLeaveRest={() => {
              const { filesPerJob } = uploadLimits;
              change({ files: files.slice(0, filesPerJob), next: [...files.slice(filesPerJob), ...draft.next] });
            }}
          />
          {draft.next.length > 0 && (
            <p className="row between sm dim" role="status">
              <span>{count(draft.next.length, "file is", "files are")} left for the next upload.</span>
              <button
                className="btn btn--sm"
                type="button"
                onClick={() => change({ files: [...files, ...draft.next], next: [] })}
              >
                Add to this upload
              </button>
            </p>
          )}
          {draft.refused && (
            <Callout kind="bad" role="alert">
              <b>Nothing was uploaded.</b> {draft.refused}
            </Callout>
          )}
        </div>
        <DeliveryChoices
          customer={customer}
          files={files.length}
          more={more}
          choices={choices}
          keptOnly={keptOnly}
          onChoose={(chosen) => change({ chosen: { ...draft.chosen, ...chosen } })}
        />
      </div>
      <div className="up__foot">
        <div className="footnote" id={saysId} aria-live="polite">
          <p>
            {blocker && files.length > 0 && customer ? (
              <span className="footnote__bad">{blocker.says}</span>
            ) : (
              describeUpload({ customer, files: files.length, more, choices, keptOnly, unconfirmed }).map(
                ({ text, strong }) => (strong ? <b key={text}>{text}</b> : <span key={text}>{text}</span>),
              )
            )}
          </p>
          <p className="mute sm num">{!ownPractice && describeCost(files.length - problems.size, usage, more)}</p>
        </div>
        <button
          className="btn btn--lg"
          type="button"
          onClick={() => {
            closeDialog();
            discard();
          }}
        >
          Cancel
        </button>
        <button
          className="btn btn--lg btn--primary"
          type="button"
          aria-disabled={blocker ? true : undefined}
          aria-describedby={saysId}
          onClick={create}
        >
          Create PDF
        </button>
      </div>
    </>
  );
}
