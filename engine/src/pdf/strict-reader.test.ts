import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { deflateSync } from "node:zlib";
import { PDFRawStream } from "@cantoo/pdf-lib";
import { expect, test } from "vitest";
import { entry } from "./objects.ts";
import { createPackedWriter } from "./packed-writer.ts";
import { readStrictly } from "./strict-reader.ts";
import { addPage, aPdf, place, protectedBy, see, workFolder } from "./testing.ts";

/** The objects of a PDF with one page, by object number. */
const onePage: Record<number, string> = {
  1: "<< /Type /Catalog /Pages 2 0 R >>",
  2: "<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
  3: "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R /Resources << >> >>",
  4: "<< /Length 9 >>\nstream\n0 0 5 5 f\nendstream",
};

interface Written {
  text: string;
  offsets: Map<number, number>;
}

function append(before: string, objects: Record<number, string>): Written {
  const offsets = new Map<number, number>();
  let text = before;
  for (const [number, body] of Object.entries(objects)) {
    offsets.set(Number(number), text.length);
    text += `${number} 0 obj\n${body}\nendobj\n`;
  }
  return { text, offsets };
}

/** Appends a cross-reference table with a subsection for each object, and the end of the file. */
function finish({ text, offsets }: Written, trailer = "", free: number[] = []): string {
  const lines = [...offsets].map(([number, at]) => `${number} 1\n${String(at).padStart(10, "0")} 00000 n \n`);
  const gone = free.map((number) => `${number} 1\n0000000000 00001 f \n`);
  const dictionary = `<< /Size 99 /Root 1 0 R ${trailer} >>`;
  return `${text}xref\n${[...lines, ...gone].join("")}trailer\n${dictionary}\nstartxref\n${text.length}\n%%EOF\n`;
}

const aFile = (objects = onePage, trailer = "") => finish(append("%PDF-1.4\n", objects), trailer);
const read = (text: string) => readStrictly(Buffer.from(text, "latin1"));

function contentOf(text: string): string | undefined {
  const stream = entry(read(text)?.pages[0]?.node, "Contents");
  return stream instanceof PDFRawStream ? Buffer.from(stream.getContents()).toString("latin1") : undefined;
}

test("a valid file is read, even with bytes appended to it", () => {
  expect(contentOf(aFile())).toBe("0 0 5 5 f");
  expect(contentOf(`${aFile()}\0\0 what a mail program adds`)).toBe("0 0 5 5 f");
});

test("a stream's length may be an indirect object", () => {
  const content = "<< /Length 5 0 R >>\nstream\r\n0 0 endstream 5 f\r\nendstream";
  expect(contentOf(aFile({ ...onePage, 4: content, 5: "17" }))).toBe("0 0 endstream 5 f");
});

test("incremental updates are applied, and deleted objects are missing", () => {
  const first = aFile({ ...onePage, 5: "<< /Creator (somebody) >>" });
  const prev = `/Prev ${/startxref\n(\d+)/.exec(first)?.[1]}`;
  const changed = append(first, { 4: "<< /Length 9 >>\nstream\n0 0 7 7 f\nendstream" });
  expect(contentOf(finish(changed, prev))).toBe("0 0 7 7 f");
  expect(contentOf(finish(append(first, {}), prev, [4]))).toBeUndefined();
});

test("objects of a hybrid file that only its cross-reference stream lists are found", () => {
  const { 4: content = "", ...others } = onePage;
  const packed = deflateSync("5 0 << /Shown true >>");
  const pack = `<< /Type /ObjStm /N 1 /First 4 /Filter /FlateDecode /Length ${packed.length} >>\nstream\n${packed.toString("latin1")}\nendstream`;
  const written = append("%PDF-1.5\n", {
    ...others,
    3: `${others[3]?.slice(0, -3)} /Beside 5 0 R >>`,
    4: content,
    6: pack,
  });
  const at = written.text.length;
  const rows = Buffer.from([2, 6, 0]);
  const hybridStream = `<< /Type /XRef /Size 99 /W [1 1 1] /Index [5 1] /Length 3 >>\nstream\n${rows.toString("latin1")}\nendstream`;
  const { text } = append(written.text, { 7: hybridStream });
  const file = finish({ ...written, text }, `/XRefStm ${at}`, [5]);
  expect(String(entry(entry(read(file)?.pages[0]?.node, "Beside"), "Shown"))).toBe("true");
});

test.each(["--object-streams=generate", "--linearize", "--compress-streams=n"])("qpdf's %s is read", async (option) => {
  const folder = await workFolder();
  const [from, to] = [join(folder, "from.pdf"), join(folder, "to.pdf")];
  writeFileSync(from, await aPdf(async (document) => void (await addPage(document, [612, 792]))));
  execFileSync("qpdf", [option, from, to]);
  expect(readStrictly(readFileSync(to))?.pages).toHaveLength(1);
  expect((await see((await place(readFileSync(to))).path))[0]?.text).toContain("Invoice 42");
});

test("a file encrypted without a user password is not read", async () => {
  const locked = await protectedBy(await aPdf((document) => void document.addPage()), "", 256);
  expect(readStrictly(locked)).toBeUndefined();
});

const changed = (number: number, from: string, to: string) =>
  aFile({ ...onePage, [number]: (onePage[number] ?? "").replace(from, to) });
const changedText = (from: string | RegExp, to: string) => aFile().replace(from, to);
const deep = `${"[".repeat(1000)}${"]".repeat(1000)}`;

