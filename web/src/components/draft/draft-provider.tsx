import type { Job } from "@sheaf/contracts/jobs.ts";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { createContext, type ReactNode, useCallback, useContext, useEffect, useMemo, useRef, useState } from "react";
import { useUser } from "../../api/accounts.ts";
import { installationQuery } from "../../api/installation.ts";
import { sentenceOf } from "../../ui/failure.ts";
import { showFailure } from "../../ui/toast.tsx";
import type { Choices, Chosen } from "./choices.ts";
import { type ChosenFile, choose } from "./chosen-files.ts";
import type { Attempt, Sending, Upload } from "./send-upload.ts";

/**
 * An upload from choosing files to its completion. It outlives the dialog, the page and even the session in which it
 * was started.
 */
export interface Draft {
  open: boolean;
  customerId: string | undefined;
  files: ChosenFile[];
  /** Files left for the next upload, which starts with them and the same customer. */
  next: ChosenFile[];
  /** The user put the files in this order: no setting changes it. */
  ordered: boolean;
  chosen: Chosen;
  /** Keys of files that the user sends to this customer's inbox although they were sent there before. */
  sendAnyway: readonly string[];
  phase: "choosing" | { sending: Choices } | { jobId: string };
  /** Why the last attempt was refused. */
  refused: string | undefined;
}

const empty: Draft = {
  open: false,
  customerId: undefined,
  files: [],
  next: [],
  ordered: false,
  chosen: {},
  sendAnyway: [],
  phase: "choosing",
  refused: undefined,
};

interface DraftActions {
  change: (part: Partial<Draft>) => void;
  openDialog: (customerId?: string) => void;
  closeDialog: () => void;
  /** Discards what was chosen. */
  discard: () => void;
  /** Appends files; dropping files anywhere calls it, too. */
  addFiles: (files: Iterable<File>) => void;
  /** `sending` is loaded with the dialog: public pages include this provider as well and never need it. */
  send: (upload: Upload, sending: Sending) => void;
  cancelSending: () => void;
}

const DraftContext = createContext<Draft | undefined>(undefined);
const ActionsContext = createContext<DraftActions | undefined>(undefined);

/** Returns the upload under way; every change of it renders the component again. */
export function useDraft(): Draft {
  const draft = useContext(DraftContext);
  if (!draft) throw new Error("useDraft needs a DraftProvider around it");
  return draft;
}

/** Returns what changes the draft. It stays the same: a component that only acts is not rendered again. */
export function useDraftActions(): DraftActions {
  const actions = useContext(ActionsContext);
  if (!actions) throw new Error("useDraftActions needs a DraftProvider around it");
  return actions;
}

export const jobOf = ({ phase }: Draft) => (typeof phase === "object" && "jobId" in phase ? phase.jobId : undefined);
export const sendingOf = ({ phase }: Draft) =>
  typeof phase === "object" && "sending" in phase ? phase.sending : undefined;
/** Returns how many files the next upload would start with, not counting an upload that is under way or done. */
export const filesWaiting = ({ phase, files, next }: Draft) => next.length + (phase === "choosing" ? files.length : 0);
const done = (draft: Draft) => jobOf(draft) !== undefined;

/** Returns the draft after a finished upload: empty, or with the files left for it. */
const nextDraft = ({ next, customerId }: Draft): Draft =>
  next.length === 0 ? empty : { ...empty, files: next, customerId };

/**
 * Changes the customer. An upload under way keeps its customer, and decisions in `sendAnyway` apply to the previous
 * customer only.
 */
function withCustomer(draft: Draft, customerId: string | undefined): Draft {
  if (!customerId || customerId === draft.customerId || sendingOf(draft)) return draft;
  return { ...draft, customerId, sendAnyway: [] };
}

export function DraftProvider({ children }: { children: ReactNode }) {
  const [draft, setDraft] = useState(empty);
  const client = useQueryClient();
  const { data: user } = useUser();
  const { data: installation } = useQuery({ ...installationQuery, enabled: draft.open });
  const keptOnly = installation?.mailTransport === "outbox";
  const attempt = useRef<Attempt | undefined>(undefined);
  const abort = useRef<AbortController | undefined>(undefined);
  const owner = useRef<string | undefined>(undefined);

  // Another user signed in on this computer: the files belong to the previous one.
  useEffect(() => {
    if (!user) return;
    if (owner.current && owner.current !== user.id) setDraft(empty);
    owner.current = user.id;
  }, [user]);

  // Warns before a reload, which would lose files that only this page holds.
  const unsent = (!done(draft) && draft.files.length > 0) || draft.next.length > 0;
  useEffect(() => {
    if (!unsent) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener("beforeunload", ask);
    return () => window.removeEventListener("beforeunload", ask);
  }, [unsent]);

  const { mutate } = useMutation({
    mutationFn: ({ sent }: { upload: Upload; sending: Sending; sent: Promise<Job> }) => sent,
    onSuccess: (job, { upload, sending }) => {
      attempt.current = undefined;
      sending.showSent(client, job, upload, keptOnly);
      setDraft(({ open, next, customerId }) => ({ ...empty, open, next, customerId, phase: { jobId: job.id } }));
    },
    onError: (error) => {
      if (error.name === "AbortError") return setDraft((now) => ({ ...now, phase: "choosing" }));
      showFailure("Upload failed", sentenceOf(error));
      setDraft((now) => ({ ...now, phase: "choosing", refused: sentenceOf(error) }));
    },
    onSettled: () => {
      abort.current = undefined;
    },
  });

  const send = useCallback(
    (upload: Upload, sending: Sending) => {
      // The second click of a double click arrives before the phase has changed on screen.
      if (abort.current) return;
      attempt.current = sending.attemptAt(upload, attempt.current);
      abort.current = new AbortController();
      // Sent before the dialog changes: the browser sends while it renders.
      const sent = sending.sendUpload(upload, attempt.current, abort.current.signal);
      const { files, choices } = upload;
      setDraft((now) => ({ ...now, files, ordered: true, phase: { sending: choices }, refused: undefined }));
      mutate({ upload, sending, sent });
    },
    [mutate],
  );

  const actions = useMemo<DraftActions>(
    () => ({
      change: (part) => setDraft((now) => ({ ...now, ...part, refused: undefined })),
      openDialog: (customerId) =>
        setDraft((now) => ({ ...withCustomer(done(now) ? nextDraft(now) : now, customerId), open: true })),
      closeDialog: () => setDraft((now) => (done(now) ? nextDraft(now) : { ...now, open: false })),
      discard: () => setDraft(empty),
      addFiles: (files) => {
        if (abort.current) return showFailure("An upload is in progress", "Add these files when it has finished.");
        setDraft((now) => {
          const base = done(now) ? nextDraft(now) : now;
          return { ...base, open: true, files: [...base.files, ...choose(files)], refused: undefined };
        });
      },
      send,
      cancelSending: () => abort.current?.abort(),
    }),
    [send],
  );
  return (
    <ActionsContext value={actions}>
      <DraftContext value={draft}>{children}</DraftContext>
    </ActionsContext>
  );
}
