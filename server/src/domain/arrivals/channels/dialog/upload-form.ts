import { createHash } from "node:crypto";
import { Readable } from "node:stream";
import type { Multipart, MultipartFile } from "@fastify/multipart";
import { type ContainerExtension, containers, type Extension, uploadExtension } from "@sheaf/contracts/formats.ts";
import { MB, uploadLimits } from "@sheaf/contracts/limits.ts";
import { isUnlimited } from "@sheaf/contracts/plan-facts.ts";
import type { Plan } from "@sheaf/contracts/plans.ts";
import { AppError } from "../../../../platform/errors.ts";
import { cleanFileName } from "../../../../platform/http/file-name.ts";
import { newId } from "../../../../platform/ids.ts";
import type { StoredBlob } from "../../../../platform/storage/blob-store.ts";

export interface ReceivedFile extends StoredBlob {
  id: string;
  /** Cleaned, as shown on screen. */
  name: string;
  /** As the browser sent it. */
  sentName: string;
  type: Extension | ContainerExtension;
}

export interface ReceivedForm {
  fields: Record<string, string>;
  /** In the order received. */
  files: ReceivedFile[];
  /** Errors of names and types. Reported after the whole form is read, because fields may follow the files. */
  wrong: AppError[];
}

/** Consumes the bytes of one file as they stream in. */
export type Sink = (fileId: string, body: Readable) => Promise<StoredBlob>;

export interface FormLimits {
  maxFileBytes: number;
  /** Stated in the error for a file that is too large; null for an own practice, which has no plan. */
  planName: string | null;
}

export const limitsOf = ({ maxFileBytes, documentsPerMonth, name }: Plan): FormLimits => ({
  maxFileBytes,
  planName: isUnlimited(documentsPerMonth) ? null : name,
});

/**
 * Options of `request.parts`. Its file limits are one above ours: `readForm` enforces ours, so that errors name the
 * file.
 */
export const parserLimits = {
  limits: {
    files: uploadLimits.filesPerJob + 1,
    fileSize: uploadLimits.totalBytes + 1,
    fields: 20,
    fieldSize: 10_000,
    fieldNameSize: 100,
    headerPairs: 50,
    parts: 100,
  },
} as const;

/**
 * Reads an upload while it streams in, with only one chunk of a file in memory. Enforces the limits while reading.
 * @param onBytes called for every chunk
 * @throws AppError too-many-files, file-too-large, upload-too-large, upload-interrupted; errors of `sink`
 */
export async function readForm(
  parts: AsyncIterable<Multipart>,
  limits: FormLimits,
  sink: Sink,
  onBytes: () => void = () => {},
): Promise<ReceivedForm> {
  const form: ReceivedForm = { fields: {}, files: [], wrong: [] };
  const total = { bytes: 0, files: 0 };
  for await (const part of parts) {
    onBytes();
    if (part.type === "field") {
      if (part.valueTruncated)
        form.wrong.push(new AppError("bad-request", `The field “${part.fieldname}” is too long.`));
      // The parser writes U+FFFD where bytes are not valid UTF-8.
      else if (String(part.value).includes("\ufffd"))
        form.wrong.push(new AppError("bad-request", `The field “${part.fieldname}” is not valid UTF-8.`));
      else form.fields[part.fieldname] = String(part.value);
      continue;
    }
    await receiveFile(part, form, total, limits, sink, onBytes);
  }
  return form;
}

async function receiveFile(
  part: MultipartFile,
  form: ReceivedForm,
  total: { bytes: number; files: number },
  limits: FormLimits,
  sink: Sink,
  onBytes: () => void,
): Promise<void> {
  const judged = judgeName(part);
  // A container is no document: only the files inside it have the plan's limit.
  const isContainer = !(judged instanceof AppError) && Object.hasOwn(containers, judged.type);
  const shown = judged instanceof AppError ? part.filename || "A file without a name" : judged.name;
  total.files++;
  if (total.files > uploadLimits.filesPerJob) {
    throw new AppError(
      "too-many-files",
      `“${shown}” is one file too many: an upload can have ${uploadLimits.filesPerJob} files. Send the rest in a second upload.`,
    );
  }
  let sizeBytes = 0;
  let refusal: AppError | undefined;
  async function* counted() {
    for await (const chunk of part.file as AsyncIterable<Buffer>) {
      onBytes();
      sizeBytes += chunk.length;
      total.bytes += chunk.length;
      refusal = overLimit(shown, isContainer ? 0 : sizeBytes, total.bytes, limits);
      if (refusal) throw refusal;
      yield chunk;
    }
  }
  const body = Readable.from(counted(), { objectMode: false });
  const id = newId();
  try {
    const stored = await (judged instanceof AppError ? measure(id, body) : sink(id, body));
    if (!(judged instanceof AppError)) form.files.push({ id, ...judged, sentName: part.filename ?? "", ...stored });
    // For an empty file field browsers send a part without name and bytes.
    else if (part.filename || stored.sizeBytes > 0) form.wrong.push(judged);
  } catch (error) {
    // The store may wrap the error that the stream threw.
    throw refusal ?? error;
  }
}

function judgeName(part: MultipartFile): Pick<ReceivedFile, "name" | "type"> | AppError {
  if (part.fieldname !== "files") return new AppError("bad-request", "Send every file in a field named “files”.");
  try {
    // The parser omits an empty file name, although its types declare a string.
    const name = cleanFileName(part.filename ?? "");
    const type = uploadExtension(name);
    if (type) return { name, type };
    return new AppError(
      "unsupported-file",
      `“${name}” is not a kind of file that can be converted. Remove it or save it as PDF.`,
    );
  } catch (error) {
    if (error instanceof AppError) return error;
    throw error;
  }
}

function overLimit(name: string, fileBytes: number, totalBytes: number, limits: FormLimits): AppError | undefined {
  if (fileBytes > limits.maxFileBytes) {
    const where = limits.planName === null ? "" : ` on the ${limits.planName} plan`;
    const limit = `${limits.maxFileBytes / MB} MB, the limit for one file${where}`;
    return new AppError("file-too-large", `“${name}” is larger than ${limit}.`);
  }
  if (totalBytes > uploadLimits.totalBytes) {
    const limit = `${uploadLimits.totalBytes / MB} MB, the limit for one upload`;
    return new AppError(
      "upload-too-large",
      `With “${name}” the files come to more than ${limit}. Send them in smaller parts.`,
    );
  }
  return undefined;
}

/** A sink that stores nothing and only computes size and hash. */
export const measure: Sink = async (_fileId, body) => {
  const hash = createHash("sha256");
  let sizeBytes = 0;
  for await (const chunk of body) {
    hash.update(chunk);
    sizeBytes += chunk.length;
  }
  return { sizeBytes, sha256: hash.digest("hex") };
};

/** Hashes the fields and each file's name and bytes, in order: equal hashes mean that the same upload was repeated. */
export function formHash(form: ReceivedForm): string {
  const fields = Object.entries(form.fields).sort(([a], [b]) => (a < b ? -1 : 1));
  const files = form.files.map((file) => [file.name, file.sha256]);
  return createHash("sha256").update(JSON.stringify({ fields, files })).digest("hex");
}