test.each<[string, string]>([
  ["an object is not at its offset", changedText("4 0 obj\n<<", "4 0 abj\n<<")],
  ["another object is at its offset", changedText("4 0 obj", "9 0 obj")],
  ["an object has no endobj", changedText("endstream\nendobj", "endstream\nendobi")],
  ["a stream is longer than stated", changed(4, "/Length 9", "/Length 8")],
  ["a stream is shorter than stated", changed(4, "/Length 9", "/Length 12")],
  ["a stream has no length", changed(4, "/Length 9", "")],
  ["a stream's length refers to the stream", changed(4, "/Length 9", "/Length 4 0 R")],
  ["a dictionary has a key twice", changed(3, "/Resources << >>", "/MediaBox [0 0 9 9]")],
  ["a number is malformed", changed(3, "612", "6-2")],
  ["a page is listed twice", aFile({ ...onePage, 2: "<< /Type /Pages /Kids [3 0 R 3 0 R] /Count 2 >>" })],
  ["the page tree contains a loop", changed(2, "[3 0 R]", "[3 0 R 2 0 R]")],
  ["a page is missing", changed(2, "[3 0 R]", "[3 0 R 8 0 R]")],
  ["there are fewer pages than stated", changed(2, "/Count 1", "/Count 2")],
  ["objects are nested a thousand levels deep", changed(3, "/Resources << >>", `/Deep ${deep}`)],
  ["a cross-reference entry is malformed", changedText("00000 n \n", "00000 n\n\n")],
  ["the cross-reference tables form a loop", aFile(onePage, `/Prev ${/startxref\n(\d+)/.exec(aFile())?.[1]}`)],
  ["startxref is missing", changedText(/startxref[\s\S]*/, "")],
  ["a byte precedes its header", `\n${aFile()}`],
  ["its version has no number", changedText("%PDF-1.4", "%PDF-1.x")],
  ["it is not a PDF", changedText("%PDF-1.4", "%PDX-1.4")],
  ["an object has another generation", changedText("4 0 obj", "4 1 obj")],
  ["a stream begins after a carriage return alone", changedText("stream\n0", "stream\r0")],
  ["a stream begins after a space", changedText("stream\n0", "stream 0")],
  ["a stream ends with the file", changed(4, "/Length 9", "/Length 9999")],
  ["a stream's length is missing", changed(4, "/Length 9", "/Length 77 0 R")],
  ["a stream's length is negative", changed(4, "/Length 9", "/Length -9")],
  ["a stream ends with another word", changedText("\nendstream", "\nendstreax")],
  ["its catalogue is missing", changedText("/Root 1 0 R", "/Root 9 0 R")],
  ["its catalogue is not an object of its own", changedText("/Root 1 0 R", "/Root <<>> ")],
  ["its catalogue is a stream", changedText("/Root 1 0 R", "/Root 4 0 R")],
])("a file is left to the repair tools when %s", (_, file) => expect(read(file)).toBeUndefined());

test("a stream may end after up to eleven bytes of white space", () => {
  const content = (spaces: number) => contentOf(changed(4, "f\nendstream", `f${" ".repeat(spaces)}endstream`));
  expect([0, 1, 11].map(content)).toEqual(Array(3).fill("0 0 5 5 f"));
  expect(content(12)).toBeUndefined();
});

test("the limit of pages is that of conversions, or a given one", () => {
  const twoPages = Buffer.from(
    aFile({
      ...onePage,
      2: "<< /Type /Pages /Kids [3 0 R 5 0 R] /Count 2 >>",
      5: "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 9 9] >>",
    }),
    "latin1",
  );
  expect(readStrictly(twoPages)?.pages).toHaveLength(2);
  expect(readStrictly(twoPages, 2)?.pages).toHaveLength(2);
  expect(() => readStrictly(twoPages, 1)).toThrow(expect.objectContaining({ reason: "too-large" }));
});

test("only what the catalogue can reach is read", () => {
  expect(contentOf(aFile({ ...onePage, 5: "damaged" }))).toBe("0 0 5 5 f");
  expect(
    contentOf(aFile({ ...onePage, 5: "damaged" }).replace("/Resources << >>", "/Resources 5 0 R")),
  ).toBeUndefined();
});

test("an object of another generation than the table's is missing", () => {
  expect(contentOf(changed(3, "/Contents 4 0 R", "/Contents 4 1 R"))).toBeUndefined();
  expect(read(changed(3, "/Contents 4 0 R", "/Contents 4 1 R"))?.pages).toHaveLength(1);
});

/** A file whose objects are in an object stream, changed without changing its length. */
async function packed(from = "", to = "") {
  const path = join(await workFolder(), "packed.pdf");
  const writer = createPackedWriter(path);
  for (const [number, body] of Object.entries(onePage)) if (number !== "4") writer.addObject(Number(number), body);
  writer.addStream(4, "<< /Length 9 >>", Buffer.from("0 0 5 5 f"));
  writer.finish(5, 1, 1);
  writer.close();
  const text = readFileSync(path, "latin1");
  expect(text).toContain(from);
  return contentOf(text.replace(from, to));
}

test("packed objects are read, each from its place in its stream", async () => {
  expect(await packed()).toBe("0 0 5 5 f");
});

test.each([
  ["is another stream", "/Type /ObjStm", "/Type /ObjStn"],
  ["has fewer objects", "/N 3", "/N 2"],
  ["does not state its objects", "/N 3", "/M 3"],
  ["does not state its first object", "/First", "/Firsx"],
  ["is not unpacked", "/Filter /FlateDecode", "/Filter /FlateDecodx"],
])("a file is left to the repair tools when an object stream %s", async (_what, from, to) => {
  expect(await packed(from, to)).toBeUndefined();
});

test("objects after those that an object stream has are not looked for", async () => {
  expect(await packed("/N 3", "/N 9")).toBeUndefined();
});
