import { PassThrough, Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { expect, test } from "vitest";
import { openZip } from "./zip.ts";

const mtime = new Date("2026-11-20T12:00:00Z");
const contentOf = (text: string) => async () => Readable.from([Buffer.from(text)]);

/** The compression method of each entry by its name, from the central directory: 0 stored, 8 deflated. */
function methods(zip: Buffer): Record<string, number> {
  const found: Record<string, number> = {};
  for (let at = zip.indexOf("PK\x01\x02"); at >= 0; at = zip.indexOf("PK\x01\x02", at + 4)) {
    found[zip.toString("utf8", at + 46, at + 46 + zip.readUInt16LE(at + 28))] = zip.readUInt16LE(at + 10);
  }
  return found;
}

test("files are stored in their order, and only those that are not packed already are compressed", async () => {
  const zip = openZip();
  zip.add("a.txt", { mtime }, contentOf("one".repeat(100)));
  zip.add("b.png", { mtime, size: 3 }, contentOf("two"));
  zip.add("notes", { mtime }, contentOf("three"));
  expect(methods(await buffer(zip.end()))).toEqual({ "a.txt": 8, "b.png": 0, notes: 8 });
});

test("a file is opened after the one before it has been read", async () => {
  const opened: string[] = [];
  const zip = openZip();
  for (const name of ["a.png", "b.png"]) {
    zip.add(name, { mtime }, async () => {
      opened.push(name);
      return Readable.from([name]);
    });
  }
  expect(opened).toEqual(["a.png"]);
  await buffer(zip.end());
  expect(opened).toEqual(["a.png", "b.png"]);
});

test.each([
  ["cannot be opened", () => Promise.reject(new Error("gone"))],
  [
    "cannot be read",
    async () =>
      new Readable({
        read() {
          this.destroy(new Error("gone"));
        },
      }),
  ],
  ["has another size than announced", contentOf("longer")],
])("a file that %s ends the ZIP with an error", async (_what, content) => {
  const zip = openZip();
  zip.add("a.png", { mtime, size: 3 }, content);
  await expect(buffer(zip.end())).rejects.toThrow();
});

test("when the client disconnects, the open file is closed and no other is opened", async () => {
  const file = new PassThrough();
  const opened = Promise.withResolvers<void>();
  const others: string[] = [];
  const zip = openZip();
  zip.add("a.png", { mtime }, async () => {
    opened.resolve();
    return file;
  });
  zip.add("b.png", { mtime }, async () => {
    others.push("b.png");
    return Readable.from([]);
  });
  const body = zip.end();
  body.resume();
  await opened.promise;
  file.write("some");
  await new Promise((resolve) => body.once("data", resolve));
  const closed = new Promise((resolve) => file.once("close", resolve));
  body.destroy();
  await closed;
  // The ZIP goes on to its next file when this one has ended.
  await new Promise((resolve) => setImmediate(resolve));
  expect(file.destroyed).toBe(true);
  expect(others).toEqual([]);
});

test("a file that was being opened when the client disconnected is closed", async () => {
  const file = new PassThrough();
  const asked = Promise.withResolvers<void>();
  const answer = Promise.withResolvers<Readable>();
  const zip = openZip();
  zip.add("a.png", { mtime }, () => {
    asked.resolve();
    return answer.promise;
  });
  const body = zip.end();
  body.resume();
  await asked.promise;
  body.destroy();
  const closed = new Promise((resolve) => file.once("close", resolve));
  answer.resolve(file);
  await closed;
  expect(file.destroyed).toBe(true);
});
