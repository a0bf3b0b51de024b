import { useEffect, useState } from "react";
import { createValue } from "../ui/listeners.ts";

/** Whether the event stream is interrupted: the whole page shares one stream. */
const down = createValue(false);
export const useStreamDown = down.useValue;

/** A server that restarts is back sooner than this. */
const warnAfterMs = 3_000;

/** Returns whether the stream has been down for so long that the page has to warn that its data may be out of date. */
export function useConnectionLost(): boolean {
  const streamDown = useStreamDown();
  const [long, setLong] = useState(false);
  useEffect(() => {
    if (!streamDown) return;
    const timer = setTimeout(() => setLong(true), warnAfterMs);
    return () => {
      clearTimeout(timer);
      setLong(false);
    };
  }, [streamDown]);
  return streamDown && long;
}

interface StreamListener {
  /** Changes are received from now on. */
  onOpen(): void;
  onMessage(data: string): void;
  /** The server refused the stream, as it does when the session has ended. */
  onRefused(): void;
}

const reopenMs = 5_000;
/**
 * The server sends a sign of life every 20 seconds (server/src/app/changes/event-routes.ts). After this long without
 * one the connection counts as broken.
 */
const silenceMs = 50_000;

/**
 * Listens to the server's changes and reconnects after an interruption. It does not wait for the browser to notice a
 * lost network: a browser may keep a broken connection open for minutes.
 * @returns stops listening
 */
export function listenToChanges({ onOpen, onMessage, onRefused }: StreamListener): () => void {
  let source: EventSource | undefined;
  let reopen: ReturnType<typeof setTimeout> | undefined;
  let silence: ReturnType<typeof setTimeout> | undefined;

  function open() {
    close();
    const mine = new EventSource("/api/events");
    source = mine;
    mine.onopen = () => {
      down.set(false);
      onOpen();
    };
    mine.onmessage = ({ data }: MessageEvent<string>) => onMessage(data);
    mine.addEventListener("alive", () => {
      clearTimeout(silence);
      silence = setTimeout(lose, silenceMs);
    });
    mine.onerror = () => {
      down.set(true);
      // The browser reopens a stream that was interrupted; one that was refused it closes for good.
      if (mine.readyState !== EventSource.CLOSED) return;
      onRefused();
      openSoon();
    };
  }

  function lose() {
    close();
    down.set(true);
    openSoon();
  }

  function openSoon() {
    clearTimeout(reopen);
    reopen = setTimeout(open, reopenMs);
  }

  function close() {
    source?.close();
    clearTimeout(reopen);
    clearTimeout(silence);
  }

  open();
  window.addEventListener("offline", lose);
  window.addEventListener("online", open);
  return () => {
    window.removeEventListener("offline", lose);
    window.removeEventListener("online", open);
    close();
    down.set(false);
  };
}
