import { readFileSync } from "node:fs";
import { extname } from "node:path";
import { uploadExtension } from "@sheaf/contracts/formats.ts";
import { readHostile } from "@sheaf/engine/testing/hostile-corpus.ts";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type FixtureName, fixturePath } from "../../../../../../fixtures/files.ts";
import { openPractice, type Practice } from "../../../../../testing/jobs/practice.ts";
import { startTestServer, type TestServer } from "../../../../../testing/server.ts";

const { names } = readHostile();
const good: Record<string, FixtureName> = { ".docx": "invoice.docx", ".xlsx": "ledger.xlsx", ".odt": "minutes.odt" };

let server: TestServer;
let anna: Practice;

/** File names that attack code which shows, stores, sends or forwards them. The content is that of a valid file. */
describe.skipIf(names.length === 0)("hostile names (skipped when ../shared/corpus-hostile is not there)", () => {
  beforeAll(async () => {
    server = await startTestServer({ worker: true });
    anna = await openPractice(server, "growth");
  });
  afterAll(() => server?.close());

  test.each(names.map((name) => [JSON.stringify(name.upload_name.slice(0, 60)), name] as const))(
    "%s",
    async (_shown, { upload_name, required }) => {
      const answer = await send(upload_name);
      const problem = /rejected: (\w+)/.exec(required)?.[1];

      if (answer.statusCode >= 400) {
        const code = { invalid_name: "bad-file-name", unsupported_type: "unsupported-file" }[problem ?? ""];
        expect(answer.json().code, required).toBe(code);
        return;
      }
      // Some kinds of file have been accepted since the list was written.
      const isAcceptedSince = problem === "unsupported_type" && uploadExtension(upload_name) !== undefined;
      expect(isAcceptedSince || /accepted/.test(required), required).toBe(true);
      expect(answer.statusCode).toBe(201);
      const job = await anna.ended(answer.json().id);
      expect(job).toMatchObject({ status: "completed", files: [{ state: "converted" }] });
      const shown = job.files[0]?.originalName ?? "";
      expect(shown).not.toMatch(/[\p{Cc}\u202a-\u202e\u2066-\u2069/\\]/u);
      expect(Buffer.byteLength(shown)).toBeLessThanOrEqual(255);
      expect(shown.isWellFormed()).toBe(true);
      if (/survive/.test(required)) expect(shown).toBe(upload_name.normalize("NFC"));

      const { headers } = await anna.get(job.pdfPath ?? "");
      expect(headers["content-disposition"]).toMatch(
        /^attachment; filename="[^"\r\n\\]*"; filename\*=UTF-8''[\w.~!&+$`^|#%-]*$/,
      );
      expect(Object.keys(headers)).not.toContain("bcc");
      const keys = await anna.blobs();
      expect(keys.filter((key) => !/^[\w./-]+$/.test(key) || key.includes(".."))).toEqual([]);
    },
  );
});

/** Builds the request by hand (RFC 5987) so that every character arrives: a browser would escape or drop some. */
async function send(name: string): Promise<Answer> {
  const content = readFileSync(fixturePath(good[extname(name.trim()).toLowerCase()] ?? "us-letter.pdf"));
  const part = (disposition: string, body: Buffer | string) =>
    Buffer.concat([
      Buffer.from(`--edge\r\nContent-Disposition: form-data; ${disposition}\r\n\r\n`),
      Buffer.from(body),
      Buffer.from("\r\n"),
    ]);
  const answer = await server.app.inject({
    method: "POST",
    url: "/api/jobs",
    headers: { cookie: anna.cookies(), "content-type": "multipart/form-data; boundary=edge" },
    payload: Buffer.concat([
      part(`name="files"; filename*=UTF-8''${encodeURIComponent(asBrowsersSend(name))}`, content),
      part('name="customerId"', anna.customerId),
      Buffer.from("--edge--\r\n"),
    ]),
  });
  return { statusCode: answer.statusCode, json: () => answer.json() };
}

/**
 * Escapes line breaks as browsers do (HTML, multipart/form-data encoding): the parser ignores a name that contains
 * them.
 */
const asBrowsersSend = (name: string) => name.replaceAll(/[\r\n]/g, encodeURIComponent);

interface Answer {
  statusCode: number;
  // biome-ignore lint/suspicious/noExplicitAny: tests read response bodies without types
  json(): any;
}
