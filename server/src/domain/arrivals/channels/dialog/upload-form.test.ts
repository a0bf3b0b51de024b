import { Readable } from "node:stream";
import type { Multipart } from "@fastify/multipart";
import { MB } from "@sheaf/contracts/limits.ts";
import { expect, test } from "vitest";
import { formHash, measure, type ReceivedForm, readForm } from "./upload-form.ts";

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
