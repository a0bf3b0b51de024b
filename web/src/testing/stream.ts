import { act } from "@testing-library/react";
import { vi } from "vitest";

class Stream {
  static readonly CLOSED = 2;
  readyState = 0;
  onopen?: () => void;
  onerror?: () => void;
  onmessage?: (event: { data: string }) => void;
  close() {}
}

/** Takes the place of the browser's stream, so that a test can speak for the server. Installed after `openPage`, which has a silent one. */
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
    /** How many have been asked for. */
    count: () => streams.length,
    open: () => act(async () => streams.at(-1)?.onopen?.()),
    lose: () => act(async () => streams.at(-1)?.onerror?.()),
    say: (event: object) => act(async () => streams.at(-1)?.onmessage?.({ data: JSON.stringify(event) })),
  };
}
