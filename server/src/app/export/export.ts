import { Readable } from "node:stream";
import { eq } from "drizzle-orm";
import type { Member } from "../../domain/access/member.ts";
import { record } from "../../domain/audit/service.ts";
import { cancellations } from "../../domain/billing/table.ts";
import { practices } from "../../domain/practices/table.ts";
import { getSettings } from "../../domain/settings/service.ts";
import { dayOf } from "../../platform/calendar-day.ts";
import { databaseNow } from "../../platform/db/clock.ts";
import { downloadName } from "../../platform/http/file-name.ts";
import { openZip } from "../../platform/http/zip.ts";
import type { Services } from "../../platform/services.ts";
import { contentOf, type ExportFile, filesOf } from "./export-files.ts";
import { asCsv, asJson, exportLists } from "./export-lists.ts";

const readMe = `This is everything that Sheaf holds of your practice.

data/    each list twice: as JSON with all details, and as CSV for a spreadsheet.
         "jobs" are uploads, "files" their originals, "pdfs" what was made of them, "emails" what was sent,
         "arrivals" are the files as they came in, with the names that they were sent with,
         "email-events" what was said of each, and "outbox" emails that were kept here instead of sent.
         "orders" are what was to be paid at PayPal, "sessions" where people are signed in.
files/   the originals and PDFs that have not been deleted yet, in a folder for each job. "readings" holds what was
         read on their pages: for each file a line of JSON a page, with words, places and facts, compressed by gzip.
missing.txt names files that could not be read; it is empty when there are none.
`;

/**
 * Exports all data of a practice as a zip file, which is created while it is sent.
 * @returns the file's name and its content; reading the content fails when the database or the storage fails
 */
export async function exportPractice(
  { config, db, storage }: Pick<Services, "config" | "db" | "storage">,
  member: Member,
): Promise<{ name: string; body: Readable }> {
  const { practiceId, userId, address } = member;
  const [practice] = await db.select().from(practices).where(eq(practices.id, practiceId));
  if (!practice) throw new Error("The practice of a member was not found");
  const about = { id: practiceId, timeZone: config.timeZone };
  const { sessionTimeoutMinutes: _, theme: __, ...settings } = await getSettings(db, member);
  const files: ExportFile[] = [];
  for await (const file of filesOf(db, about)) files.push(file);
  await record(db, { practiceId, userId, address, action: "account.exported", detail: { files: files.length } });

  const now = await databaseNow(db);
  const zip = openZip();
  const add = (path: string, mtime: Date, content: () => AsyncIterable<string | Buffer> | string[]) =>
    zip.add(path, { mtime }, async () => Readable.from(content(), { objectMode: false }));
  add("read-me.txt", now, () => [readMe]);
  const [cancelled] = await db.select().from(cancellations).where(eq(cancellations.practiceId, practiceId));
  const subscriptionCancelledAt = cancelled?.cancelledAt ?? null;
  const facts = {
    id: practice.id,
    name: practice.name,
    createdAt: practice.createdAt,
    subscriptionCancelledAt,
    settings,
  };
  add("data/practice.json", now, () => [`${JSON.stringify(facts, null, 2)}\n`]);
  for (const list of exportLists(db, about)) {
    add(`data/${list.name}.json`, now, () => asJson(list));
    add(`data/${list.name}.csv`, now, () => asCsv(list));
  }
  const lost: string[] = [];
  for (const file of files) {
    add(file.path, file.at, () => contentOf(storage, file, lost));
  }
  // Entries are created in order, so all files that could not be read are known by now.
  add("missing.txt", now, () => lost.map((path) => `${path}\n`));
  return {
    name: downloadName(`${practice.name} ${dayOf(now, config.timeZone)}`, ".zip"),
    body: zip.end(),
  };
}
