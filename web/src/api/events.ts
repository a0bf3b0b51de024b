import type { ChangeEvent } from "@sheaf/contracts/events.ts";
import { recentEventsMs } from "@sheaf/contracts/limits.ts";
import { type Query, type QueryClient, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { aboutMoney } from "./billing.ts";
import { changeReader } from "./change-reader.ts";
import { listenToChanges } from "./event-stream.ts";
import { refreshUnderWay } from "./job-changes.ts";
import { pace } from "./pace.ts";
import { readAgain } from "./read-again.ts";
import { throttle } from "./throttle.ts";

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

/**
 * Whether the first stream may lack a change made since the data was read, as on a slow line. Half of the time that the
 * stream covers is left for the way to the server.
 */
const isOld = ({ state }: Query) => state.dataUpdatedAt > 0 && Date.now() - state.dataUpdatedAt > recentEventsMs / 2;

/** Follows the server's changes while the component is mounted. Events contain ids and versions only. */
export function useChangeEvents(): void {
  const client = useQueryClient();
  useEffect(() => follow(client), [client]);
}

function follow(client: QueryClient): () => void {
  const reader = changeReader(client);
  const readLog = throttle(pace.answersMs, () => readAgain(client, { queryKey: ["/api/audit-log"] }));

  function catchUp() {
    // Changes made while no stream was open have no event: the data itself is read again.
    if (followed.has(client)) reader.readAgain();
    else {
      void refreshUnderWay(client);
      reader.readAgain({ predicate: isOld });
    }
    followed.add(client);
  }

  function apply(event: ChangeEvent) {
    readLog();
    for (const path of queriesOfChange[event.type] ?? []) reader.readAgain({ queryKey: [path] });
    if (event.type === "job") reader.readJob(event.id, event.version);
  }

  const stopListening = listenToChanges({
    onOpen: catchUp,
    onMessage: (data) => apply(JSON.parse(data) as ChangeEvent),
    onRefused: () => readAgain(client, { queryKey: ["/api/user"] }),
  });
  return () => {
    stopListening();
    reader.stop();
    readLog.stop();
  };
}
