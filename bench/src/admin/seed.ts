import { recount } from "@sheaf/server/domain/metrics/recount.ts";
import { recountPractices } from "@sheaf/server/domain/metrics/recount-practices.ts";
import { rollUpPracticeChanges } from "@sheaf/server/domain/metrics/roll-up.ts";
import type { Db, Tx } from "@sheaf/server/platform/db/connect.ts";
import { sql } from "drizzle-orm";
import { seedBesides } from "./seed-besides.ts";

export interface Size {
  practices: number;
  jobs: number;
  /** The number of these that belong to the practice whose lists are measured. */
  jobsOfOne: number;
}

/**
 * Fills the database with a year of an installation, using SQL alone: each practice has two users, 30 customers, 12
 * paid periods and its share of jobs with one file each.
 * @param practiceId an existing practice, which gets `jobsOfOne` jobs with customers, PDFs, emails and an audit log
 * @returns `recountMs`, the milliseconds for counting all rows by day
 */
export async function seedYear(db: Db, practiceId: string, size: Size): Promise<{ recountMs: number }> {
  const say = (what: string) => process.stderr.write(`${new Date().toISOString().slice(11, 19)} ${what} …\n`);
  await db.transaction(async (tx) => {
    // Disables triggers and foreign keys: the counts are computed at once afterwards.
    await tx.execute(sql`set local session_replication_role = replica`);
    await tx.execute(sql`set local synchronous_commit = off`);
    await tx.execute(sql`set local statement_timeout = 0`);
    say("practices");
    await tx.execute(sql`create temporary table firm on commit drop as
      select n, uuidv7(make_interval(days => -365)) as id, gen_random_uuid() as owner_id, gen_random_uuid() as member_id,
        gen_random_uuid() as period_id, now() - make_interval(days => (n % 365)::int) as since
      from generate_series(2, ${size.practices}::int) n`);
    await tx.execute(sql`insert into practices (id, name, created_at) select id, 'Practice ' || n, since from firm`);
    await tx.execute(sql`
      insert into users (practice_id, id, role, username, email, first_name, last_name, password_hash, terms_accepted_at, created_at)
      select id, owner_id, 'owner', 'owner.' || n, 'owner' || n || '@firm' || n || '.example', ${name(sql`n`)},
        ${surname(sql`n`)}, '', since, since from firm
      union all select id, member_id, 'member', 'member.' || n, 'member' || n || '@firm' || n || '.example',
        ${name(sql`n + 3`)}, ${surname(sql`n + 7`)}, '', since, since from firm`);
    await tx.execute(sql`
      insert into customers (practice_id, id, name, email)
      select firm.id, gen_random_uuid(), 'Customer ' || c, 'c' || c || '@customers.example'
      from firm, generate_series(1, 30) c`);
    await tx.execute(sql`
      insert into payments (practice_id, id, kind, buys, plan_id, amount_pence, method, reference, recorded_at)
      select firm.id, gen_random_uuid(), 'payment', 'period', plans.id, plans.price_pence, 'manual', n || '/' || p,
        now() - make_interval(days => 30 * p - (n % 30)::int)
      from firm join plans on plans.position = n % 3, generate_series(1, 12) p`);
    // Two of a hundred practices did not renew in the last month.
    await tx.execute(sql`
      insert into periods (practice_id, id, plan_id, payment_id, starts_at, ends_at, documents_allowed)
      select firm.id, gen_random_uuid(), plans.id, gen_random_uuid(), ends_at - interval '30 days', ends_at, 500
      from firm join plans on plans.position = n % 3, generate_series(1, 12) p,
        lateral (select now() + make_interval(days => 30 - 30 * p + (n % 30)::int) as ends_at) when_
      where n % 50 > 0 or p > 1`);
    await tx.execute(sql`
      insert into active_users select id, owner_id, london_day(now() - make_interval(days => (n % 40)::int)) from firm`);
    await seedJobs(tx, practiceId, size, say);
    say("what belongs to the jobs of one practice");
    await seedBesides(tx, practiceId);
  });
  say("vacuum and statistics");
  // Includes the indexes, which VACUUM skips while few pages have changed: in a real year they would have been
  // vacuumed.
  await db.execute(sql`vacuum (analyze, index_cleanup on)`);
  say("counts by day");
  const started = performance.now();
  await recount(db);
  const recountMs = performance.now() - started;
  // The same functions run every minute in production.
  await recountPractices(db);
  await rollUpPracticeChanges(db);
  for (const table of ["daily_changes", "practice_changes", "practice_counts"]) {
    await db.execute(sql`vacuum analyze ${sql.identifier(table)}`);
  }
  return { recountMs };
}

async function seedJobs(tx: Tx, practiceId: string, size: Size, say: (what: string) => void): Promise<void> {
  const { rows: indexes } = await tx.execute<{ name: string; definition: string }>(sql`
    select indexname as name, indexdef as definition from pg_indexes
    where tablename in ('jobs', 'job_files') and indexname not like '%\\_pk'`);
  for (const { name: index } of indexes) await tx.execute(sql`drop index ${sql.identifier(index)}`);
  const share = Math.max(1, Math.round((size.jobs - size.jobsOfOne) / (size.practices - 1)));
  say(`${size.jobs} jobs`);
  const owners = sql`
    select id, owner_id, period_id, ${share}::int as jobs from firm
    union all select ${practiceId}::uuid, gen_random_uuid(), gen_random_uuid(), ${size.jobsOfOne}::int`;
  await tx.execute(sql`
    insert into jobs (practice_id, id, customer_name, customer_email, uploaded_by_id, uploaded_by_name, period_id, send_email,
      separate_emails, separate_pdfs, copy_to_customer, status, created_at, completed_at, settled_at, files_deleted_at)
    select owner.id, uuidv7(-age), 'Customer ' || n % 30, 'c' || n % 30 || '@customers.example', owner.owner_id, 'Owner',
      owner.period_id, true, false, false, false, status, now() - age, now() - age,
      case when status = 'processing' then null else now() - age end, now()
    from (${owners}) owner, generate_series(1, owner.jobs) n,
      lateral (select (owner.jobs - n + random()) / owner.jobs * interval '365 days' as age) one,
      lateral (select case when age < interval '2 minutes' then 'processing' when n % 40 = 0 then 'failed' else 'completed' end as status) two
    order by owner.id`);
  say("their files");
  await tx.execute(sql`
    insert into job_files (practice_id, job_id, id, position, original_name, type, size_bytes, sha256, state, ended_at, pages, converted_ms)
    select practice_id, id, id, 0, 'Document.pdf', 'pdf', 120000, md5(id::text), case when status = 'failed' then 'refused' else 'converted' end,
      settled_at, 2, 180 from jobs`);
  for (const { name: index, definition } of indexes) {
    say(index);
    await tx.execute(sql.raw(definition));
  }
}

const name = (n: ReturnType<typeof sql>) =>
  sql`(array['Amelia','Josh','Priti','Owen','Ruth','Tom','Lena','Raj','Grace','Daniel','Chloe','Isla','Callum'])[1 + (${n}) % 13]`;
const surname = (n: ReturnType<typeof sql>) =>
  sql`(array['Hartley','Wren','Shah','Pembroke','Adeyemi','Finch','Kowalska','Mehta','Marsh','Patel','Reid'])[1 + (${n}) % 11] || (${n}) / 143`;
