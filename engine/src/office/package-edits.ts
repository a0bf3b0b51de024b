import type { Archive } from "../detect/archive.ts";
import { type PartContent, writeZip } from "../sheet/zip-writer.ts";
import { byteText } from "../xml/byte-text.ts";

/** Changes to the parts of a container before LibreOffice opens it. Texts have one character for each byte. */
export interface PackageEdits {
  /** @returns the current text of a part; empty when there is none */
  read(name: string): Promise<string>;
  write(name: string, text: string): void;
  replace(name: string, content: Buffer): void;
  add(name: string, content: Buffer): void;
  remove(name: string): void;
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
  const removed = new Set<string>();
  return {
    async read(name) {
      const known = texts.get(name);
      if (known !== undefined) return known;
      const part = await archive.read(name);
      const text = part ? byteText(part) : "";
      texts.set(name, text);
      return text;
    },
    write(name, text) {
      if (text !== texts.get(name)) changed.set(name, Buffer.from(text, "latin1"));
      texts.set(name, text);
    },
    replace: (name, content) => void changed.set(name, content),
    add: (name, content) => void added.set(name, content),
    remove: (name) => void removed.add(name),
    async save(outPath) {
      if (changed.size === 0 && removed.size === 0 && !archive.hasEndlessParts) return false;
      const kept = archive.names
        .filter((name) => !removed.has(name))
        .map((name): [string, PartContent] => [name, changed.get(name) ?? archive.pieces(name)]);
      await writeZip(outPath, [...kept, ...added]);
      return true;
    },
  };
}
