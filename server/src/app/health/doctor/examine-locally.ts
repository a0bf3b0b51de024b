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
import { examineKey } from "../examinations/key.ts";
import { examineMail } from "../examinations/mail.ts";
import { findListener, judgePort } from "../examinations/port.ts";
import { judgeVersions } from "../examinations/versions.ts";
import { examineWorkers } from "../examinations/workers.ts";
import { examineAll, type Part } from "../examine.ts";
import { type Outcome, unknown } from "../outcome.ts";
import { convertingParts, scannerPart } from "../parts.ts";
import { sandboxRemedy } from "../sandbox-remedy.ts";
import { secretsRemover } from "../secrets.ts";
import { connectForDoctor, type DoctorDatabase, keyIfAny, withStoredSettings } from "./database.ts";
import { examineMachine } from "./machine.ts";
import { nearestFolder } from "./nearest-folder.ts";
import { readInstalledVersions } from "./read-versions.ts";

/**
 * Time limit for the examination, without loading the code before. Making a sandbox and starting LibreOffice takes some
 * seconds on a busy machine.
 */
const totalMs = 8_500;

/**
 * Returns the configuration from the environment; for the data folder of a demonstration, the one that `start --demo`
 * uses.
 * @throws Error naming every invalid variable
 */
export function localConfiguration(env: NodeJS.ProcessEnv): Config {
  const config = readConfig(env);
  return holdsDemo(config.dataDir) ? readConfig({ ...env, SHEAF_DEMO: "1" }) : config;
}

/**
 * Examines the installation from this machine, whether it is running or not. Leaves no process running, and changes
 * nothing.
 */
export async function examineLocally(given: Config): Promise<Examination[]> {
  const log = pino({ level: "silent" });
  const begun = performance.now();
  // Started first, because it takes longest.
  const machine = examineMachine(given);
  machine.catch(() => {});
  const database = await connectForDoctor(given, log);
  try {
    const key = await keyIfAny(given);
    const live = await withStoredSettings(given, database.db, key);
    const config = live ?? given;
    const knowsMail = live !== undefined || database.isNew || given.given.MAIL_TRANSPORT !== undefined;
    const secrets = [...database.secrets, ...(key ? [key.toString("hex")] : [])];
    const parts = partsOf(config, database, { machine, key, knowsMail });
    return await examineAll(parts, {
      log,
      withoutSecrets: secretsRemover(config, secrets),
      withinMs: totalMs - (performance.now() - begun),
    });
  } finally {
    await database.close();
  }
}

interface Known {
  machine: ReturnType<typeof examineMachine>;
  key: Buffer | undefined;
  /** False when the mail settings may be in a database that could not be queried. */
  knowsMail: boolean;
}

function partsOf(config: Config, { db, instead }: DoctorDatabase, { machine, key, knowsMail }: Known): Part[] {
  const { s3, dataDir, clamdAddress, databaseUrl } = config;
  const listener = findListener(config);
  /** A part that is read from the database; unknown when it cannot be queried. */
  const stored = (name: string, label: string, examine: (db: Db) => Promise<Outcome>): Part => ({
    name,
    label,
    examine: () => (db ? examine(db) : unknown("The database was not checked.")),
  });
  return [
    {
      name: "versions",
      label: "Sheaf",
      isWork: true,
      examine: async () => judgeVersions(await readInstalledVersions()),
    },
    { name: "port", label: "Port", examine: async () => judgePort(await listener, config.port) },
    { name: "database", label: "Database", examine: () => (db ? examineDatabase(db) : instead) },
    stored("key", "Key", (from) => examineKey(from, key)),
    stored("clock", "Clock", (from) => examineClock(async () => (await databaseNow(from)).getTime())),
    stored("workers", "Workers", async (from) => {
      const workers = await aliveWorkers(from);
      const shouldRun = databaseUrl !== undefined || (await listener) !== "none";
      if (workers.length > 0 || shouldRun) return examineWorkers(workers);
      return unknown("No worker is running, because Sheaf is not running.");
    }),
    ...convertingParts({
      machines: machine.then((one) => [one]),
      isWork: true,
      wanted: config.sandbox,
      remedy: sandboxRemedy,
    }),
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
    ...scannerPart(openScanner(config), clamdAddress),
  ];
}

async function mailHere(config: Config, db: Db | undefined, isKnown: boolean): Promise<Outcome> {
  if (!isKnown && config.mailTransport === "outbox" && !config.demo) {
    return unknown("The mail settings are in the database, and could not be read.");
  }
  return examineMail(config, () => openMail(config, db && openOutbox(db)));
}
