import type { BlobStore } from "../../../../platform/storage/blob-store.ts";
import { originalKey } from "../../../jobs/index.ts";
import type { ArrivedFile } from "../../write.ts";
import { type FormLimits, type ReceivedForm, readForm } from "./upload-form.ts";
import type { Upload } from "./upload-request.ts";

export interface StoredForm extends ReceivedForm {
  files: ArrivedFile[];
}

/**
 * Reads an upload and streams its files into the job's folder of the blob store.
 * @param stored receives each file's key before its first byte is written, so that the caller can delete the files
 *   after an error
 * @param onBytes called for every chunk
 * @throws as `readForm`
 */
export async function storeForm(
  storage: BlobStore,
  { practiceId, jobId }: { practiceId: string; jobId: string },
  { upload, limits, stored, onBytes }: { upload: Upload; limits: FormLimits; stored: string[]; onBytes?: () => void },
): Promise<StoredForm> {
  const keyOf = (fileId: string) => originalKey(practiceId, jobId, fileId);
  const form = await readForm(
    upload.parts(),
    limits,
    (fileId, body) => {
      stored.push(keyOf(fileId));
      return storage.put(keyOf(fileId), body, { signal: upload.signal });
    },
    onBytes,
  );
  return { ...form, files: form.files.map((file) => ({ ...file, key: keyOf(file.id) })) };
}
