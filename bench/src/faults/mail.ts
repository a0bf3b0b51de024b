import { startThrowAwayCluster } from "@sheaf/server/testing/cluster.ts";
import { type KillRun, killWorkersHandingOver } from "@sheaf/server/testing/delivery/kill-run.ts";

/** Emails of killed workers are retried after their leases and claims have expired. */
const settleWithinMs = 300_000;

/** Kills workers while they send emails, with a separate PostgreSQL. */
export async function killMailWorkers(emails: number): Promise<KillRun> {
  const cluster = await startThrowAwayCluster();
  try {
    return await killWorkersHandingOver({
      emails,
      clusterUrl: cluster.url,
      settleWithinMs,
      onKill: (kills) => kills % 10 === 0 && process.stderr.write(`${kills} of ${emails} killed …\n`),
    });
  } finally {
    await cluster.close();
  }
}
