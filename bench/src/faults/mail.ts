import { startThrowAwayCluster } from "@sheaf/server/testing/cluster.ts";
import { type KillRun, killWorkersHandingOver } from "@sheaf/server/testing/delivery/kill-run.ts";

/** The killed workers' emails are taken up again when their leases and claims have run out. */
const settleWithinMs = 300_000;

/** Workers killed while they hand emails over, on a PostgreSQL of their own. */
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
