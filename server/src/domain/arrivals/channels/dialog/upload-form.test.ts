import { Readable } from "node:stream";
import type { Multipart } from "@fastify/multipart";
import { MB, uploadLimits } from "@sheaf/contracts/limits.ts";
import { noLimit } from "@sheaf/contracts/plan-facts.ts";
import { expect, test } from "vitest";
import { formHash, limitsOf, measure, parserLimits, type ReceivedForm, readForm } from "./upload-form.ts";

const growth = { maxFileBytes: 50 * MB, planName: "Growth Practice" };

/** A file part of the given size, generated while it is read. */
function file(filename: string, sizeBytes: number, fieldname = "files"): Multipart {
  const chunk = Buffer.alloc(MB, filename);
  const body = Readable.from(
    (function* () {
      for (let left = sizeBytes; left > 0; left -= MB) yield chunk.subarray(0, Math.min(left, MB));
    })(),
    { objectMode: false },
  );
  return { type: "file", fieldname, filename, file: body } as unknown as Multipart;
}

async function* parts(...all: Multipart[]): AsyncGenerator<Multipart> {
  yield* all;
}

test("[S5.7] an upload of exactly 100 MB is accepted; a larger one is refused while it streams, naming the file", async () => {
  const exact = parts(file("a.pdf", 50 * MB), file("b.pdf", 50 * MB));
  expect((await readForm(exact, growth, measure)).files).toHaveLength(2);

  let bytesTaken = 0;
  const counting: typeof measure = async (_id, body) => {
    for await (const chunk of body) bytesTaken += chunk.length;
    return { sizeBytes: 0, sha256: "" };
  };
  const over = parts(file("a.pdf", 50 * MB), file("b.pdf", 50 * MB), file("c.pdf", 30 * MB));
  await expect(readForm(over, growth, counting)).rejects.toMatchObject({
    code: "upload-too-large",
    message: "With “c.pdf” the files come to more than 100 MB, the limit for one upload. Send them in smaller parts.",
  });
  expect(bytesTaken, "the rest is not read").toBe(100 * MB);
});

test("a file of an unsupported type counts towards the limits too", async () => {
  const solo = { maxFileBytes: 10 * MB, planName: "Solo Practitioner" };
  await expect(readForm(parts(file("virus.exe", 11 * MB)), solo, measure)).rejects.toMatchObject({
    code: "file-too-large",
    message: "“virus.exe” is larger than 10 MB, the limit for one file on the Solo Practitioner plan.",
  });
});

test("a file in a field other than “files” is reported as an error", async () => {
  const form = await readForm(parts(file("a.pdf", 3, "attachment")), growth, measure);
  expect(form.files).toEqual([]);
  expect(form.wrong[0]?.message).toMatch(/“files”/);
});

test("formHash is equal for two uploads exactly when their fields, file names, file order and bytes are equal", async () => {
  const one = { id: "1", name: "a.pdf", sentName: "a.pdf", type: "pdf", sizeBytes: 1, sha256: "aa" } as const;
  const two = { ...one, id: "2", name: "b.pdf", sha256: "bb" };
  const form = (more: Partial<ReceivedForm>): ReceivedForm => ({
    fields: { b: "2", a: "1" },
    files: [one, two],
    wrong: [],
    ...more,
  });
  const hash = formHash(form({}));
  expect(formHash(form({ fields: { a: "1", b: "2" }, files: [{ ...one, id: "9" }, two] }))).toBe(hash);
  expect(formHash(form({ files: [two, one] }))).not.toBe(hash);
  expect(formHash(form({ fields: { a: "1" } }))).not.toBe(hash);
  expect(formHash(form({ files: [one, { ...two, sha256: "cc" }] }))).not.toBe(hash);
});

const small = { maxFileBytes: 3, planName: null };

/** A file part with these bytes. */
const bytesOf = (filename: string | undefined, text: string, fieldname = "files") =>
  ({ type: "file", fieldname, filename, file: Readable.from(text ? [Buffer.from(text)] : []) }) as unknown as Multipart;
