import { ApiError, errorOf } from "./client.ts";

interface Sending {
  method: "POST" | "PUT";
  path: string;
  form: FormData;
  headers?: Record<string, string>;
  /** Message shown when the connection breaks. */
  lost: string;
  /** Bytes that have really been sent. */
  onProgress: (sentBytes: number, totalBytes: number) => void;
  signal?: AbortSignal;
}

/**
 * Sends a form with real progress. Uses XMLHttpRequest, because fetch does not report how much has been sent.
 * @throws ApiError when the server refuses it or cannot be reached; DOMException AbortError when cancelled
 */
export function sendForm<T>({ method, path, form, headers = {}, lost, onProgress, signal }: Sending): Promise<T> {
  const { promise, resolve, reject } = Promise.withResolvers<T>();
  const request = new XMLHttpRequest();
  request.open(method, path);
  request.withCredentials = true;
  request.setRequestHeader("accept", "application/json");
  for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
  request.upload.onprogress = ({ loaded, total }) => onProgress(loaded, total);
  request.onload = () => {
    const { status, statusText, responseText } = request;
    if (status >= 200 && status < 300) resolve(JSON.parse(responseText) as T);
    else reject(errorOf(status, statusText, responseText));
  };
  request.onerror = () => reject(new ApiError(0, lost));
  request.onabort = () => reject(new DOMException("Cancelled", "AbortError"));
  signal?.addEventListener("abort", () => request.abort(), { once: true });
  request.send(form);
  return promise;
}
