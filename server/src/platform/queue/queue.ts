import type { Tx } from "../db/connect.ts";
import type { Task } from "./task.ts";

/** The narrow door to background work; pg-boss is behind it (see pg-boss-queue.ts). */
export interface Queue {
  /**
   * Adds work inside the caller's transaction: it exists if and only if the transaction commits.
   * @param group whose work this is; groups share workers fairly (a practice's id)
   */
  add<Payload>(
    tx: Tx,
    task: Pick<Task<Payload, never>, "name" | "payload">,
    payload: Payload,
    options: { group: string; delayMs?: number },
  ): Promise<void>;
  /** @throws Error when work could not be added now */
  check(): Promise<void>;
}
