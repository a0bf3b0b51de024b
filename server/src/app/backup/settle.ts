import { destinationKindNames } from "@sheaf/contracts/destination-kinds.ts";
import type { ClientBase } from "pg";
import { inDoubtAfterRestore } from "../../domain/delivery/index.ts";

/**
 * Adjusts restored tables to the time that has passed since the backup, in which emails were sent and links used.
 * Nothing of this happens again automatically: emails that may have been sent are marked as unconfirmed, and a member
 * decides.
 * @param madeAt time of the backup
 * @returns how many emails are now in doubt
 */
export async function settleAfterRestore(client: ClientBase, madeAt: Date): Promise<{ inDoubt: number }> {
  let deliveries = 0;
  for (const kind of destinationKindNames) {
    const { rowCount } = await client.query(
      `update deliveries set state = 'unconfirmed', message = $1, sending_until = null, next_try_at = null, awaits_sender = false
        where destination = $2 and (state in ('held', 'waiting', 'sending') or awaits_sender)`,
      [inDoubtAfterRestore(kind), kind],
    );
    deliveries += rowCount ?? 0;
  }
  // Jobs whose emails do not exist yet, at least those for files with problems. Once they exist, they wait for a
  // decision as well.
  const jobs = await client.query(
    `update jobs set restored_at = $1 where send_email and files_deleted_at is null and (status <> 'completed' or not exists (
      select 1 from deliveries d where d.practice_id = jobs.practice_id and d.job_id = jobs.id))`,
    [madeAt],
  );
  // An idempotency key is valid for a day. The time between backup and restore does not count.
  await client.query("update upload_keys set created_at = created_at + (now() - $1)", [madeAt]);
  // A browser that was made unknown after the backup must not become known again.
  for (const table of ["users", "admins"]) await client.query(`update ${table} set devices_key = gen_random_uuid()`);
  await client.query("delete from account_emails");
  await client.query("update billing_emails set sent_at = $1 where sent_at is null", [madeAt]);
  return { inDoubt: deliveries + (jobs.rowCount ?? 0) };
}
