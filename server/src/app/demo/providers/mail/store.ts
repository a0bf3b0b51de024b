import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { parseJson } from "../../../../platform/parse-json.ts";
import { type MailMessage, mailMessage } from "./message.ts";

/** The stored messages. Each is two files in a folder: ID.json, and the raw message as ID.eml. */
export interface MailStore {
  /** Newest first. */
  all(): MailMessage[];
  find(id: string): MailMessage | undefined;
  /** Path of the raw message; the file may already have been removed. */
  contentPath(id: string): string;
  /** @param content the raw message; left out when it has not changed */
  keep(message: MailMessage, content?: Buffer): Promise<void>;
  /** Resolves when everything is on disk. */
  close(): Promise<void>;
}

/** When there are more or larger messages, the oldest are removed. */
export interface StoreLimits {
  messages: number;
  bytes: number;
}
const usualLimits: StoreLimits = { messages: 300, bytes: 150 * 1_048_576 };

/** Opens the store. @param folder created if it does not exist, readable only by this user */
export async function openMailStore(folder: string, limits = usualLimits): Promise<MailStore> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const messages = new Map<string, { message: MailMessage; bytes: number }>();
  for (const message of await readMessages(folder)) {
    const size = await stat(contentPath(message.id)).catch(() => undefined);
    messages.set(message.id, { message, bytes: size?.size ?? 0 });
  }
  /** Writes are sequential, so that an older state never replaces a newer one. */
  let writing: Promise<void> = Promise.resolve();

  function contentPath(id: string): string {
    return join(folder, `${id}.eml`);
  }

  async function write(message: MailMessage, content: Buffer | undefined): Promise<void> {
    if (content) await writeAtomically(contentPath(message.id), content);
    if (messages.has(message.id)) await writeAtomically(join(folder, `${message.id}.json`), JSON.stringify(message));
    await removeOldest();
  }

  async function removeOldest(): Promise<void> {
    let bytes = [...messages.values()].reduce((sum, one) => sum + one.bytes, 0);
    for (const [id, oldest] of messages) {
      if (messages.size <= limits.messages && bytes <= limits.bytes) return;
      messages.delete(id);
      bytes -= oldest.bytes;
      await Promise.all([".json", ".eml"].map((ending) => rm(join(folder, id + ending), { force: true })));
    }
  }

  return {
    all: () => [...messages.values()].map(({ message }) => message).reverse(),
    find: (id) => messages.get(id)?.message,
    contentPath,
    keep(message, content) {
      const known = messages.get(message.id);
      if (known) known.message = message;
      else messages.set(message.id, { message, bytes: content?.length ?? 0 });
      const written = writing.then(() => write(message, content));
      writing = written.catch(() => {});
      return written;
    },
    close: () => writing,
  };
}

/** Reads the messages, oldest first. Files in the format of another version are skipped. */
async function readMessages(folder: string): Promise<MailMessage[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith(".json"));
  const texts = await Promise.all(names.map((name) => readFile(join(folder, name), "utf8")));
  const read = texts.flatMap((text) => {
    const parsed = mailMessage.safeParse(parseJson(text));
    return parsed.success ? parsed.data : [];
  });
  return read.sort((one, other) => one.at.localeCompare(other.at));
}

/** Writes a file atomically: it is never incomplete, even if the process ends meanwhile. */
async function writeAtomically(path: string, content: string | Buffer): Promise<void> {
  await writeFile(`${path}.new`, content, { mode: 0o600 });
  await rename(`${path}.new`, path);
}
