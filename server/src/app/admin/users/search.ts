import { searchLength } from "@sheaf/contracts/admin/limits.ts";
import type { FoundUser } from "@sheaf/contracts/admin/users.ts";
import { and, asc, desc, eq, isNull, or, type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { users } from "../../../domain/accounts/table.ts";
import { isOwnPractice, runsNow } from "../../../domain/billing/index.ts";
import { periods, plans } from "../../../domain/billing/table.ts";
import { customers } from "../../../domain/customers/table.ts";
import { isDocument, isUpload } from "../../../domain/jobs/index.ts";
import { jobFiles } from "../../../domain/jobs/table.ts";
import type { Db, Tx } from "../../../platform/db/connect.ts";
import { containing } from "../../../platform/db/like.ts";
import { inSnapshot } from "../../../platform/db/snapshot.ts";
import { lastJobOf } from "./last-job.ts";

const maxResults = 50;
/** With fewer than three characters, too many names are similar. */
const minFuzzyLength = 3;
/**
 * Threshold of word_similarity (pg_trgm), from 0 to 1. At 0.5 a name of six letters is still found with two letters
 * swapped.
 */
const minSimilarity = "0.5";

/**
 * Finds users by name, username or email address: exact matches first, then names that begin with the text, then names
 * that contain all its words, each group sorted by name. Only when none match, users with similar names are returned. A
 * payment reference finds the users of the practice it belongs to.
 * @param typed as typed; no character has a special meaning
 */
export async function searchUsers(db: Db, typed: string): Promise<FoundUser[]> {
  const text = typed
    .replaceAll(/\p{Cc}/gu, " ")
    .trim()
    .toLowerCase();
  if (text.length < searchLength) return [];
  return inSnapshot(db, async (tx) => {
    const byReference = usersOfReference(text);
    if (byReference) return (await find(tx, text, byReference)).map(toFoundUser);
    const rows = await find(tx, text, and(...text.split(/\s+/).map((word) => containing(users.nameSearch, word))));
    if (rows.length > 0 || text.length < minFuzzyLength) return rows.map(toFoundUser);
    await tx.execute(sql`select set_config('pg_trgm.word_similarity_threshold', ${minSimilarity}, true)`);
    const similarity = sql`word_similarity(${text}, ${users.nameSearch})`;
    return (await find(tx, text, sql`${text} <% ${users.nameSearch}`, similarity)).map(toFoundUser);
  });
}

/**
 * Returns the condition for a payment reference such as "SHEAF-7F3A91C2": all users of the practice that it identifies.
 * Returns undefined for other text.
 */
function usersOfReference(text: string): SQL | undefined {
  const end = /^sheaf[- ]?([0-9a-f]{8})$/.exec(text)?.[1];
  return end === undefined ? undefined : sql`right(${users.practiceId}::text, 8) = ${end}`;
}

type Row = Awaited<ReturnType<typeof find>>[number];

/** @param similarity is computed for every row found, so it is only given when few rows are expected */
async function find(tx: Tx, text: string, who: SQL | undefined, similarity = sql`0`) {
  const found = ranked(tx, text, who, similarity);
  const plan = planOf(tx, found.practiceId);
  const last = lastJobOf(tx, found.practiceId);
  return tx
    .select({
      id: found.id,
      firstName: found.firstName,
      lastName: found.lastName,
      username: found.username,
      email: found.email,
      createdAt: found.createdAt,
      planName: plan.name,
      lastJobDate: last.createdAt,
      customerCount: tx.$count(
        customers,
        and(eq(customers.practiceId, found.practiceId), isNull(customers.archivedAt)),
      ),
      documentCount: tx.$count(
        jobFiles,
        and(eq(jobFiles.practiceId, found.practiceId), isUpload(jobFiles), isDocument),
      ),
    })
    .from(found)
    .leftJoinLateral(plan, sql`true`)
    .leftJoinLateral(last, sql`true`)
    .orderBy(asc(found.rank), desc(found.similarity), asc(found.nameSearch), asc(found.id));
}

function ranked(tx: Tx, text: string, who: SQL | undefined, similarTo: SQL) {
  const { nameSearch, username, email, lastName } = users;
  const begins = or(
    ...[nameSearch, username, email, lastName].map((name) => sql`starts_with(lower(${name}), ${text})`),
  );
  const rank = sql<number>`case
    when ${text} in (lower(${username}), lower(${email})) then 0
    when ${begins} then 1
    else 2 end`.as("rank");
  const similarity = sql<number>`${similarTo}`.as("similarity");
  return tx
    .select({
      practiceId: users.practiceId,
      id: users.id,
      createdAt: users.createdAt,
      rank,
      similarity,
      username,
      email,
      firstName: users.firstName,
      lastName,
      nameSearch,
    })
    .from(users)
    .where(who)
    .orderBy(asc(rank), desc(similarity), asc(nameSearch), asc(users.id))
    .limit(maxResults)
    .as("found");
}

const planOf = (tx: Tx, practiceId: SQLWrapper) =>
  tx
    .select({ name: plans.name })
    .from(periods)
    .innerJoin(plans, eq(plans.id, periods.planId))
    .where(and(eq(periods.practiceId, practiceId), runsNow))
    .orderBy(desc(isOwnPractice))
    .limit(1)
    .as("running");

function toFoundUser({ planName, lastJobDate, createdAt, ...row }: Row): FoundUser {
  return {
    ...row,
    createdAt: createdAt.toISOString(),
    ...(planName === null ? {} : { subscription: { plan: { name: planName } } }),
    ...(lastJobDate === null ? {} : { lastJobDate: lastJobDate.toISOString() }),
  };
}
