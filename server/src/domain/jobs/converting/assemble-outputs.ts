import { join } from "node:path";
import { isCounted } from "@sheaf/contracts/counted-files.ts";
import type { ArrangedPage } from "@sheaf/engine/engine-api.ts";
import { asc } from "drizzle-orm";
import { dayOf } from "../../../platform/calendar-day.ts";
import { equals } from "../../../platform/db/equals.ts";
import { splitName } from "../../../platform/http/file-name.ts";
import { newId } from "../../../platform/ids.ts";
import type { WorkerServices } from "../../../platform/services.ts";
import { BlobDamaged, BlobMissing } from "../../../platform/storage/blob-store.ts";
import { outputKey, searchableKey } from "../blob-keys.ts";
import type { Destinations, MadePdf, PdfLimit } from "../destinations.ts";
import { groupNeighbours } from "../group-neighbours.ts";
import type { Readings } from "../readings.ts";
import type { FileRow, JobRow } from "../status.ts";
import { subjectOf } from "../subject.ts";
import { jobFiles, outputs, type PageRun } from "../table.ts";
import { documentsOf, type JobDocument, type Run } from "./documents.ts";
import { nameByFacts } from "./fact-names.ts";
import { hasSeveralPdfs, outputNames } from "./output-names.ts";

export type AssemblyNeeds = Pick<WorkerServices, "config" | "db" | "engine" | "log" | "queue" | "storage"> & {
  destinations: Destinations;
  readings: Readings;
};
/** Returns the keys of everything that was stored for new PDFs. */
export const keysOf = (made: NewOutput[]): string[] =>
  made.flatMap(({ blobKey, searchableKey }) => (searchableKey ? [blobKey, searchableKey] : [blobKey]));

/** Returns a new PDF without its version with text. */
export function withoutTextOf(made: NewOutput): NewOutput {
  return { ...made, searchableKey: null, searchableBytes: null, searchableSha256: null };
}

export type NewOutput = typeof outputs.$inferInsert & MadePdf & { blobKey: string };

/** Thrown when the stored pages of these files are missing or are not what was written. */
export class PagesLost extends Error {
  readonly fileIds: string[];
  constructor(fileIds: string[]) {
    super("Stored pages are gone or damaged");
    this.fileIds = fileIds;
  }
}

interface Source {
  path: string;
  title: string;
  fileId: string;
  sizeBytes: number;
  pages: number;
  pagesSha256: string;
  /** The chosen pages, in order; all pages of the file when omitted. */
  chosen?: Run["chosen"];
}

interface Group {
  sources: Source[];
  name: string;
  position: number;
  /** Says what was changed for the email. */
  note?: string;
}

/**
 * Makes the PDFs that a job does not have yet from the A4 pages of its files, in the user's order: one PDF, one per
 * file, or one per document of its arrangement. For each PDF that is too large for an email it also makes PDFs that
 * fit: parts split between documents, and documents with smaller pictures.
 * @param made receives every output as soon as it is stored, so that the caller can delete it after an error
 * @throws PagesLost, ConvertError
 */
export async function makeOutputs(
  services: AssemblyNeeds,
  job: JobRow,
  { folder, signal, made }: { folder: string; signal: AbortSignal; made: NewOutput[] },
): Promise<void> {
  const { engine, storage, config } = services;
  const limit = services.destinations.largestPdf(job);
  const sendsText = await services.destinations.sendsText(services.db, job);
  const files = await filesOf(services, job);
  const title = titleOf(job, files, config.timeZone);

  async function make({ sources, name, position, note }: Group, purpose: NewOutput["purpose"]): Promise<PdfLimit> {
    const id = newId();
    const path = join(folder, `${id}.pdf`);
    const distinct = distinctFiles(sources);
    const options = { practiceId: job.practiceId, title, pages: chosenPages(sources, distinct), signal };
    const { pages } = await engine.assemble(distinct, path, options);
    const pageRuns = sources.map(({ fileId, pagesSha256, pages: count, chosen = null }) => ({
      fileId,
      pagesSha256,
      count,
      chosen,
    }));
    const textPath = sendsText ? await writeText(services, job, { path, pageRuns, folder, signal }) : null;
    const blobKey = outputKey(job.practiceId, job.id, id, job.assemblyAttempt);
    const stored = await storage.putFile(blobKey, path);
    const fileIds = distinct.map(({ fileId }) => fileId);
    const belongs = { practiceId: job.practiceId, jobId: job.id, sample: job.sample };
    const output: NewOutput = {
      ...belongs,
      id,
      position,
      name,
      pages,
      fileIds,
      purpose,
      note,
      pageRuns,
      blobKey,
      ...stored,
    };
    made.push(output);
    if (textPath !== null) Object.assign(output, await storeText(services, output, textPath));
    return { sizeBytes: Math.max(output.sizeBytes, output.searchableBytes ?? 0), pages };
  }

  async function makeAllOf(group: Group): Promise<void> {
    if (isWithin(await make(group, "result"), limit)) return;
    const limitOfPart = sendsText ? withoutRoomForText(limit, group) : limit;
    for (const part of partsOf(group, limitOfPart)) {
      const smaller = await withSmallerPictures(services, job, part, {
        limitBytes: limitOfPart.sizeBytes,
        folder,
        signal,
      });
      // A single document whose pictures were not reduced would only repeat the result.
      if (smaller || group.sources.length > 1) await make(smaller ?? part, "mail");
    }
  }

  // All are requested at once: a practice without a waiting request loses its turn at the engine, and would wait a
  // round
  // of other practices for each PDF.
  const ends = await Promise.allSettled((await groupsOf(services, job, files, folder)).map(makeAllOf));
  for (const end of ends) if (end.status === "rejected") throw end.reason;
  made.sort((one, other) => one.position - other.position);
}

