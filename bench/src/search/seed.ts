import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { packLayout } from "@sheaf/server/domain/readings/pages/layout.ts";
import { customerLexeme, weekLexemes, weekOf } from "@sheaf/server/domain/readings/pages/lexemes.ts";
import { amountOf } from "@sheaf/server/domain/readings/pages/terms/amount.ts";
import { isListed } from "@sheaf/server/domain/readings/pages/word-list.ts";
import type { Db } from "@sheaf/server/platform/db/connect.ts";
import { sql } from "drizzle-orm";
import pg from "pg";
import { from as copyFrom } from "pg-copy-streams";
import { asReading, idAt, inventedWords, inventText, randomFrom } from "./invented-pages.ts";

export interface Size {
  /** Pages of the practice that searches. */
  ofOne: number;
  /** Pages of all others. */
  ofOthers: number;
  /** Number of others. */
  others: number;
}

/** What is needed for asking. */
export interface Seeded {
  words: string[];
  customerIds: string[];
  /** Begin and end of the time in which the pages arrived. */
  from: Date;
  to: Date;
  loadMs: number;
  indexMs: number;
}

const days = 90;
const pagesPerFile = 5;
const filesPerJob = 2;
const vocabulary = 400_000;
const customersOfOne = 2_000;
const layouts = 2_000;
/** One of so many files could not be read whole. */
const notReadOneOf = 500;

/**
 * Fills the database with pages of the last 90 days: jobs of ten pages, in the order in which they arrived, those of
 * one practice among those of many.
 * @param practiceId of the one that searches
 */
export async function seedPages(url: string, practiceId: string, size: Size): Promise<Seeded> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    // Without triggers and foreign keys.
    await client.query("set session_replication_role = replica; set synchronous_commit = off");
    await client.query("set statement_timeout = 0; set maintenance_work_mem = '1GB'");
    const {
      rows: [index],
    } = await client.query<{ definition: string }>(
      "select indexdef as definition from pg_indexes where indexname = 'page_readings_words'",
    );
    // Built at once afterwards.
    await client.query("drop index if exists page_readings_words");
    const words = inventedWords(vocabulary);
    const stems = await stemsOf(client, words);
    const customerIds = Array.from({ length: customersOfOne }, (_, number) => idAt(Date.now() - days * dayMs + number));
    const others = Array.from({ length: size.others }, (_, number) => idAt(Date.now() - 2 * days * dayMs + number));
    for (const id of others) await client.query("insert into practices (id, name) values ($1, 'Other')", [id]);
    const began = performance.now();
    const to = new Date();
    const from = new Date(to.getTime() - days * dayMs);
    const invent = inventor(words, stems);
    for (let day = 0; day < days; day++) {
      const at = from.getTime() + day * dayMs;
      const owners = [
        ...batches(practiceId, Math.round(size.ofOne / days)),
        ...batches(others, Math.round(size.ofOthers / days)),
      ];
      shuffle(owners, invent.random);
      await loadDay(client, owners, { at, practiceId, customerIds, invent });
      process.stderr.write(`\rday ${day + 1} of ${days}`);
    }
    const loadMs = performance.now() - began;
    process.stderr.write("\nindex …\n");
    const indexBegan = performance.now();
    if (index) await client.query(index.definition);
    const indexMs = performance.now() - indexBegan;
    process.stderr.write("word list, vacuum and statistics …\n");
    await copy(client, "page_words (practice_id, stem, word, pages)", listOf(practiceId, invent.pagesOf));
    await client.query("insert into reading_backlogs (practice_id) select id from practices");
    await client.query("vacuum (analyze) page_readings, page_words, jobs, job_files, file_readings");
    return { words, customerIds, from, to, loadMs, indexMs };
  } finally {
    await client.end();
  }
}

const dayMs = 24 * 60 * 60 * 1000;

async function stemsOf(client: pg.Client, words: string[]): Promise<string[]> {
  const { rows } = await client.query<{ stem: string }>(
    "select coalesce((ts_lexize('english_stem', word))[1], word) as stem from unnest($1::text[]) with ordinality as given (word, place) order by place",
    [words],
  );
  return rows.map(({ stem }) => stem);
}

/** The practices of a day's jobs, one entry for each job. */
function batches(owner: string | string[], pages: number): string[] {
  const jobs = Math.round(pages / (pagesPerFile * filesPerJob));
  return Array.from({ length: jobs }, (_, number) =>
    typeof owner === "string" ? owner : (owner[(number * 7919) % owner.length] ?? ""),
  );
}

function shuffle(list: string[], random: () => number): void {
  for (let last = list.length - 1; last > 0; last--) {
    const other = Math.floor(random() * (last + 1));
    [list[last], list[other]] = [list[other] ?? "", list[last] ?? ""];
  }
}

/** Invents pages as columns of COPY: lexemes and packed boxes. */
function inventor(words: string[], stems: string[]) {
  const random = randomFrom(11);
  const stemOf = new Map(words.map((word, index) => [word, stems[index] ?? word]));
  stemOf.set("invoice", "invoic");
  // Packing a million pages takes longer than everything else, and which words are in the box is not measured.
  const packed = Array.from({ length: layouts }, () =>
    packLayout(asReading(inventText(random, words))).toString("hex"),
  );
  /** Number of pages of the practice that searches, by lexeme. */
  const pagesOf = new Map<string, number>();
  return {
    random,
    pagesOf,
    page(isCounted: boolean): { lexemes: string[]; layout: string } {
      const text = inventText(random, words);
      const lexemes = new Set(text.words.map((word) => stemOf.get(word) ?? word));
      for (const number of text.numbers) {
        const amount = number.includes(".") ? amountOf(number) : null;
        lexemes.add(amount?.amount ?? number);
        if (amount && amount.whole.length > 2) lexemes.add(amount.whole);
        if (number.includes("-")) lexemes.add(number.slice(0, 7)).add(number.slice(0, 4));
      }
      if (isCounted) for (const lexeme of lexemes) pagesOf.set(lexeme, (pagesOf.get(lexeme) ?? 0) + 1);
      return { lexemes: [...lexemes], layout: packed[Math.floor(random() * packed.length)] ?? "" };
    },
  };
}

