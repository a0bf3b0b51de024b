import type { Job } from "@sheaf/contracts/jobs.ts";
import { useSyncExternalStore } from "react";
import { sendForm } from "../../api/send-form.ts";
import { createListeners } from "../../ui/listeners.ts";

/** Bytes that have really left this computer. */
export interface Progress {
  sentBytes: number;
  totalBytes: number;
  /** When the sending began, as performance.now(). */
  startedAt: number;
}

const nothing: Progress = { sentBytes: 0, totalBytes: 1, startedAt: 0 };
let progress = nothing;
const { tell, subscribe } = createListeners();

function put(next: Progress): void {
  progress = next;
  tell();
}

/** Changes many times a second, so only what shows it should use it. */
export const useProgress = () => useSyncExternalStore(subscribe, () => progress);

const connectionLost =
  "The connection was lost before the upload was complete. Your files are still here; try again, and they arrive once.";

/**
 * Sends an upload with true progress.
 * @param key names this upload: the server makes one job of it however often it is sent
 * @throws ApiError when the server refuses it or is not there; DOMException AbortError when cancelled
 */
export function sendFiles(form: FormData, key: string, signal: AbortSignal): Promise<Job> {
  const startedAt = performance.now();
  put({ ...nothing, startedAt });
  return sendForm<Job>({
    ...{ method: "POST", path: "/api/jobs", form, signal, lost: connectionLost },
    headers: { "idempotency-key": key },
    onProgress: (sentBytes, totalBytes) => put({ sentBytes, totalBytes, startedAt }),
  });
}

/** A name no other upload has. randomUUID exists only on HTTPS and localhost; a practice's own server may be neither. */
export function newKey(): string {
  if (typeof crypto.randomUUID === "function") return crypto.randomUUID();
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}
