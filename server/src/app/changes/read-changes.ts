import type { AnswerName } from "@sheaf/contracts/answers.ts";
import type { Changes } from "@sheaf/contracts/changes.ts";
import type { Member } from "../../domain/access/member.ts";
import { findJobs } from "../../domain/job-views/service.ts";
import { AppError } from "../../platform/errors.ts";
import type { Services } from "../../platform/services.ts";
import { type Reader, readAnswer, readerOf } from "./answers.ts";

interface Wanted {
  jobs: string[];
  answers: AnswerName[];
}

/** The sample's papers may have to be drawn, for which no transaction must stay open. */
const outsideSnapshot: AnswerName = "sample";

/**
 * Reads jobs of the practice and the answers of other routes, all as of one moment, so that a page never shows a job as
 * ready beside counts from before. Jobs alone are one statement; with answers, the statements share a snapshot.
 */
export async function readChanges(
  { config, db }: Pick<Services, "config" | "db">,
  member: Member,
  wanted: Wanted,
): Promise<Changes> {
  const ids = [...new Set(wanted.jobs)];
  const names = [...new Set(wanted.answers)];
  const inSnapshot = names.filter((name) => name !== outsideSnapshot);
  const read = async (reads: Services["db"]): Promise<Changes> => {
    const jobs = await findJobs(reads, member.practiceId, ids);
    const found = new Set(jobs.map(({ id }) => id));
    const reader = readerOf({ config, db: reads, member, writer: db });
    return { jobs, gone: ids.filter((id) => !found.has(id)), answers: await readAnswers(inSnapshot, reader) };
  };
  const snapshot = { isolationLevel: "repeatable read", accessMode: "read only" } as const;
  const changes = await (inSnapshot.length === 0 ? read(db) : db.transaction(read, snapshot));
  if (names.length === inSnapshot.length) return changes;
  const more = await readAnswers([outsideSnapshot], readerOf({ config, db, member }));
  return { ...changes, answers: { ...changes.answers, ...more } };
}

/** Reads one after the other: they share a connection. */
async function readAnswers(names: AnswerName[], reader: Reader): Promise<Changes["answers"]> {
  const read: [AnswerName, unknown][] = [];
  for (const name of names) read.push([name, await readUnlessRefused(name, reader)]);
  return Object.fromEntries(read.filter(([, answer]) => answer !== undefined));
}

/** A refused answer is left out: the page requests it from its own route and shows the refusal. */
async function readUnlessRefused(name: AnswerName, reader: Reader): Promise<unknown> {
  try {
    return await readAnswer(name, reader);
  } catch (error) {
    if (error instanceof AppError) return undefined;
    throw error;
  }
}
