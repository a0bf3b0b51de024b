import type { Tx } from "../db/connect.ts";
import type { Task } from "./task.ts";

/** The interface for adding background work; implemented with pg-boss in pg-boss-queue.ts. */
export interface Queue {
  /**
   * Adds a task inside the caller's transaction: it exists if and only if the transaction commits.
   * @param group whose work this is (a practice's id); groups share workers fairly
   */
  add<Payload>(
    tx: Tx,
    task: Pick<Task<Payload, never>, "name" | "payload">,
    payload: Payload,
    options: { group: string; delayMs?: number },
  ): Promise<void>;
  /** Adds several tasks of one kind and group, as `add` does, with one statement. */
  addAll<Payload>(
    tx: Tx,
    task: Pick<Task<Payload, never>, "name" | "payload">,
    payloads: Payload[],
    options: { group: string; delayMs?: number },
  ): Promise<void>;
  /** @throws Error when no work can be added at the moment */
  check(): Promise<void>;
}
