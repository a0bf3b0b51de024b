import type { ChangeEvent } from "@sheaf/contracts/events.ts";
import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { aboutMoney } from "./billing.ts";
import { listenToChanges } from "./event-stream.ts";
import { refreshJob, refreshRelated, refreshUnderWay } from "./job-changes.ts";
import { refreshLists } from "./job-list.ts";
import { refreshOldPreload } from "./preload.ts";
import { readAgain } from "./read-again.ts";
import { throttle } from "./throttle.ts";

/** A job of 25 files changes many times a second: all changes within this time cause one read. */
const gatherMs = 120;
/** A read of a job that failed is repeated after this time. */
const retryMs = 2_000;
/** Lists and counts are read again at most once in this time, however much changes. */
const relatedMs = 1_000;
/**
 * Queries to read again after each type of change. Changed roles or a new name of the practice affect the signed-in
 * user.
 */
const queriesOfChange: Partial<Record<ChangeEvent["type"], readonly string[]>> = {
  customer: ["/api/customers", "/api/stats", "/api/checklist"],
  subscription: aboutMoney,
  settings: ["/api/settings", "/api/user"],
  members: ["/api/members", "/api/invitations", "/api/user", "/api/checklist"],
  outbox: ["/api/outbox", "/api/suppressions"],
};

/** Clients whose data may be from an earlier stream: one that was interrupted, or that ended on a page without one. */
const followed = new WeakSet<QueryClient>();

/** Follows the server's changes while the component is mounted. Events contain ids only. */
export function useChangeEvents(): void {
  const client = useQueryClient();
  useEffect(() => follow(client), [client]);
}

function follow(client: QueryClient): () => void {
  const waiting = new Set<string>();
  let gather: ReturnType<typeof setTimeout> | undefined;
  let stopped = false;
  const readRelated = throttle(relatedMs, () => refreshRelated(client));
  const readLists = throttle(relatedMs, () => refreshLists(client));
  const readLog = throttle(relatedMs, () => readAgain(client, { queryKey: ["/api/audit-log"] }));

  function catchUp() {
    // Changes made while no stream was open have no event: the data itself is read again.
    if (followed.has(client)) readAgain(client);
    else {
      void refreshUnderWay(client);
      refreshOldPreload(client);
    }
    followed.add(client);
  }

  function apply(event: ChangeEvent) {
    readLog();
    for (const path of queriesOfChange[event.type] ?? []) readAgain(client, { queryKey: [path] });
    if (event.type === "job") readSoon(event.id, gatherMs);
  }

  function readSoon(id: string, ms: number) {
    waiting.add(id);
    if (!stopped) gather ??= setTimeout(readWaiting, ms);
  }

  function readWaiting() {
    gather = undefined;
    for (const id of waiting) void readJob(id);
    waiting.clear();
    readRelated();
  }

  async function readJob(id: string) {
    if (!(await refreshJob(client, id, readLists))) readSoon(id, retryMs);
  }

  const stopListening = listenToChanges({
    onOpen: catchUp,
    onMessage: (data) => apply(JSON.parse(data) as ChangeEvent),
    onRefused: () => readAgain(client, { queryKey: ["/api/user"] }),
  });
  return () => {
    stopped = true;
    stopListening();
    clearTimeout(gather);
    readRelated.stop();
    readLists.stop();
    readLog.stop();
  };
}
