import { act } from "@testing-library/react";
import { vi } from "vitest";

class Stream {
  static readonly CLOSED = 2;
  readyState = 0;
  onopen?: () => void;
  onerror?: () => void;
  onmessage?: (event: { data: string }) => void;
  readonly heard = new Map<string, () => void>();
  addEventListener(type: string, listener: () => void) {
    this.heard.set(type, listener);
  }
  close() {}
}

/**
 * Replaces the browser's EventSource, so that a test can send events. To be installed after `openPage`, which installs
 * one without events.
 */
export function catchStream() {
  const streams: Stream[] = [];
  return {
    install: () =>
      vi.stubGlobal(
        "EventSource",
        class extends Stream {
          constructor() {
            super();
            streams.push(this);
          }
        },
      ),
    /** For a test that is already within act(). */
    latest: () => streams.at(-1),
    /** Number of streams opened. */
    count: () => streams.length,
    open: () => act(async () => streams.at(-1)?.onopen?.()),
    /** Sends the server's regular sign of life. */
    stayAlive: () => act(async () => streams.at(-1)?.heard.get("alive")?.()),
    lose: () => act(async () => streams.at(-1)?.onerror?.()),
    say: (event: object) => act(async () => streams.at(-1)?.onmessage?.({ data: JSON.stringify(event) })),
  };
}
