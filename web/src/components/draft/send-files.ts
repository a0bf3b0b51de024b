import type { Job } from "@sheaf/contracts/jobs.ts";
import { ApiError } from "../../api/client.ts";
import { sendForm } from "../../api/send-form.ts";
import { createValue } from "../../ui/listeners.ts";

/** Progress of the current attempt, in bytes that have really been sent. */
export interface Progress {
  sentBytes: number;
  totalBytes: number;
  /** Start of this attempt, as performance.now(). */
  startedAt: number;
  /** Number of attempts, including this one. */
  tries: number;
  /** The attempt was interrupted, and the next one starts in a moment. */
  cutOff: boolean;
}

const nothing: Progress = { sentBytes: 0, totalBytes: 1, startedAt: 0, tries: 1, cutOff: false };
const progress = createValue(nothing);

/** Changes many times a second, so only components that show it should use it. */
export const useProgress = progress.useValue;

const connectionLost = "The connection was lost before the upload was complete.";
/** Pause after the first attempt; each further one is twice as long. */
const firstPauseMs = 1_000;
const maxPauseMs = 10_000;

/**
 * Sends an upload with real progress. An interrupted one is sent again from its start, for as long as the page is open.
 * @param form creates a new body for each attempt
 * @param key identifies this upload: the server makes one job of it however often it is sent
 * @param onCutOff called after each interruption; what it throws ends the sending
 * @throws ApiError when the server refuses it; DOMException AbortError when cancelled; what `onCutOff` throws
 */
export async function sendFiles(
  form: () => FormData,
  key: string,
  signal: AbortSignal,
  onCutOff: () => Promise<void>,
): Promise<Job> {
  for (let tries = 1; ; tries++) {
    const startedAt = performance.now();
    progress.set({ ...nothing, startedAt, tries });
    try {
      return await sendForm<Job>({
        method: "POST",
        path: "/api/jobs",
        form: form(),
        headers: { "idempotency-key": key },
        lost: connectionLost,
        onProgress: (sentBytes, totalBytes) => progress.set({ ...progress.get(), sentBytes, totalBytes }),
        signal,
      });
    } catch (error) {
      if (!isCutOff(error)) throw error;
      await onCutOff();
    }
    progress.set({ ...nothing, tries, cutOff: true });
    await pauseBefore(tries + 1, signal);
  }
}

/**
 * Returns whether the server has decided nothing: there was no response, the server received only a part, or the
 * response came from a proxy.
 */
function isCutOff(error: unknown): boolean {
  if (!(error instanceof ApiError)) return false;
  const { status, code } = error;
  return status === 0 || code === "upload-interrupted" || (code === undefined && [502, 503, 504].includes(status));
}

/**
 * Waits before the next attempt, and ends early when the browser is online again.
 * @throws DOMException AbortError when cancelled
 */
async function pauseBefore(tries: number, signal: AbortSignal): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const cancel = () => reject(new DOMException("Cancelled", "AbortError"));
  const timer = setTimeout(resolve, Math.min(maxPauseMs, firstPauseMs * 2 ** (tries - 2)));
  const back = () => resolve();
  window.addEventListener("online", back);
  signal.addEventListener("abort", cancel);
  if (signal.aborted) cancel();
  try {
    await promise;
  } finally {
    clearTimeout(timer);
    window.removeEventListener("online", back);
    signal.removeEventListener("abort", cancel);
  }
}

/** Returns a unique key. randomUUID exists only on HTTPS and localhost; a practice's own server may be neither. */
export function newKey(): string {
  if (typeof crypto.randomUUID === "function") return crypto.randomUUID();
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}
