import type { Examination } from "@sheaf/contracts/admin/health.ts";
import { pino } from "pino";
import type { Config } from "../../config.ts";
import { databaseNow } from "../../db/clock.ts";
import type { Db } from "../../db/connect.ts";
import { openMail } from "../../mail/open-mail.ts";
import { aliveWorkers } from "../../queue/workers.ts";
import { openScanner } from "../../scan/clamd.ts";
import { openStorage } from "../../storage/open-storage.ts";
import { examineAddress } from "../examinations/address.ts";
import { examineBackup } from "../examinations/backup.ts";
import { examineClock } from "../examinations/clock.ts";
import { examineDataFolder } from "../examinations/data-folder.ts";
import { examineDatabase } from "../examinations/database.ts";
import { examineDisk } from "../examinations/disk.ts";
import { examineBucket } from "../examinations/files.ts";
import { examineFonts } from "../examinations/fonts.ts";
import { examineMail } from "../examinations/mail.ts";
import { examineOffice } from "../examinations/office.ts";
import { findListener, judgePort } from "../examinations/port.ts";
import { examinePrograms } from "../examinations/programs.ts";
import { examineSandbox } from "../examinations/sandbox.ts";
import { examineScanner } from "../examinations/scanner.ts";
import { judgeVersions } from "../examinations/versions.ts";
import { examineWorkers } from "../examinations/workers.ts";
import { examineAll, type Outcome, type Part } from "../examine.ts";
import { sandboxRemedy } from "../sandbox-remedy.ts";
import { secretsRemover } from "../secrets.ts";
import { type AskedDatabase, askDatabase, withStoredSettings } from "./database.ts";
import { readVersionsHere } from "./folder.ts";
import { tryMachine } from "./machine.ts";
import { nearestFolder } from "./nearest-folder.ts";

/** Making a sandbox and starting LibreOffice takes some seconds where the machine is busy. */
const tryingMs = 7_500;

/** Examines the installation from this machine, whether it runs or not. Starts nothing that stays, and changes nothing. */
export async function examineHere(given: Config): Promise<Examination[]> {
  const log = pino({ level: "silent" });
  // Begins first, because it takes longest.
  const machine = tryMachine(given);
  machine.catch(() => {});
  const asked = await askDatabase(given, log);
  try {
    const config = await withStoredSettings(given, asked.db);
    const parts = await partsOf(config, asked, machine);
    return await examineAll(parts, { log, withoutSecrets: secretsRemover(config, asked.secrets) });
  } finally {
    await asked.close();
  }
}

async function partsOf(
  config: Config,
  { db, instead }: AskedDatabase,
  machine: ReturnType<typeof tryMachine>,
): Promise<Part[]> {
  const { s3, dataDir, clamdAddress, databaseUrl } = config;
  const listener = findListener(config);
  /** Examined by trying this machine. */
  const tried = (name: string, label: string, examine: (machines: Awaited<typeof machine>[]) => Outcome): Part => ({
    name,
    label,
    withinMs: tryingMs,
    examine: async () => examine([await machine]),
  });
  /** Told by the database; unknown where it cannot be asked. */
  const stored = (name: string, label: string, examine: (db: Db) => Promise<Outcome>): Part => ({
    name,
    label,
    examine: () => (db ? examine(db) : { state: "unknown", words: "The database was not asked." }),
  });
  return [
    { name: "versions", label: "Sheaf", examine: async () => judgeVersions(await readVersionsHere()) },
    { name: "port", label: "Port", examine: async () => judgePort(await listener, config.port) },
    { name: "database", label: "Database", examine: () => (db ? examineDatabase(db) : instead) },
    stored("clock", "Clock", (from) => examineClock(async () => (await databaseNow(from)).getTime())),
    stored("workers", "Workers", async (from) => {
      const workers = await aliveWorkers(from);
      const shouldRun = databaseUrl !== undefined || (await listener) !== "none";
      if (workers.length > 0 || shouldRun) return examineWorkers(workers);
      return { state: "unknown", words: "No worker runs, and neither does Sheaf." };
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
    { name: "mail", label: "Email", examine: () => examineMail(config, () => openMail(config, db)) },
    { name: "address", label: "Address", examine: () => examineAddress(config) },
    stored("backup", "Backup", (from) => examineBackup(from, { ownMeans: databaseUrl !== undefined })),
    ...scannerPart(clamdAddress),
  ];
}

function scannerPart(clamdAddress: string | undefined): Part[] {
  const scanner = openScanner({ clamdAddress });
  if (!scanner || !clamdAddress) return [];
  return [{ name: "scanner", label: "Virus scanner", examine: () => examineScanner(scanner, clamdAddress) }];
}
