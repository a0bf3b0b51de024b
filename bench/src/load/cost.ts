import { setTimeout as delay } from "node:timers/promises";
import { openPracticeClient, type PracticeClient } from "@sheaf/server/testing/faults/practice-client.ts";
import type { TestBed } from "@sheaf/server/testing/faults/test-bed.ts";
import { until } from "@sheaf/server/testing/hosts/until.ts";
import { type Browser, openBrowser } from "./browser.ts";
import { openJournal } from "./journal.ts";
import { type ByPart, noneOf, type Part, parts, used } from "./ledger.ts";
import { fileOf, kinds, mix } from "./material.ts";
import { countStatements, type Statements } from "./statements.ts";
import { type Watch, watchProcesses } from "./watch.ts";

/** The cost of documents of one type, each a job with one email, one after the other. */
export interface Cost {
  kind: string;
  documents: number;
  /** Processor seconds for all of them, minus the use of an idle installation. */
  cpu: ByPart;
  seconds: number;
}

export interface CostRun {
  /** Documents of one practice for each type, so the sandbox starts once. */
  kinds: Cost[];
  /** The first type, with each document of another practice, so a sandbox starts for each document. */
  visits: Cost;
  /** Number of cores that an idle installation uses. */
  idle: ByPart;
  /** For each size of a job, the statements of one, minus those of an idle installation. */
  statements: { files: number; ofOne: Statements }[];
}

const idleSeconds = 15;
const settleWithinMs = 120_000;
const jobWithinMs = 120_000;
/** Jobs whose statements are counted, of each size. */
const countedJobs = 5;

/** A user with the dashboard of their own practice open. */
interface Person {
  client: PracticeClient;
  browser: Browser;
}

/**
 * Measures the cost of each type.
 * @param documents number of documents of each type
 * @throws Error when a document is not converted or a response is unexpected
 */
export async function runCost(bed: TestBed, documents: number): Promise<CostRun> {
  const watch = watchProcesses(bed);
  const journal = openJournal();
  const open: Person[] = [];
  const person = async () => {
    const client = await openPracticeClient(bed);
    const made = { client, browser: await openBrowser(bed.url, client, "dashboard", journal) };
    open.push(made);
    return made;
  };
  const measured = async (kind: string, people: Person[], idle: ByPart) => {
    process.stderr.write(`cost of ${kind} …\n`);
    const cost = await measure(bed, watch, idle, kind, people);
    if (journal.failed.length > 0) throw new Error(`${kind}: ${journal.failed.join("; ")}`);
    for (const { browser } of open.splice(0)) browser.close();
    return cost;
  };
  try {
    // The first document's one-time costs (compiled code, loading the mail library) are not measured.
    await measured("docx", [await person()], noneOf());
    const idle = await idleUse(watch);
    const others: Person[] = [];
    for (let number = 0; number < documents; number++) others.push(await person());
    const visits = await measured("docx", others, idle);
    const costs: Cost[] = [];
    for (const kind of Object.keys(kinds)) {
      const one = await person();
      costs.push(
        await measured(
          kind,
          Array.from({ length: documents }, () => one),
          idle,
        ),
      );
    }
    return { kinds: costs, visits, idle, statements: await statementsOfJobs(bed, await person()) };
  } finally {
    watch.close();
    for (const { browser } of open) browser.close();
  }
}

/** Counts the statements of jobs of one file and of ten, one after the other, with the practice's dashboard open. */
async function statementsOfJobs(bed: TestBed, { client, browser }: Person): Promise<CostRun["statements"]> {
  process.stderr.write("statements of a job …\n");
  const idle = await countStatements(bed, () => delay(idleSeconds * 1000));
  const counts: CostRun["statements"] = [];
  for (const files of [1, mix.length]) {
    const began = performance.now();
    const counted = await countStatements(bed, async () => {
      for (let job = 0; job < countedJobs; job++) await finish(browser, mix.slice(0, files));
      await settled(bed, [client]);
    });
    const seconds = (performance.now() - began) / 1000;
    const ofOne = (name: keyof Statements) =>
      Math.max(0, counted[name] - (idle[name] * seconds) / idleSeconds) / countedJobs;
    counts.push({ files, ofOne: { application: ofOne("application"), queue: ofOne("queue") } });
  }
  return counts;
}

/** Submits files as one job and waits until it is completed. */
async function finish(browser: Browser, kindsOfFiles: string[]): Promise<void> {
  const taken = await browser.submit(kindsOfFiles.map(fileOf), performance.now());
  const how = await Promise.race([taken?.ended, delay(jobWithinMs)]);
  const what = kindsOfFiles.join(", ");
  if (how?.status !== "completed") throw new Error(`${what}: ${how ? "a job failed" : "a job did not end in time"}.`);
}

/** Measures idle use, after a wait in which sandboxes of earlier work have been replaced by new ones. */
async function idleUse(watch: Watch): Promise<ByPart> {
  await delay(idleSeconds * 500);
  const before = watch.cpuSeconds();
  await delay(idleSeconds * 1000);
  const spent = used(before, watch.cpuSeconds());
  return eachPart((part) => spent[part] / idleSeconds);
}

/**
 * Measures documents of one type.
 * @param people users who submit documents in turn, each when the one before is ready
 */
async function measure(bed: TestBed, watch: Watch, idle: ByPart, kind: string, people: Person[]): Promise<Cost> {
  const began = performance.now();
  const before = watch.cpuSeconds();
  for (const { browser } of people) await finish(browser, [kind]);
  await settled(bed, [...new Set(people.map(({ client }) => client))]);
  const seconds = (performance.now() - began) / 1000;
  const gross = used(before, watch.cpuSeconds());
  const cpu = eachPart((part) => Math.max(0, gross[part] - idle[part] * seconds));
  return { kind, documents: people.length, seconds, cpu };
}

/** Waits until the last email was sent and the last thumbnail drawn, since both are part of the cost. */
async function settled(bed: TestBed, firms: PracticeClient[]): Promise<void> {
  await until(settleWithinMs, async () => {
    const [row] = await bed.query<{ left: number }>(
      `select ((select count(*) from deliveries where practice_id = any($1) and state in ('held', 'waiting', 'sending'))
        + (select count(*) from outputs where practice_id = any($1) and thumbnails = 0))::int as left`,
      [firms.map(({ practiceId }) => practiceId)],
    );
    if (row?.left !== 0) throw new Error(`${row?.left} emails or thumbnails are missing`);
  });
}

function eachPart(value: (part: Part) => number): ByPart {
  const made = noneOf();
  for (const part of parts) made[part] = value(part);
  return made;
}
