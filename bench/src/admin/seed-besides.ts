import type { Tx } from "@sheaf/server/platform/db/connect.ts";
import { sql } from "drizzle-orm";

/** Number of customers of the practice whose lists are measured. */
const customers = 2000;

/**
 * Adds further rows to the existing jobs of one practice: customers, a PDF and an email for each job, and the audit
 * log. Triggers and foreign keys are disabled; see `seedYear`.
 */
export async function seedBesides(tx: Tx, practiceId: string): Promise<void> {
  await tx.execute(sql`
    insert into customers (practice_id, id, name, email, company, created_at)
    select ${practiceId}, uuidv7(make_interval(days => -365) + make_interval(secs => c)), 'Client ' || c, 'client' || c || '@customers.example',
      'Client ' || c || ' Ltd', now() - make_interval(days => 365)
    from generate_series(1, ${customers}::int) c`);
  await tx.execute(sql`
    with client as (select id, name, email, row_number() over (order by id) - 1 as n from customers where practice_id = ${practiceId}),
      numbered as (select id, row_number() over (order by id) as n from jobs where practice_id = ${practiceId})
    update jobs set customer_id = client.id, customer_name = client.name, customer_email = client.email
    from numbered join client on client.n = (numbered.n * 7919) % ${customers}::int
    where jobs.practice_id = ${practiceId} and jobs.id = numbered.id`);
  await tx.execute(sql`
    insert into outputs (practice_id, job_id, id, position, name, pages, size_bytes, sha256, file_ids)
    select practice_id, id, id, 0, customer_name || '.pdf', 2, 90000, md5(id::text), array[id]
    from jobs where practice_id = ${practiceId} and status = 'completed'`);
  await tx.execute(sql`
    insert into deliveries (practice_id, job_id, id, position, recipient, subject, is_copy, output_ids, state, tries, provider,
      provider_message_id, sent_at, delivered_at, created_at)
    select practice_id, id, id, 0, customer_email, 'Documents', false, array[id],
      case when n % 400 = 1 then 'bounced' else 'delivered' end, 1, 'smtp', id::text, settled_at, settled_at, created_at
    from (select *, row_number() over (order by id) as n from jobs where practice_id = ${practiceId} and status = 'completed') done`);
  await tx.execute(sql`update job_files set sent = true where practice_id = ${practiceId} and state = 'converted'`);
  await tx.execute(sql`
    insert into audit_log (id, practice_id, user_id, action, subject_id, at)
    select gen_random_uuid(), practice_id, uploaded_by_id, action, id, created_at
    from jobs, unnest(array['job.created', 'job.downloaded']) action where practice_id = ${practiceId}`);
}
