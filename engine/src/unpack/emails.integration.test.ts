import { chmod, mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { buffer } from "node:stream/consumers";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { attached, type EmailPart, emailFile, emailWith } from "../../../fixtures/email-files.ts";
import { msgFile } from "../../../fixtures/msg-files.ts";
import { tnefFile } from "../../../fixtures/tnef-files.ts";
import { openEngine } from "../engine.ts";
import type { Engine } from "../engine-api.ts";
import { textOf } from "../testing/pdf-words.ts";

let home: string;
let engine: Engine;
let files = 0;

beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), "sheaf-emails-"));
  await chmod(home, 0o711); // so that root can give each sandboxed process a user of its own
  const options = { cacheDir: inject("engineCacheDir"), children: 1, ahead: false };
  engine = await openEngine({ ...options, scratchDir: join(home, "scratch") });
});
afterAll(async () => {
  await engine.close();
  await rm(home, { recursive: true, force: true });
});

/** Converts a file and all in it. Returns the words of each document, or the refusal, by path. */
async function results(name: string, bytes: Buffer, asDocument = false, path = name): Promise<Record<string, string>> {
  const input = { path: join(home, `input-${files++}`), name };
  await writeFile(input.path, bytes, { mode: 0o644 });
  const pages = join(home, "pages.pdf");
  const result = await engine.convertFile(input, pages, { practiceId: "anna", asDocument });
  if (result.outcome === "converted") return { [path]: await textOf(pages) };
  if (result.outcome !== "container") return { [path]: result.text };
  const folder = join(home, `items-${files}`);
  await mkdir(folder);
  const inside: Record<string, string> = {};
  const limits = { items: 500, bytes: 2 ** 30 };
  for await (const one of engine.unpack(input, folder, { practiceId: "anna", limits })) {
    const innerPath = `${path} › ${one.item.path}`;
    if (one.outcome !== "unpacked") inside[innerPath] = one.text;
    else {
      const content = await buffer(one.body);
      Object.assign(inside, await results(basename(one.item.path), content, one.item.isOwnContent, innerPath));
    }
  }
  return inside;
}

test("the text of an email, of one attached to it and their files become documents, each under its path", async () => {
  const inner = { subject: "Inner", body: "Inner words", attachments: [{ name: "b.txt", content: "Words of b" }] };
  const outer = {
    subject: "Outer",
    html: "<p>Outer <b>words</b></p><script>alert('never')</script>",
    attachments: [{ name: "Inner", message: inner }],
  };
  const email = emailWith(
    "Words of the email",
    attached("mail.msg", msgFile(outer)),
    attached(
      "winmail.dat",
      tnefFile({ attachments: [{ name: "c.txt", content: "Words of c" }] }),
      "application/ms-tnef",
    ),
    attached("smime.p7s", "signature"),
  );
  expect(await results("all.eml", email)).toEqual({
    "all.eml › Message.html": expect.stringMatching(/From Anna Baker.*Subject May.*Words of the email/s),
    "all.eml › mail.msg › Message.html": expect.stringMatching(/Subject Outer.*Outer words\s*$/s),
    "all.eml › mail.msg › Inner.msg › Message.html": expect.stringMatching(/Subject Inner.*Inner words/s),
    "all.eml › mail.msg › Inner.msg › b.txt": expect.stringContaining("Words of b"),
    "all.eml › c.txt": expect.stringContaining("Words of c"),
    "all.eml › smime.p7s": "smime.p7s is a digital signature, not a document.",
  });
});

test("hostile emails are refused in the sandbox, with a sentence that names the file", async () => {
  let nested: EmailPart = { content: "words" };
  for (let depth = 0; depth < 100; depth++) nested = { parts: [nested] };
  const many = emailFile({ parts: Array.from({ length: 10_000 }, () => ({ content: "words" })) });
  const contact = msgFile({ messageClass: "IPM.Contact", subject: "Anna" });
  const cut = msgFile({ subject: "May", body: "words ".repeat(2000) }).subarray(0, 6000);
  const text = async (name: string, bytes: Buffer) => (await results(name, bytes))[name];
  expect(await text("many.eml", many)).toBe(
    "many.eml contains more than 500 files. Unpack it and add the files inside.",
  );
  expect(await text("deep.eml", emailFile(nested))).toMatch(/^deep.eml nests parts more than 50 deep\. Ask for /);
  expect(await text("anna.msg", contact)).toBe("anna.msg is an Outlook contact. Export it as PDF and replace it.");
  const damaged = "is damaged and cannot be read. Ask for a new copy and replace it.";
  expect(await text("cut.msg", cut)).toBe(`cut.msg ${damaged}`);
  expect(await text("winmail.dat", tnefFile({ body: "words ".repeat(100) }).subarray(0, 100))).toBe(
    `winmail.dat ${damaged}`,
  );
  expect(await text("other.dat", Buffer.from([0, 1, 2, 3]))).toMatch(/^other\.dat is not an email of Outlook/);
});