/**
 * Writes the version of a PDF with text, for a recipient that gets it. Without it, the PDF itself is sent.
 * @returns its path; null without text
 */
async function writeText(
  services: AssemblyNeeds,
  { practiceId, id: jobId }: JobRow,
  pdf: { path: string; pageRuns: PageRun[]; folder: string; signal: AbortSignal },
): Promise<string | null> {
  const { path, pageRuns: runs, folder, signal } = pdf;
  try {
    const fetchPdf = async () => path;
    return await services.readings.writeText(services, { practiceId, jobId }, { runs, fetchPdf, folder, signal });
  } catch (error) {
    signal.throwIfAborted();
    services.log.warn({ jobId, err: error }, "The version of a PDF with text could not be made");
    return null;
  }
}

async function storeText({ storage }: AssemblyNeeds, { practiceId, jobId, id }: NewOutput, path: string) {
  const key = searchableKey(practiceId, jobId, id, newId());
  const { sizeBytes, sha256 } = await storage.putFile(key, path);
  return { searchableKey: key, searchableBytes: sizeBytes, searchableSha256: sha256 };
}

/** Returns each file once, in the order of their first pages. */
const distinctFiles = (sources: Source[]): Source[] => [
  ...new Map(sources.map((source) => [source.fileId, source])).values(),
];

/** Returns the pages that the engine takes from the files; undefined for all of them. */
function chosenPages(sources: Source[], files: Source[]): ArrangedPage[] | undefined {
  if (sources.every(({ chosen }) => chosen === undefined)) return undefined;
  const indexes = new Map(files.map(({ fileId }, index) => [fileId, index]));
  return sources.flatMap((source) =>
    (source.chosen ?? allPages(source)).map((page) => ({ ...page, source: indexes.get(source.fileId) ?? 0 })),
  );
}

/** Returns all pages of a file, as they are. */
const allPages = ({ pages }: Source): NonNullable<Run["chosen"]> =>
  Array.from({ length: pages }, (_, index) => ({ page: index + 1, turn: 0 }));

const isWithin = (pdf: PdfLimit, limit: PdfLimit) => pdf.sizeBytes <= limit.sizeBytes && pdf.pages <= limit.pages;

/** Allowance for the text of a page: its words take 8 kB at most, measured on dense pages. */
const textBytesPerPage = 8_192;

/** Returns what is left of a limit for parts of a document that get text. */
function withoutRoomForText(limit: PdfLimit, { sources }: Group): PdfLimit {
  const pages = sources.reduce((sum, source) => sum + source.pages, 0);
  return { ...limit, sizeBytes: Math.max(limit.sizeBytes / 2, limit.sizeBytes - pages * textBytesPerPage) };
}

/** Allowance for what a PDF contains besides its pages: more than was measured. */
const overheadBytes = 65_536;

/**
 * Groups neighbouring files for as long as they fit together. A file of which only some pages are used counts with its
 * full size.
 */
function partsOf({ sources, name, position }: Group, limit: PdfLimit): Group[] {
  const fits = (some: Source[]) => {
    const sizeBytes = distinctFiles(some).reduce((sum, file) => sum + file.sizeBytes, overheadBytes);
    const pages = some.reduce((sum, source) => sum + source.pages, 0);
    return isWithin({ sizeBytes, pages }, limit);
  };
  const { stem, extension } = splitName(name);
  return groupNeighbours(sources, fits).map((some, index, all) => ({
    sources: some,
    name: all.length === 1 ? name : `${stem} part ${index + 1} of ${all.length}${extension}`,
    position,
  }));
}

/**
 * Reduces the pictures of a single document that is too large for an email. Returns null when it does not fit even so.
 */
