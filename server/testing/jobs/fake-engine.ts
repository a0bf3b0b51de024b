import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { Readable } from "node:stream";
import type { PageReading } from "@sheaf/contracts/reading.ts";
import { ConvertError } from "@sheaf/engine/converter.ts";
import type { Engine } from "@sheaf/engine/engine-api.ts";
import type { Item } from "@sheaf/engine/unpack/item.ts";

/**
 * A fake engine for tests of the code around it: a "PDF" is the name and text of each file. A file that begins with
 * "bad" is refused, one that begins with "crash" fails, and one that begins with "throw" makes the engine itself throw.
 * A run of "#" is a picture, which shrinking reduces to a single "#". Shrinking a PDF that contains "unshrinkable"
 * throws, and so do thumbnails and pages of one that contains "undrawable". Its words are read as one page; one that
 * contains "unreadable" is unread, and "unopenable" throws. A file that begins with "container" is a container
 * with an item for each further line, "name=content", in which "|" is a line break. An item is set aside when its name
 * begins with "aside-", a link when it begins with "link-", and refused when it begins with "unsafe-"; "Message.txt" is
 * the container's own text, set aside when it is "Regards". A file that begins with "locked" or
 * "container locked" needs the password "secret".
 */
export function fakeEngine(
  hooks: { converting?: (name: string) => Promise<void>; unpacking?: (path: string) => Promise<void> } = {},
): Engine {
  return {
    async convertFile({ path, name, password }, outPath, { signal, asDocument }) {
      const text = await readFile(path, "utf8");
      await hooks.converting?.(name);
      signal?.throwIfAborted();
      if (/^(container )?locked/.test(text) && password !== "secret") {
        return { outcome: "rejected", reason: "password", text: `${name} is password-protected.`, ms: 1 };
      }
      if (text.startsWith("container") && !asDocument) {
        return { outcome: "container", items: itemsIn(text), ms: 1 };
      }
      if (text.startsWith("bad")) {
        return { outcome: "rejected", reason: "damaged", text: `${name} is damaged and cannot be read.`, ms: 1 };
      }
      if (text.startsWith("crash")) return { outcome: "failed", text: "the child died twice", ms: 1 };
      if (text.startsWith("throw")) throw new Error("no child could be started");
      await writeFile(outPath, `[${text}]`);
      return { outcome: "converted", pages: 1, warnings: [], ms: 1.6 };
    },
    async *unpack({ path, password }, _folder, { only }) {
      const text = await readFile(path, "utf8");
      if (text.startsWith("container locked") && password !== "secret") throw new ConvertError("password");
      for (const [index, { content, ...item }] of itemsIn(text).entries()) {
        if (only !== undefined && index !== only) continue;
        await hooks.unpacking?.(item.path);
        const body = Readable.from([Buffer.from(content)]);
        const sentence = `${item.path} ${item.setAside}`;
        if (item.kind === "link") yield { item, outcome: "set-aside", text: `${item.path} is a link.`, body: null };
        else if (item.isUnsafe) {
          yield { item, outcome: "rejected", reason: "damaged", text: `${item.path} has an unsafe name.` };
        } else if (item.setAside) yield { item, outcome: "set-aside", text: sentence, body };
        else yield { item, outcome: "unpacked", body };
      }
    },
    async assemble(sources, outPath, { title, pages }) {
      const texts = await Promise.all(
        sources.map(async ({ path, title }) => `${title}${await readFile(path, "utf8")}`),
      );
      const shown = pages?.map(({ source, page, turn }) => `${texts[source]} page ${page} turned ${turn}`) ?? texts;
      await writeFile(outPath, `${title}: ${shown.join(" ")}`);
      return { pages: shown.length, ms: 1 };
    },
    async shrink(path, outPath, { targetBytes }) {
      const text = await readFile(path, "utf8");
      if (text.includes("unshrinkable")) throw new Error("the child died twice");
      const smaller = text.replaceAll(/#+/g, "#");
      await writeFile(outPath, smaller);
      return { sizeBytes: smaller.length, pages: 1, reachedTarget: smaller.length <= targetBytes };
    },
    async addText(path, outPath, readings) {
      const words = readings.filter(({ source }) => source === "ocr").flatMap((reading) => reading.words);
      const searchable = `${await readFile(path, "utf8")} with text ${words.map(({ text }) => text).join(" ")}`;
      await writeFile(outPath, searchable);
      return { pages: readings.length, words: words.length, sizeBytes: Buffer.byteLength(searchable) };
    },
    async thumbnails(path, outDir) {
      const text = await readFile(path, "utf8");
      if (text.includes("undrawable")) throw new Error("no page could be drawn");
      await writeFile(join(outDir, "1.webp"), `picture of ${text}`);
      return 1;
    },
    async *read(path, { first = 1 }) {
      const text = await readFile(path, "utf8");
      if (text.includes("unopenable")) throw new Error("the PDF could not be opened");
      if (first === 1) yield readingOf(text);
    },
    async drawPage(path, page, outPath) {
      const text = await readFile(path, "utf8");
      if (text.includes("undrawable")) throw new Error("the page could not be drawn");
      await writeFile(outPath, `picture of page ${page} of ${text}`);
    },
    health: () => ({
      sandbox: "off",
      office: "none",
      officeVersion: null,
      readingLanguages: [],
      hasSecondReader: false,
      notes: [],
    }),
    async close() {},
  };
}

function itemsIn(text: string): (Item & { content: string })[] {
  return text
    .split("\n")
    .slice(1)
    .map((line) => {
      const [path = "", ...rest] = line.split("=");
      const packed = rest.join("=");
      const content = packed.replaceAll("|", "\n");
      const isOwnContent = path === "Message.txt";
      const isAside = path.startsWith("aside-") || (isOwnContent && content === "Regards");
      return {
        path,
        content,
        sizeBytes: content.length,
        packedBytes: content.length,
        isEncrypted: text.startsWith("container locked"),
        kind: path.startsWith("link-") ? "link" : "file",
        isUnsafe: path.startsWith("unsafe-"),
        setAside: isAside ? "is a picture of a signature." : null,
        isOwnContent,
      };
    });
}

/** The words of a text, one below the other. */
function readingOf(text: string): PageReading {
  const isUnread = text.includes("unreadable");
  const words = isUnread ? [] : (text.match(/[^\s[\]]+/g) ?? []);
  return {
    page: 1,
    width: 595.276,
    height: 841.89,
    source: isUnread ? "unread" : "text",
    language: null,
    confidence: words.length === 0 ? null : 100,
    lines: words.map((word, index) => ({
      baseline: [50, 60 + 14 * index, 50 + 6 * word.length, 60 + 14 * index],
      size: 11,
    })),
    words: words.map((word, index) => ({
      text: word,
      box: [50, 50 + 14 * index, 50 + 6 * word.length, 61 + 14 * index],
      confidence: 100,
      line: index,
    })),
    readability: null,
    turn: 0,
    facts: [],
  };
}
