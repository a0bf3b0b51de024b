import type { Examination } from "@sheaf/contracts/admin/health.ts";
import { pino } from "pino";
import { openOutbox } from "../../../domain/delivery/index.ts";
import { type Config, readConfig } from "../../../platform/config/config.ts";
import { databaseNow } from "../../../platform/db/clock.ts";
import type { Db } from "../../../platform/db/connect.ts";
import { openMail } from "../../../platform/mail/open-mail.ts";
import { aliveWorkers } from "../../../platform/queue/workers.ts";
import { openScanner } from "../../../platform/scan/clamd.ts";
import { openStorage } from "../../../platform/storage/open-storage.ts";
import { holdsDemo } from "../../demo/demo-folder.ts";
import { examineAddress } from "../examinations/address.ts";
import { examineBackup } from "../examinations/backup.ts";
import { examineClock } from "../examinations/clock.ts";
import { examineDataFolder } from "../examinations/data-folder.ts";
import { examineDatabase } from "../examinations/database.ts";
import { examineDisk } from "../examinations/disk.ts";
import { examineBucket } from "../examinations/files.ts";
import { examineFonts } from "../examinations/fonts.ts";
import { examineKey } from "../examinations/key.ts";
import { examineMail } from "../examinations/mail.ts";
import { examineOffice } from "../examinations/office.ts";
import { findListener, judgePort } from "../examinations/port.ts";
import { examinePrograms } from "../examinations/programs.ts";
import { examineSandbox } from "../examinations/sandbox.ts";
import { examineScanner } from "../examinations/scanner.ts";
import { judgeVersions } from "../examinations/versions.ts";
import { examineWorkers } from "../examinations/workers.ts";
import { examineAll, type Part } from "../examine.ts";
import { type Outcome, unknown } from "../outcome.ts";
import { sandboxRemedy } from "../sandbox-remedy.ts";
import { secretsRemover } from "../secrets.ts";
import { connectForDoctor, type DoctorDatabase, keyIfAny, withStoredSettings } from "./database.ts";
import { readVersionsHere } from "./folder.ts";
import { examineMachine } from "./machine.ts";
import { nearestFolder } from "./nearest-folder.ts";

/**
 * Making a sandbox and starting LibreOffice takes some seconds where the machine is busy. Loading the code comes
 * before.
 */
const wholeMs = 8_500;

/**
 * The configuration of the environment; of a data folder that holds a demonstration that of `start --demo`.
 * @throws Error naming every variable that is wrong
 */
export function localConfiguration(env: NodeJS.ProcessEnv): Config {
  const config = readConfig(env);
  return holdsDemo(config.dataDir) ? readConfig({ ...env, SHEAF_DEMO: "1" }) : config;
}

/**
 * Examines the installation from this machine, whether it runs or not. Starts nothing that stays, and changes nothing.
 */
export async function examineLocally(given: Config): Promise<Examination[]> {
  const log = pino({ level: "silent" });
  const begun = performance.now();
  // Begins first, because it takes longest.
  const machine = examineMachine(given);
  machine.catch(() => {});
  const asked = await connectForDoctor(given, log);
  try {
    const key = await keyIfAny(given);
    const live = await withStoredSettings(given, asked.db, key);
    const config = live ?? given;
    const knowsMail = live !== undefined || asked.isNew || given.given.MAIL_TRANSPORT !== undefined;
    const secrets = [...asked.secrets, ...(key ? [key.toString("hex")] : [])];
    const parts = partsOf(config, asked, { machine, key, knowsMail });
    return await examineAll(parts, {
      log,
      withoutSecrets: secretsRemover(config, secrets),
      withinMs: wholeMs - (performance.now() - begun),
    });
  } finally {
    await asked.close();
  }
}

interface Known {
  machine: ReturnType<typeof examineMachine>;
  key: Buffer | undefined;
  /** False where the mail settings may stand in a database that was not asked. */
  knowsMail: boolean;
}

function partsOf(config: Config, { db, instead }: DoctorDatabase, { machine, key, knowsMail }: Known): Part[] {
  const { s3, dataDir, clamdAddress, databaseUrl } = config;
  const listener = findListener(config);
  /** Examined by trying this machine. */
  const tried = (name: string, label: string, examine: (machines: Awaited<typeof machine>[]) => Outcome): Part => ({
    name,
    label,
    isWork: true,
    examine: async () => examine([await machine]),
  });
  /** Told by the database; unknown where it cannot be asked. */
  const stored = (name: string, label: string, examine: (db: Db) => Promise<Outcome>): Part => ({
    name,
    label,
    examine: () => (db ? examine(db) : unknown("The database was not asked.")),
  });
  return [
    { name: "versions", label: "Sheaf", isWork: true, examine: async () => judgeVersions(await readVersionsHere()) },
    { name: "port", label: "Port", examine: async () => judgePort(await listener, config.port) },
    { name: "database", label: "Database", examine: () => (db ? examineDatabase(db) : instead) },
    stored("key", "Key", (from) => examineKey(from, key)),
    stored("clock", "Clock", (from) => examineClock(async () => (await databaseNow(from)).getTime())),
    stored("workers", "Workers", async (from) => {
      const workers = await aliveWorkers(from);
      const shouldRun = databaseUrl !== undefined || (await listener) !== "none";
      if (workers.length > 0 || shouldRun) return examineWorkers(workers);
      return unknown("No worker runs, and neither does Sheaf.");
    }),
    tried("office", "LibreOffice", examineOffice),
    tried("fonts", "Fonts", examineFonts),
    tried("sandbox", "Sandbox", (machines) =>
      examineSandbox(machines, { wanted: config.sandbox, remedy: sandboxRemedy() }),
    ),
    tried("programs", "Programs", examinePrograms),
    { name: "disk", label: "Disk", examine: () => examineDisk(nearestFolder(dataDir)) },
    { name: "data-folder", label: "Data folder", examine: () => examineDataFolder(dataDir) },
    ...(s3
      ? [{ name: "files", label: "Files", examine: async () => examineBucket(await openStorage(config), s3.bucket) }]
      : []),
    { name: "mail", label: "Email", examine: () => mailHere(config, db, knowsMail) },
    { name: "address", label: "Address", examine: () => examineAddress(config) },
    stored("backup", "Backup", (from) =>
      examineBackup(from, { demo: config.demo, ownMeans: databaseUrl !== undefined }),
    ),
    ...scannerPart(clamdAddress),
  ];
}

async function mailHere(config: Config, db: Db | undefined, isKnown: boolean): Promise<Outcome> {
  if (!isKnown && config.mailTransport === "outbox" && !config.demo) {
    return unknown("How emails leave stands in the database, whose settings could not be read.");
  }
  return examineMail(config, () => openMail(config, db && openOutbox(db)));
}

function scannerPart(clamdAddress: string | undefined): Part[] {
  const scanner = openScanner({ clamdAddress });
  if (!scanner || !clamdAddress) return [];
  return [{ name: "scanner", label: "Virus scanner", examine: () => examineScanner(scanner, clamdAddress) }];
}
