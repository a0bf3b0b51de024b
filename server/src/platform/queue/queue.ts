import type { Tx } from "../db/connect.ts";
import type { Task } from "./task.ts";

interface AddOptions {
  /** Whose work this is (a practice's id); groups share workers fairly. */
  group: string;
  delayMs?: number;
  /** Tasks of a kind with a higher one run before others, whose number is 0; whole. */
  priority?: number;
}

/** The interface for adding background work; implemented with pg-boss in pg-boss-queue.ts. */
export interface Queue {
  /**
   * Adds a task inside the caller's transaction: it exists if and only if the transaction commits.
   */
  add<Payload>(
    tx: Tx,
    task: Pick<Task<Payload, never>, "name" | "payload">,
    payload: Payload,
    options: AddOptions,
  ): Promise<void>;
  /** Adds several tasks of one kind and group, as `add` does, with one statement. */
  addAll<Payload>(
    tx: Tx,
    task: Pick<Task<Payload, never>, "name" | "payload">,
    payloads: Payload[],
    options: AddOptions,
  ): Promise<void>;
  /** @throws Error when no work can be added at the moment */
  check(): Promise<void>;
}
