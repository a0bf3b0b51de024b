import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { parseJson } from "../../../../platform/parse-json.ts";
import { type MailMessage, mailMessage } from "./message.ts";

/** What the service keeps, in its folder: each message as ID.json, and as it travels as ID.eml. */
export interface MailStore {
  /** Newest first. */
  all(): MailMessage[];
  find(id: string): MailMessage | undefined;
  /** Where the message lies as it travels; it may have gone. */
  contentPath(id: string): string;
  /** @param content the message as it travels; left out when it has not changed */
  keep(message: MailMessage, content?: Buffer): Promise<void>;
  /** Ends once everything is on disk. */
  close(): Promise<void>;
}

/** The oldest messages go when there are more, or larger ones. */
export interface StoreLimits {
  messages: number;
  bytes: number;
}
const usualLimits: StoreLimits = { messages: 300, bytes: 150 * 1_048_576 };

/** @param folder is made when it is not there, for this user alone */
export async function openMailStore(folder: string, limits = usualLimits): Promise<MailStore> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const messages = new Map<string, { message: MailMessage; bytes: number }>();
  for (const message of await readMessages(folder)) {
    const size = await stat(contentPath(message.id)).catch(() => undefined);
    messages.set(message.id, { message, bytes: size?.size ?? 0 });
  }
  /** One write after the other, so that an older state never replaces a newer one. */
  let writing: Promise<void> = Promise.resolve();

  function contentPath(id: string): string {
    return join(folder, `${id}.eml`);
  }

  async function write(message: MailMessage, content: Buffer | undefined): Promise<void> {
    if (content) await writeWhole(contentPath(message.id), content);
    if (messages.has(message.id)) await writeWhole(join(folder, `${message.id}.json`), JSON.stringify(message));
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

/** Oldest first. A file that another version wrote is passed over. */
async function readMessages(folder: string): Promise<MailMessage[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith(".json"));
  const texts = await Promise.all(names.map((name) => readFile(join(folder, name), "utf8")));
  const read = texts.flatMap((text) => {
    const parsed = mailMessage.safeParse(parseJson(text));
    return parsed.success ? parsed.data : [];
  });
  return read.sort((one, other) => one.at.localeCompare(other.at));
}

/** Never half there, even when the process ends meanwhile. */
async function writeWhole(path: string, content: string | Buffer): Promise<void> {
  await writeFile(`${path}.new`, content, { mode: 0o600 });
  await rename(`${path}.new`, path);
}
