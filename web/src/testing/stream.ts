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
 * Takes the place of the browser's stream, so that a test can speak for the server. Installed after `openPage`, which
 * has a silent one.
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
    /** For a test that is within an act() already. */
    latest: () => streams.at(-1),
    /** How many have been asked for. */
    count: () => streams.length,
    open: () => act(async () => streams.at(-1)?.onopen?.()),
    /** As the server does now and then, so that the page knows the line. */
    stayAlive: () => act(async () => streams.at(-1)?.heard.get("alive")?.()),
    lose: () => act(async () => streams.at(-1)?.onerror?.()),
    say: (event: object) => act(async () => streams.at(-1)?.onmessage?.({ data: JSON.stringify(event) })),
  };
}
