import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import iconv from "iconv-lite";
import { describe, expect, test } from "vitest";
import { workFolder } from "../pdf/testing.ts";
import { readPage } from "./read-page.ts";
import { readSavedPage } from "./saved-page.ts";

interface Piece {
  type: string;
  fields?: string[];
  body: string;
}

function saved(pieces: Piece[], { type = "multipart/related", head = [] as string[] } = {}): Buffer {
  const written = pieces.map(
    (one) => `--b\n${[`Content-Type: ${one.type}`, ...(one.fields ?? [])].join("\n")}\n\n${one.body}\n`,
  );
  const lines = ["From: <Saved by Test>", "MIME-Version: 1.0", ...head, `Content-Type: ${type}; boundary="b"`];
  return Buffer.from(`${lines.join("\n")}\n\n${written.join("")}--b--\n`);
}
const html: Piece = {
  type: "text/html; charset=utf-8",
  fields: ["Content-Location: https://x.test/a/page.html"],
  body: "<p>Page",
};
const style: Piece = { type: "text/css", fields: ["Content-ID: <css@x>", "Content-Location: main.css"], body: "p{}" };
const textOf = (bytes: Buffer | undefined) => bytes?.toString().trim();

describe("a page saved in one file", () => {
  test("is its first page, with its address and encoding", () => {
    const page = readSavedPage(saved([style, html, { ...html, body: "<p>Other" }]));
    expect(page).toMatchObject({ charset: "utf-8", isPlain: false, address: "https://x.test/a/page.html" });
    expect(textOf(page?.bytes)).toBe("<p>Page");
  });

  test("is the page that it names as its start", () => {
    const named = { ...html, type: "application/xhtml+xml", fields: ["Content-ID: <two@x>"], body: "<p>Two" };
    const bytes = (start: string) => saved([html, named], { type: `multipart/related; start="${start}"` });
    expect(textOf(readSavedPage(bytes("<two@x>"))?.bytes)).toBe("<p>Two");
    expect(textOf(readSavedPage(bytes("two@x"))?.bytes)).toBe("<p>Two");
    expect(textOf(readSavedPage(bytes("<three@x>"))?.bytes)).toBe("<p>Page");
    const other = saved([html, { ...named, type: "text/css" }], { type: 'multipart/related; start="<two@x>"' });
    expect(textOf(readSavedPage(other)?.bytes)).toBe("<p>Page");
  });

  test("may be a plain text, and is refused without one", () => {
    expect(readSavedPage(saved([style, { type: "text/plain", body: "Words" }]))).toMatchObject({
      isPlain: true,
      address: undefined,
    });
    expect(() => readSavedPage(saved([style]))).toThrow(expect.objectContaining({ reason: "unsupported" }));
    expect(() => readSavedPage(saved([]))).toThrow(expect.objectContaining({ reason: "unsupported" }));
  });

  test("has the address of the file when its part states none, unless that is no address", () => {
    const bare = { ...html, fields: [] };
    const addressOf = (location: string) =>
      readSavedPage(saved([bare], { head: [`Snapshot-Content-Location: ${location}`] }))?.address;
    expect(addressOf("https://x.test/b")).toBe("https://x.test/b");
    expect(addressOf("b")).toBeUndefined();
    expect(readSavedPage(saved([bare]))?.address).toBeUndefined();
  });

  test("holds its parts by their addresses as written, in full and by their names", () => {
    const page = readSavedPage(saved([html, style, { ...style, body: "later" }]));
    const partAt = (address: string, base?: string) => page?.partAt(address, base);
    for (const address of ["main.css", " main.css ", "cid:css@x", "https://x.test/a/main.css"])
      expect(textOf(partAt(address)?.bytes), address).toBe("p{}");
    expect(partAt("main.css")?.type).toBe("text/css");
    expect(textOf(partAt("./main.css", "https://x.test/a/")?.bytes)).toBe("p{}");
    expect(partAt("./main.css", "https://x.test/b/")).toBeUndefined();
    expect(partAt("./main.css")).toBeUndefined();
    expect(partAt("https://x.test/a/page.html")).toBeUndefined();
    expect(partAt("")).toBeUndefined();
    expect(partAt("cid:")).toBeUndefined();
  });

  test("is known by the fields at its start, and other files are not", () => {
    for (const start of ["MIME-Version: 1.0\nSubject: x\n", "\n Content-Type: text/html\n", "From: <Saved by Blink>\n"])
      expect(() => readSavedPage(Buffer.from(`${start}\n`)), start).not.toThrow(TypeError);
    for (const other of ["<p>Content-Type: text/html", "From: me", "MIME-Versions: 1", ""])
      expect(readSavedPage(Buffer.from(other)), other).toBeNull();
    const after = (spaces: number) => () => readSavedPage(Buffer.from(`${" ".repeat(spaces)}Content-Type: image/png`));
    expect(after(188)).toThrow(/holds no web page/);
    expect(after(189)()).toBeNull();
  });
});

describe("a page is read", () => {
  const read = async (bytes: Buffer | string) => {
    const path = join(await workFolder(), "page.html");
    await writeFile(path, bytes);
    return readPage(path);
  };

  test("from a file of its own, with a warning when its encoding is guessed", async () => {
    const page = await read("<p>Words");
    expect(page).toMatchObject({ html: "<p>Words", warnings: [], address: undefined });
    expect(page.partAt("a", undefined)).toBeUndefined();
    expect((await read(iconv.encode("<p>請求書發票總額日期", "big5"))).warnings).toMatchObject([
      { code: "encoding-guessed" },
    ]);
  });

  test("from a file with its parts", async () => {
    const page = await read(saved([html, style]));
    expect(page.html.trim()).toBe("<p>Page");
    expect(page.address).toBe("https://x.test/a/page.html");
    expect(textOf(page.partAt("main.css", undefined)?.bytes)).toBe("p{}");
  });

  test("as text when it is one, with its signs", async () => {
    const page = await read(saved([{ type: "text/plain", body: "a < b & c" }]));
    expect(page.html.trim()).toBe("<pre>a &lt; b &amp; c");
  });

  test("up to 40 MB", async () => {
    const large = Buffer.alloc(40 * 1024 * 1024 + 1, "a");
    await expect(read(large)).rejects.toMatchObject({
      reason: "too-large",
      detail: expect.stringMatching(/more than 40 MB/),
    });
    expect((await read(large.subarray(1))).html).toHaveLength(40 * 1024 * 1024);
  });
});
