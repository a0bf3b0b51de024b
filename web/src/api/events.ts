import type { ChangeEvent } from "@sheaf/contracts/events.ts";
import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { subscriptionQuery, usageQuery } from "./billing.ts";
import { customersQuery } from "./customers.ts";
import { setStreamDown } from "./event-stream.ts";
import { jobsQuery, refreshAround, refreshJob, unfinished } from "./jobs.ts";

/** A job of 25 files changes many times a second: its changes within this time are read once. */
const gatherMs = 120;
const reopenMs = 5_000;

/** Follows what changes on the server for as long as the caller is on screen. Events carry ids only. */
export function useChangeEvents(): void {
  const client = useQueryClient();
  useEffect(() => follow(client), [client]);
}

function follow(client: QueryClient): () => void {
  const waiting = new Set<string>();
  let source: EventSource | undefined;
  let gather: ReturnType<typeof setTimeout> | undefined;
  let reopen: ReturnType<typeof setTimeout> | undefined;
  let missed = false;

  function open() {
    source = new EventSource("/api/events");
    source.onopen = () => {
      setStreamDown(false);
      // What happened while nobody listened is only in the data itself.
      if (missed) void client.invalidateQueries();
      else if (client.getQueryData(jobsQuery.queryKey)?.some(unfinished)) {
        void client.invalidateQueries({ queryKey: jobsQuery.queryKey });
      }
      missed = true;
    };
    source.onerror = () => {
      setStreamDown(true);
      // The browser reopens a stream that broke; one that was refused it closes for good.
      if (source?.readyState !== EventSource.CLOSED) return;
      void client.invalidateQueries({ queryKey: ["/api/user"] });
      clearTimeout(reopen);
      reopen = setTimeout(open, reopenMs);
    };
    source.onmessage = ({ data }: MessageEvent<string>) => apply(JSON.parse(data) as ChangeEvent);
  }

  function apply(event: ChangeEvent) {
    if (event.type === "customer") {
      void client.invalidateQueries({ queryKey: customersQuery.queryKey });
      void client.invalidateQueries({ queryKey: ["/api/stats"] });
    }
    if (event.type === "subscription") {
      void client.invalidateQueries({ queryKey: subscriptionQuery.queryKey });
      void client.invalidateQueries({ queryKey: usageQuery.queryKey });
    }
    if (event.type !== "job") return;
    waiting.add(event.id);
    gather ??= setTimeout(readWaiting, gatherMs);
  }

  function readWaiting() {
    gather = undefined;
    for (const id of waiting) void refreshJob(client, id);
    waiting.clear();
    refreshAround(client);
  }

  open();
  return () => {
    source?.close();
    clearTimeout(gather);
    clearTimeout(reopen);
    setStreamDown(false);
  };
}
