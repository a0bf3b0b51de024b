import { setTimeout as delay } from "node:timers/promises";

/**
 * Waits until a worker of this installation has reported itself. `./sheaf start` prints its address before that, but
 * measurements and tests of processes need all of them.
 */
export async function workerReported(url: string): Promise<void> {
  for (;;) {
    const response = await fetch(`${url}/readyz`);
    const { workers } = (await response.json()) as { workers: string };
    if (!workers.startsWith("No worker has reported itself")) return;
    await delay(50);
  }
}
