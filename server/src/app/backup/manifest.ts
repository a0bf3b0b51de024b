import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import { lastBeforeBaseline } from "../../platform/db/baseline.ts";
import { StartError } from "../../platform/process/start-error.ts";

/** `manifest.json` of a backup. It is written last, so a folder without it is not a complete backup. */
export const manifest = z.object({
  /** Format 1 is from before the baseline of the migrations. */
  format: z.literal(2),
  madeAt: z.iso.datetime(),
  /** Version of the tables. A backup can only be restored into the same version. */
  version: z.string(),
  tables: z.array(z.object({ name: z.string(), columns: z.array(z.string()), rows: z.int(), sha256: z.string() })),
  /** Null when the files are stored in S3. */
  files: z.object({ count: z.int(), bytes: z.int() }).nullable(),
  /**
   * "file": the backup contains it as secret.key. "environment": SHEAF_KEY was set, and must have the same value for
   * the restore.
   */
  key: z.enum(["file", "environment"]),
});
export type Manifest = z.infer<typeof manifest>;

export const manifestName = "manifest.json";
export const tableFile = (name: string) => join("tables", `${name}.copy.gz`);
export const keyName = "secret.key";
export const filesName = "files";

const beforeBaseline = z.object({ format: z.literal(1), madeAt: z.string() });

/** @throws StartError when the folder is not a backup, or was made before the baseline */
export async function readManifest(folder: string): Promise<Manifest> {
  const text = await readFile(join(folder, manifestName), "utf8").catch(() => {
    throw new StartError(
      `${folder} is not a backup, because it contains no ${manifestName}. Enter one of the dated folders.`,
    );
  });
  const content = JSON.parse(text);
  const parsed = manifest.safeParse(content);
  if (parsed.success) return parsed.data;
  const earlier = beforeBaseline.safeParse(content);
  if (earlier.success) {
    throw new StartError(
      `This backup of ${earlier.data.madeAt} was made by an earlier version of Sheaf. Restore it with version ${lastBeforeBaseline}, the last one that can read it.`,
    );
  }
  throw new StartError(`${join(folder, manifestName)} is damaged or was made by a newer version of Sheaf.`);
}
