import type { Job } from "@sheaf/contracts/jobs.ts";
import { useSyncExternalStore } from "react";
import { ApiError, errorOf } from "../../api/client.ts";

/** Bytes that have really left this computer. */
export interface Progress {
  sentBytes: number;
  totalBytes: number;
  /** When the sending began, as performance.now(). */
  startedAt: number;
}

const nothing: Progress = { sentBytes: 0, totalBytes: 1, startedAt: 0 };
let progress = nothing;
const listeners = new Set<() => void>();

function tell(next: Progress): void {
  progress = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Changes many times a second, so only what shows it should use it. */
export const useProgress = () => useSyncExternalStore(subscribe, () => progress);

export const connectionLost =
  "The connection was lost before the upload was complete. Your files are still here; try again, and they arrive once.";

/**
 * Sends an upload with true progress. XMLHttpRequest, because fetch does not tell how much has been sent.
 * @param key names this upload: the server makes one job of it however often it is sent
 * @throws ApiError when the server refuses it or is not there; DOMException AbortError when cancelled
 */
export function sendFiles(form: FormData, key: string, signal: AbortSignal): Promise<Job> {
  const { promise, resolve, reject } = Promise.withResolvers<Job>();
  const request = new XMLHttpRequest();
  const startedAt = performance.now();
  tell({ ...nothing, startedAt });

  request.open("POST", "/api/jobs");
  request.withCredentials = true;
  request.setRequestHeader("accept", "application/json");
  request.setRequestHeader("idempotency-key", key);
  request.upload.onprogress = ({ loaded, total }) => tell({ sentBytes: loaded, totalBytes: total, startedAt });
  request.onload = () => {
    const { status, statusText, responseText } = request;
    if (status >= 200 && status < 300) resolve(JSON.parse(responseText) as Job);
    else reject(errorOf(status, statusText, responseText));
  };
  request.onerror = () => reject(new ApiError(0, connectionLost));
  request.onabort = () => reject(new DOMException("Cancelled", "AbortError"));
  signal.addEventListener("abort", () => request.abort(), { once: true });
  request.send(form);
  return promise;
}

/** A name no other upload has. randomUUID exists only on HTTPS and localhost; a practice's own server may be neither. */
export function newKey(): string {
  if (typeof crypto.randomUUID === "function") return crypto.randomUUID();
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}
