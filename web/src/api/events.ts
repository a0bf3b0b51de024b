import type { ChangeEvent } from "@sheaf/contracts/events.ts";
import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { atMostEvery } from "./at-most-every.ts";
import { refreshMoney } from "./billing.ts";
import { customersQuery } from "./customers.ts";
import { setStreamDown } from "./event-stream.ts";
import { refreshOldAnswers } from "./first-answers.ts";
import { refreshAround, refreshJob, refreshUnderWay } from "./job-changes.ts";
import { refreshLists } from "./job-list.ts";

/** A job of 25 files changes many times a second: its changes within this time are read once. */
const gatherMs = 120;
/** Lists and counts are read anew no more often than this, however much changes. */
const aroundMs = 1_000;
const reopenMs = 5_000;
/** A change of roles or of the practice's name shows in who is signed in. */
const readOn: Partial<Record<ChangeEvent["type"], string[]>> = {
  settings: ["/api/settings", "/api/user"],
  members: ["/api/members", "/api/invitations", "/api/user"],
  outbox: ["/api/outbox", "/api/suppressions"],
};

/** Whose data may be of an earlier stream: one that broke, or that ended when its reader went to a page without any. */
const followed = new WeakSet<QueryClient>();

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
  const readAround = atMostEvery(aroundMs, () => refreshAround(client));
  const readLists = atMostEvery(aroundMs, () => refreshLists(client));
  const readLog = atMostEvery(aroundMs, () => void client.invalidateQueries({ queryKey: ["/api/audit-log"] }));

  function open() {
    source = new EventSource("/api/events");
    source.onopen = () => {
      setStreamDown(false);
      // What happened while nobody listened is only in the data itself.
      if (followed.has(client)) void client.invalidateQueries();
      else {
        refreshUnderWay(client);
        refreshOldAnswers(client);
      }
      followed.add(client);
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
    readLog();
    if (event.type === "customer") {
      void client.invalidateQueries({ queryKey: customersQuery.queryKey });
      void client.invalidateQueries({ queryKey: ["/api/stats"] });
    }
    if (event.type === "subscription") void refreshMoney(client);
    for (const path of readOn[event.type] ?? []) void client.invalidateQueries({ queryKey: [path] });
    if (event.type !== "job") return;
    waiting.add(event.id);
    gather ??= setTimeout(readWaiting, gatherMs);
  }

  function readWaiting() {
    gather = undefined;
    for (const id of waiting) void refreshJob(client, id, readLists);
    waiting.clear();
    readAround();
  }

  open();
  return () => {
    source?.close();
    clearTimeout(gather);
    clearTimeout(reopen);
    readAround.stop();
    readLists.stop();
    readLog.stop();
    setStreamDown(false);
  };
}
