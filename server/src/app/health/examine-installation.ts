import type { Examination } from "@sheaf/contracts/admin/health.ts";
import { openOutbox } from "../../domain/delivery/index.ts";
import { measureReading } from "../../domain/readings/index.ts";
import { databaseNow } from "../../platform/db/clock.ts";
import type { Db } from "../../platform/db/connect.ts";
import { isDatabaseUnavailable } from "../../platform/db/unavailable.ts";
import { openMail } from "../../platform/mail/open-mail.ts";
import { aliveWorkers } from "../../platform/queue/workers.ts";
import type { Services } from "../../platform/services.ts";
import { examineAddress } from "./examinations/address.ts";
import { examineBackup } from "./examinations/backup.ts";
import { examineClock } from "./examinations/clock.ts";
import { examineDataFolder } from "./examinations/data-folder.ts";
import { examineDatabase } from "./examinations/database.ts";
import { examineDisk } from "./examinations/disk.ts";
import { examineBucket } from "./examinations/files.ts";
import { examineKey } from "./examinations/key.ts";
import { examineMail } from "./examinations/mail.ts";
import { examineReadingLane } from "./examinations/reading-lane.ts";
import { judgeVersions, readVersionFacts } from "./examinations/versions.ts";
import { examineWorkers } from "./examinations/workers.ts";
import { examineAll, type Part } from "./examine.ts";
import { failed, type Outcome } from "./outcome.ts";
import { convertingParts, scannerPart } from "./parts.ts";
import { sandboxRemedy } from "./sandbox-remedy.ts";
import { secretsRemover } from "./secrets.ts";

type Needs = Pick<Services, "config" | "db" | "storage" | "scanner" | "key" | "log">;

/** Examinations that are running. A process runs one at a time: further requests get the result of the running one. */
const underWay = new WeakMap<Db, Promise<Examination[]>>();

/**
 * Examines the running installation: this process's machine, the database, the mail server and, by their reports, the
 * machines of the workers. Takes at most 3 s; changes nothing and sends no email.
 */
export function examineInstallation(services: Needs): Promise<Examination[]> {
  const running = underWay.get(services.db);
  if (running) return running;
  const examining = examine(services).finally(() => underWay.delete(services.db));
  underWay.set(services.db, examining);
  return examining;
}

async function examine(services: Needs): Promise<Examination[]> {
  const { config, key, log } = services;
  return examineAll(partsOf(services), { log, withoutSecrets: secretsRemover(config, [key.toString("hex")]) });
}

function partsOf({ config, db, storage, scanner, key }: Needs): Part[] {
  const { s3, dataDir, clamdAddress } = config;
  const machines = aliveWorkers(db);
  return [
    { name: "versions", label: "Sheaf", examine: () => judgeVersions(readVersionFacts()) },
    { name: "database", label: "Database", examine: () => failedWhenAway(examineDatabase(db)) },
    { name: "key", label: "Key", examine: () => examineKey(db, key) },
    {
      name: "clock",
      label: "Clock",
      examine: () => examineClock(async () => (await databaseNow(db)).getTime()),
    },
    { name: "workers", label: "Workers", examine: async () => examineWorkers(await machines) },
    ...convertingParts({
      machines,
      isWork: false,
      wanted: config.sandbox,
      remedy: () => (config.embeddedDatabase ? sandboxRemedy() : onWorkersMachine),
    }),
    {
      name: "reading-lane",
      label: "Pages to read",
      examine: async () => examineReadingLane(await measureReading(db)),
    },
    { name: "disk", label: "Disk", examine: () => examineDisk(dataDir) },
    { name: "data-folder", label: "Data folder", examine: () => examineDataFolder(dataDir) },
    ...(s3 ? [{ name: "files", label: "Files", examine: () => examineBucket(storage, s3.bucket) }] : []),
    { name: "mail", label: "Email", examine: () => examineMail(config, () => openMail(config, openOutbox(db))) },
    { name: "address", label: "Address", examine: () => examineAddress(config) },
    {
      name: "backup",
      label: "Backup",
      examine: () => examineBackup(db, { demo: config.demo, ownMeans: !config.embeddedDatabase }),
    },
    ...scannerPart(scanner, clamdAddress),
  ];
}

const onWorkersMachine = {
  words: "Run this on the worker's machine: it tells what to do there.",
  command: "./sheaf doctor",
};

/** For the database itself, an unreachable database is a failure; other parts are then unknown. */
async function failedWhenAway(examining: Promise<Outcome>): Promise<Outcome> {
  return examining.catch((error) => {
    if (!isDatabaseUnavailable(error)) throw error;
    return failed("The database cannot be reached.");
  });
}