const fieldOf = (fieldname: string, value: unknown, valueTruncated = false) =>
  ({ type: "field", fieldname, value, valueTruncated }) as unknown as Multipart;

test.each([
  [100, "Solo"],
  [null, null],
])("a plan with %s documents is named in limits as %s", (documents, planName) => {
  const documentsPerMonth = documents ?? noLimit;
  expect(limitsOf({ maxFileBytes: 7, documentsPerMonth, name: "Solo" } as never)).toEqual({
    maxFileBytes: 7,
    planName,
  });
});

test("the parser's limits are one above those that are told", () => {
  expect(parserLimits.limits).toEqual({
    files: uploadLimits.filesPerJob + 1,
    fileSize: uploadLimits.totalBytes + 1,
    fields: 20,
    fieldSize: 10_000,
    fieldNameSize: 100,
    headerPairs: 50,
    parts: 100,
  });
});

test("a file as large as the limit is received with its size and hash, a larger one is refused", async () => {
  const { files } = await readForm(parts(bytesOf("a.jpg", "abc")), small, measure);
  const sha256 = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";
  expect(files).toMatchObject([{ name: "a.jpg", sentName: "a.jpg", type: "jpg", sizeBytes: 3, sha256 }]);
  await expect(readForm(parts(bytesOf("a.jpg", "abcd")), small, measure)).rejects.toThrow(
    /^“a.jpg” is larger than [\d.e-]+ MB, the limit for one file\.$/,
  );
});

test("a container is no document, and only the limit for all files counts", async () => {
  const { files } = await readForm(parts(bytesOf("a.zip", "abcd")), small, measure);
  expect(files).toMatchObject([{ type: "zip", sizeBytes: 4 }]);
});

test("an upload has as many files as are allowed, and not one more", async () => {
  const many = (number: number) => parts(...Array.from({ length: number }, (_, index) => bytesOf(`${index}.jpg`, "a")));
  const { filesPerJob } = uploadLimits;
  expect((await readForm(many(filesPerJob), small, measure)).files).toHaveLength(filesPerJob);
  await expect(readForm(many(filesPerJob + 1), small, measure)).rejects.toMatchObject({
    code: "too-many-files",
    message: expect.stringContaining(`“${filesPerJob}.jpg” is one file too many`),
  });
});

test.each([
  [fieldOf("note", "x", true), "The field “note” is too long."],
  [fieldOf("note", "a\ufffd"), "The field “note” is not valid UTF-8."],
])("a wrong field is reported and left out: %#", async (part, message) => {
  const form = await readForm(parts(fieldOf("other", "y"), part), small, measure);
  expect(form.fields).toEqual({ other: "y" });
  expect(form.wrong.map((error) => error.message)).toEqual([message]);
});

test.each([
  [undefined, "", 0],
  ["", "", 0],
  [undefined, "a", 1],
  ["a.exe", "", 1],
])("a part named %s with the text “%s” is %s errors", async (name, text, errors) => {
  const form = await readForm(parts(bytesOf(name, text)), small, measure);
  expect(form.files).toEqual([]);
  expect(form.wrong).toHaveLength(errors);
});

test("a file without a name that exceeds a limit is called so", async () => {
  await expect(readForm(parts(bytesOf(undefined, "abcd")), small, measure)).rejects.toThrow(
    /^“A file without a name” is/,
  );
});

test("an error of the store is passed on, but never instead of a limit", async () => {
  const broken = () => Promise.reject(new Error("away"));
  await expect(readForm(parts(bytesOf("a.jpg", "abc")), small, broken)).rejects.toThrow("away");
  const wrapping = async (id: string, body: Readable) => {
    await measure(id, body).catch(() => {});
    throw new Error("wrapped");
  };
  await expect(readForm(parts(bytesOf("a.jpg", "abcd")), small, wrapping)).rejects.toThrow("is larger than");
});

test("every part and every chunk is told", async () => {
  let told = 0;
  await readForm(parts(fieldOf("a", "b"), bytesOf("a.jpg", "abc")), small, measure, () => {
    told += 1;
  });
  expect(told).toBe(3);
});