async function withSmallerPictures(
  { engine, log }: AssemblyNeeds,
  job: JobRow,
  part: Group,
  { limitBytes, folder, signal }: { limitBytes: number; folder: string; signal: AbortSignal },
): Promise<Group | null> {
  const [source, ...others] = part.sources;
  const targetBytes = limitBytes - overheadBytes;
  if (!source || others.length > 0 || source.sizeBytes <= targetBytes) return null;
  const path = join(folder, `${newId()}.pdf`);
  try {
    const { sizeBytes, reachedTarget } = await engine.shrink(source.path, path, {
      practiceId: job.practiceId,
      targetBytes,
      signal,
    });
    return reachedTarget ? { ...part, sources: [{ ...source, path, sizeBytes }], note: reducedNote } : null;
  } catch (error) {
    signal.throwIfAborted();
    // Not fatal: the PDF with full-size pictures exists.
    log.warn({ jobId: job.id, fileId: source.fileId, err: error }, "The pictures of a PDF could not be reduced");
    return null;
  }
}

const reducedNote = "Its pictures were reduced to 200 dpi so that it fits into an email.";

/** Returns the PDFs to make. Of separate PDFs, those whose files have been converted since the last assembly. */
async function groupsOf(services: AssemblyNeeds, job: JobRow, all: FileRow[], folder: string): Promise<Group[]> {
  const existing = await resultsOf(services, job);
  const done = new Set(existing.map(({ position }) => position));
  const documents = documentsOf(job, all).filter(({ position }) => !done.has(position));
  if (documents.length + done.size === 0) throw new Error("No page of the job is in a document");
  const files = [...new Set(documents.flatMap(({ runs }) => runs.map(({ file }) => file)))];
  const sources = await fetchPages(services, files, folder);
  const facts = await firstFactsOf(services, job, documents, folder);
  const named = documents.map(({ runs }, index) => ({
    files: [...new Set(runs.map(({ file }) => file))].map((file) => file.originalName),
    byFacts: nameByFacts(facts[index] ?? []),
  }));
  const taken = existing.map(({ name }) => name);
  const names = outputNames(job, named, services.config.timeZone, taken);
  return documents.map(({ position, runs }, index) => ({
    position,
    name: names[index] ?? "Documents.pdf",
    sources: runs.flatMap(({ file, chosen }) => {
      const source = sources.find(({ fileId }) => fileId === file.id);
      return source ? [{ ...source, ...(chosen && { chosen, pages: chosen.length }) }] : [];
    }),
  }));
}

/** Returns what was read on the first page of each document, where the practice has separate PDFs named by it. */
async function firstFactsOf({ readings }: AssemblyNeeds, job: JobRow, documents: JobDocument[], folder: string) {
  if (!hasSeveralPdfs(job)) return [];
  const pages = documents.map(({ runs: [first] }) => ({
    fileId: first?.file.id ?? "",
    page: first?.chosen?.[0]?.page ?? 1,
  }));
  return readings.factsOf(job, pages, folder);
}

async function filesOf({ db }: AssemblyNeeds, job: JobRow): Promise<FileRow[]> {
  return db
    .select()
    .from(jobFiles)
    .where(equals(jobFiles, { practiceId: job.practiceId, jobId: job.id }))
    .orderBy(asc(jobFiles.position));
}

/** Returns the PDFs that the job already has. */
async function resultsOf({ db }: AssemblyNeeds, job: JobRow): Promise<{ name: string; position: number }[]> {
  const results = equals(outputs, { practiceId: job.practiceId, jobId: job.id, purpose: "result" });
  return db.select({ name: outputs.name, position: outputs.position }).from(outputs).where(results);
}

async function fetchPages({ storage }: AssemblyNeeds, files: FileRow[], folder: string): Promise<Source[]> {
  const lost: string[] = [];
  const sources = await Promise.all(
    files.map(async ({ id, originalName, path: shownPath, pages, pagesKey, pagesBytes, pagesSha256 }, index) => {
      if (pagesKey === null || pagesBytes === null || pagesSha256 === null) {
        throw new Error("A converted file has no pages");
      }
      const path = join(folder, `${index}.pdf`);
      await storage.fetch(pagesKey, path, { sizeBytes: pagesBytes, sha256: pagesSha256 }).catch((error) => {
        if (!(error instanceof BlobMissing || error instanceof BlobDamaged)) throw error;
        lost.push(id);
      });
      const title = shownPath ?? originalName;
      return { path, title, fileId: id, sizeBytes: pagesBytes, pages: pages ?? 0, pagesSha256 };
    }),
  );
  if (lost.length > 0) throw new PagesLost(lost);
  return sources;
}

function titleOf(job: JobRow, files: FileRow[], timeZone: string): string {
  const fileCount = files.filter(isCounted).length;
  if (job.emailSubject) return subjectOf(job.emailSubject, job, fileCount, timeZone);
  return `${job.customerName} ${dayOf(job.createdAt, timeZone)}`;
}