interface Day {
  at: number;
  practiceId: string;
  customerIds: string[];
  invent: ReturnType<typeof inventor>;
}

async function loadDay(client: pg.Client, owners: string[], { at, practiceId, customerIds, invent }: Day) {
  const jobs = owners.map((owner, number) => {
    const createdAt = new Date(at + (number / owners.length) * dayMs);
    // Some customers have a hundred times the papers of others.
    const place = Math.floor(customerIds.length ** invent.random()) - 1;
    const customerId = owner === practiceId ? (customerIds[place] ?? null) : null;
    return { owner, id: idAt(createdAt.getTime()), createdAt, customerId, place };
  });
  await copy(
    client,
    "jobs (practice_id, id, customer_id, customer_name, customer_email, uploaded_by_id, uploaded_by_name, send_email, separate_emails, separate_pdfs, copy_to_customer, status, created_at, completed_at, settled_at)",
    jobs.map(({ owner, id, createdAt, customerId, place }) => {
      const time = createdAt.toISOString();
      return `${owner}\t${id}\t${customerId ?? "\\N"}\tCustomer ${place}\tc${place}@customers.example\t${owner}\tOwner\tf\tf\tf\tf\tcompleted\t${time}\t${time}\t${time}\n`;
    }),
  );
  const files = jobs.flatMap((job) =>
    Array.from({ length: filesPerJob }, (_, position) => ({ job, position, id: idAt(job.createdAt.getTime()) })),
  );
  await copy(
    client,
    "job_files (practice_id, job_id, id, position, original_name, type, size_bytes, sha256, state, pages, pages_key, pages_sha256)",
    files.map(
      ({ job, position, id }) =>
        `${job.owner}\t${job.id}\t${id}\t${position}\tscan ${position}.pdf\tpdf\t120000\t0\tconverted\t${pagesPerFile}\tpages/${id}\t${id}\n`,
    ),
  );
  await copy(
    client,
    "file_readings (practice_id, job_id, file_id, pages_sha256, pages, state, why, place, pages_read)",
    files.map(({ job, id }, place) => {
      const read = place % notReadOneOf === 0 ? "not-read\ttime" : "read\t\\N";
      return `${job.owner}\t${job.id}\t${id}\t${id}\t${pagesPerFile}\t${read}\t${place}\t${pagesPerFile}\n`;
    }),
  );
  await copy(
    client,
    "page_readings (practice_id, job_id, file_id, page, words, layout)",
    pagesIn(files, practiceId, invent),
  );
}

function* listOf(practiceId: string, pagesOf: Map<string, number>): Generator<string> {
  for (const [stem, pages] of pagesOf) if (isListed(stem)) yield `${practiceId}\t${stem}\t${stem}\t${pages}\n`;
}

function* pagesIn(
  files: { job: { owner: string; id: string; createdAt: Date; customerId: string | null }; id: string }[],
  practiceId: string,
  invent: ReturnType<typeof inventor>,
): Generator<string> {
  for (const { job, id } of files) {
    const common = [...weekLexemes(weekOf(job.id), weekOf(job.id)), "@scan", "@pdf", "@custom"];
    if (job.customerId) common.push(customerLexeme(job.customerId));
    for (let page = 1; page <= pagesPerFile; page++) {
      const { lexemes, layout } = invent.page(job.owner === practiceId);
      yield `${job.owner}\t${job.id}\t${id}\t${page}\t${[...lexemes, ...common].join(" ")}\t\\\\x${layout}\n`;
    }
  }
}

async function copy(client: pg.Client, into: string, lines: Iterable<string>): Promise<void> {
  await pipeline(Readable.from(inBlocks(lines)), client.query(copyFrom(`copy ${into} from stdin`)));
}

/** Joins lines: a stream's step costs more than a line. */
function* inBlocks(lines: Iterable<string>): Generator<string> {
  let block = "";
  for (const line of lines) {
    block += line;
    if (block.length > 1_000_000) {
      yield block;
      block = "";
    }
  }
  if (block) yield block;
}

/** Returns a sentence about the space that the pages take. */
export async function sizesOf(db: Db): Promise<string> {
  const { rows } = await db.execute<{ pages: number; rows: number; layouts: number; index: number; words: number }>(sql`
    select (select count(*)::int from page_readings) as pages, pg_relation_size('page_readings')::float as rows,
      pg_total_relation_size((select reltoastrelid from pg_class where relname = 'page_readings'))::float as layouts,
      pg_relation_size('page_readings_words')::float as index, pg_total_relation_size('page_words')::float as words`);
  const [size] = rows;
  if (!size) return "";
  const each = (bytes: number) => `${(bytes / size.pages / 1000).toFixed(2)} kB`;
  return `A page takes ${each(size.rows)} in its row, ${each(size.layouts)} for its words with their boxes and ${each(size.index)} in the index; the word list takes ${(size.words / 1e6).toFixed(0)} MB.`;
}
