import { vi } from "vitest";

/** Replaces XMLHttpRequest: records uploads, and responds when the test says so. */
export function catchUploads() {
  const sent: {
    call: string;
    form: FormData;
    key: string | undefined;
    answer: (status: number, body: unknown) => void;
    /** Breaks the connection. */
    cut: () => void;
  }[] = [];
  vi.stubGlobal(
    "XMLHttpRequest",
    class {
      upload: { onprogress?: (event: { loaded: number; total: number }) => void } = {};
      status = 0;
      statusText = "";
      responseText = "";
      headers: Record<string, string> = {};
      onload?: () => void;
      onabort?: () => void;
      onerror?: () => void;
      call = "";
      open(method: string, path: string) {
        this.call = `${method} ${path}`;
      }
      setRequestHeader(name: string, value: string) {
        this.headers[name] = value;
      }
      abort() {
        this.onabort?.();
      }
      send(form: FormData) {
        this.upload.onprogress?.({ loaded: 50, total: 100 });
        const answer = (status: number, body: unknown) => {
          this.status = status;
          this.responseText = JSON.stringify(body);
          this.onload?.();
        };
        sent.push({ call: this.call, form, key: this.headers["idempotency-key"], answer, cut: () => this.onerror?.() });
      }
    },
  );
  return sent;
}
