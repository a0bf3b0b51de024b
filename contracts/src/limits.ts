/** Numbers that the server enforces and every text quotes. 1 MB = 1,048,576 bytes. */
export const MB = 1_048_576;

export const uploadLimits = {
  filesPerJob: 25,
  /** What the server takes in one upload. */
  totalBytes: 100 * MB,
  /** What the web page takes at a time. */
  webTotalBytes: 50 * MB,
  /** A cleaned file name, in UTF-8 bytes. */
  nameBytes: 200,
} as const;

/** Of one file while it is converted. */
export const conversionLimits = {
  /** 30 s + 1 s per MB, 120 s at most. */
  baseMs: 30_000,
  perMbMs: 1_000,
  maxMs: 120_000,
  memoryBytes: 1024 * MB,
  /** Of a file that met the limit before, in a second try while nothing else is converted … */
  aloneMemoryBytes: 2048 * MB,
  /** … where the machine has so much free. */
  aloneFreeBytes: 3072 * MB,
  pages: 2_000,
  pixelsPerPicture: 300_000_000,
  archiveEntries: 2_000,
  unpackedBytes: 200 * MB,
  outputBytes: 512 * MB,
} as const;

/** Of files that hold other files. */
export const containerLimits = {
  /** Of all containers of a job together. */
  items: 500,
  unpackedBytes: 1024 * MB,
  /** How many times a container's own size its items may come to … */
  ratio: 200,
  /** … once they come to more than this. */
  freeBytes: 100 * MB,
  /** Containers inside each other. */
  depth: 3,
  itemBytes: uploadLimits.totalBytes,
  /** Items are taken out of the sandbox together until they come to this. */
  batchBytes: 32 * MB,
  memoryBytes: 256 * MB,
} as const;

/** Pages of one PDF made from a job. */
export const outputPages = 5_000;

/** Of the small pictures of a PDF's pages, which are made afterwards and may be missing. */
export const thumbnailLimits = {
  /** From the first page on. */
  pages: 50,
  pageMs: 2_000,
  memoryBytes: 512 * MB,
} as const;

/** How long one file may take: longer when it is larger, up to a limit. */
export function conversionTimeMs(sizeBytes: number): number {
  const { baseMs, perMbMs, maxMs } = conversionLimits;
  return Math.min(maxMs, baseMs + Math.ceil(sizeBytes / MB) * perMbMs);
}

export const signInLimits = {
  windowMinutes: 15,
  /** Failed tries per account and address; a known device and a signed-in session have as many of their own. */
  perAccountAndAddress: 5,
  perAddress: 30,
  /** Beyond so many, each address gets one try at the account in `slowSeconds`. */
  perAccount: 50,
  slowSeconds: 60,
} as const;

/** How long a browser counts as one in which somebody has signed in before. */
export const knownDeviceDays = 90;

/** How long an emailed link works, unless a newer one replaces it. */
export const linkLife = { resetMinutes: 60, verifyDays: 7, invitationDays: 7 } as const;

export const passwordLength = { min: 10, max: 128 } as const;
export const usernameLength = { min: 3, max: 32 } as const;

export const retention = {
  documentDays: 90,
  transactionYears: 7,
  auditYears: 1,
  defaultDays: 30,
  minDays: 1,
  maxDays: 365,
} as const;
export const sessionMinutes = { default: 480, min: 30, max: 1440 } as const;
/** How long an email waits for Undo before it is handed over. */
export const undoSeconds = { default: 20, min: 0, max: 120 } as const;

export const periodDays = 30;
/**
 * How long a bank transfer may take: an upgrade costs less with every day, and its payer saw the price of the day on
 * which they paid.
 */
export const transferDays = 14;
/** Share of the allowance from which the usage card says Near Limit. */
export const nearLimit = 0.8;
/** Rows of one list of customers that is imported. */
export const customersPerImport = 2_000;
/** What a page of a list holds until more is asked for. */
export const listPage = { jobs: 50, logEntries: 20, lastJobs: 250, practices: 50 } as const;
/** Entries of a list that can be selected to act on all of them at once. */
export const selectedItems = 100;
/** Entries of the dashboard's recent lists. */
export const recentItems = 3;
export const idempotencyHours = 24;
