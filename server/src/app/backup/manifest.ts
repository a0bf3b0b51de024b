import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import { lastBeforeBaseline } from "../../platform/db/baseline.ts";
import { StartError } from "../../platform/process/start-error.ts";

/** `manifest.json` of a backup; written last, so that a folder without one is no backup. */
export const manifest = z.object({
  /** 1 was of before the baseline of the tables. */
  format: z.literal(2),
  madeAt: z.iso.datetime(),
  /** Of the tables: a backup goes back into the version that it came from. */
  version: z.string(),
  tables: z.array(z.object({ name: z.string(), columns: z.array(z.string()), rows: z.int(), sha256: z.string() })),
  /** Null where they lie in S3. */
  files: z.object({ count: z.int(), bytes: z.int() }).nullable(),
  /** "file": beside it, as secret.key. "environment": SHEAF_KEY was set, and has to be the same again. */
  key: z.enum(["file", "environment"]),
});
export type Manifest = z.infer<typeof manifest>;

export const manifestName = "manifest.json";
export const tableFile = (name: string) => join("tables", `${name}.copy.gz`);
export const keyName = "secret.key";
export const filesName = "files";

const beforeBaseline = z.object({ format: z.literal(1), madeAt: z.string() });

/** @throws StartError when the folder is no backup, or one of before the baseline */
export async function readManifest(folder: string): Promise<Manifest> {
  const text = await readFile(join(folder, manifestName), "utf8").catch(() => {
    throw new StartError(`${folder} is no backup: it has no ${manifestName}. Name one of the dated folders.`);
  });
  const content = JSON.parse(text);
  const parsed = manifest.safeParse(content);
  if (parsed.success) return parsed.data;
  const earlier = beforeBaseline.safeParse(content);
  if (earlier.success) {
    throw new StartError(
      `This backup of ${earlier.data.madeAt} was made by an earlier Sheaf, and ${lastBeforeBaseline} is the last version that reads it: restore it with that version.`,
    );
  }
  throw new StartError(`${join(folder, manifestName)} is damaged or was made by a newer Sheaf.`);
}
