import type { Archive } from "../detect/archive.ts";
import { type PartContent, writeZip } from "../sheet/zip-writer.ts";

/** Changes to the parts of a container before LibreOffice opens it. Texts have one character for each byte. */
export interface PackageEdits {
  /** @returns the current text of a part; empty when there is none */
  read(name: string): Promise<string>;
  write(name: string, text: string): void;
  add(name: string, content: Buffer): void;
  /**
   * Writes the changed container.
   * @returns false, without writing, when nothing changed and LibreOffice can open the original
   */
  save(outPath: string): Promise<boolean>;
}

export function editPackage(archive: Archive): PackageEdits {
  const texts = new Map<string, string>();
  const changed = new Map<string, Buffer>();
  const added = new Map<string, PartContent>();
  return {
    async read(name) {
      const text = texts.get(name) ?? (await archive.read(name))?.toString("latin1") ?? "";
      texts.set(name, text);
      return text;
    },
    write(name, text) {
      if (text !== texts.get(name)) changed.set(name, Buffer.from(text, "latin1"));
      texts.set(name, text);
    },
    add: (name, content) => void added.set(name, content),
    async save(outPath) {
      if (changed.size === 0 && !archive.hasEndlessParts) return false;
      const kept = archive.names.map((name): [string, PartContent] => [
        name,
        changed.get(name) ?? archive.pieces(name),
      ]);
      await writeZip(outPath, [...kept, ...added]);
      return true;
    },
  };
}
