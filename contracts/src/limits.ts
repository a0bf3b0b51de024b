/** Limits that the server enforces and texts state. 1 MB = 1,048,576 bytes. */
export const MB = 1_048_576;

export const uploadLimits = {
  filesPerJob: 25,
  /** Maximum size of one upload, enforced by the server. */
  totalBytes: 100 * MB,
  /** Maximum size of one upload from the web page. */
  webTotalBytes: 50 * MB,
  /** A cleaned file name, in UTF-8 bytes. */
  nameBytes: 200,
} as const;

/** Emails of one job that are sent without a user's confirmation, when some of its files were inside a container. */
export const unconfirmedEmails = 25;

/** Limits for the conversion of one file. */
export const conversionLimits = {
  /** 30 s + 1 s per MB, 120 s at most. */
  baseMs: 30_000,
  perMbMs: 1_000,
  maxMs: 120_000,
  memoryBytes: 1024 * MB,
  /** Memory of a second attempt for a file that reached the limit, made while nothing else is converted … */
  aloneMemoryBytes: 2048 * MB,
  /** … if the machine has this much free memory. */
  aloneFreeBytes: 3072 * MB,
  /** Idle sandboxed processes are kept for their practices while the machine has this much free memory. */
  idleFreeBytes: 2048 * MB,
  pages: 2_000,
  pixelsPerPicture: 300_000_000,
  archiveEntries: 2_000,
  unpackedBytes: 200 * MB,
  outputBytes: 512 * MB,
} as const;

/** Limits for containers. */
export const containerLimits = {
  /** Total of all containers of a job. */
  items: 500,
  unpackedBytes: 1024 * MB,
  /** Maximum ratio of the unpacked size to the container's own size … */
  ratio: 200,
  /** … once the unpacked size exceeds this. */
  freeBytes: 100 * MB,
  /** Nesting depth. */
  depth: 3,
  itemBytes: uploadLimits.totalBytes,
  /** Items are copied out of the sandbox in batches of this size. */
  batchBytes: 32 * MB,
  memoryBytes: 256 * MB,
} as const;

/** Pages of one PDF made from a job. */
export const outputPages = 5_000;

/** Limits for thumbnails, which are made after the PDF and may be missing. */
export const thumbnailLimits = {
  /** Number of pages, from the first page on. */
  pages: 50,
  pageMs: 2_000,
  memoryBytes: 512 * MB,
} as const;

/** Returns the time limit for converting one file, which grows with its size up to a maximum. */
export function conversionTimeMs(sizeBytes: number): number {
  const { baseMs, perMbMs, maxMs } = conversionLimits;
  return Math.min(maxMs, baseMs + Math.ceil(sizeBytes / MB) * perMbMs);
}

export const signInLimits = {
  windowMinutes: 15,
  /** Failed attempts per account and address; a known device and a signed-in session each have their own counter. */
  perAccountAndAddress: 5,
  perAddress: 30,
  /** After this number, each address gets one attempt at the account every `slowSeconds`. */
  perAccount: 50,
  slowSeconds: 60,
} as const;

/** Number of days for which a browser counts as known after a sign-in. */
export const knownDeviceDays = 90;

/** Lifetime of emailed links; a newer link ends it earlier. */
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
/** Time during which an email can be cancelled before it is sent. */
export const undoSeconds = { default: 20, min: 0, max: 120 } as const;

export const periodDays = 30;
/**
 * Time allowed for a bank transfer. The price of an upgrade falls every day, so a payer is charged the price of the day
 * on which they paid.
 */
export const transferDays = 14;
/** Share of the allowance from which the usage card shows Near Limit. */
export const nearLimit = 0.8;
/** Rows of one customer import. */
export const customersPerImport = 2_000;
/** Entries per page of each list. */
export const listPage = { jobs: 50, logEntries: 20, lastJobs: 250, practices: 50 } as const;
/** Maximum number of entries that can be selected for a bulk action. */
export const selectedItems = 100;
/** Entries in the dashboard's recent lists. */
export const recentItems = 3;
export const idempotencyHours = 24;

/**
 * A new event stream begins with the changes of this time before it opened, so that a page misses no change between
 * reading its data and opening the stream.
 */
export const recentEventsMs = 5_000;
