import type { PageSearchResult } from "@sheaf/contracts/page-search.ts";
import type { PageReading } from "@sheaf/contracts/reading.ts";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { insertJob } from "../../../../testing/jobs/job-rows.ts";
import { type SignedIn, signIn, startTestServer, type TestServer } from "../../../../testing/server.ts";
import { jobFiles } from "../../jobs/table.ts";
import { storePages } from "./store-pages.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

/** A page on which the given words are printed one after the other. */
function aPage(text: string, page = 1): PageReading {
  const words = text.split(" ").map((word, index) => {
    const left = 50 + 40 * index;
    return { text: word, box: [left, 60, left + 35, 70] as const, confidence: 95, line: 0 };
  });
  const lines = [{ baseline: [50, 70, 500, 70] as const, size: 10 }];
  const rest = {
    source: "ocr" as const,
    language: "en",
    confidence: 95,
    readability: null,
    turn: 0 as const,
    facts: [],
  };
  return { page, width: 595, height: 842, lines, words, ...rest };
}

interface Given {
  texts: string[];
  fileName?: string;
  customerName?: string;
}

async function read(who: SignedIn, { texts, fileName = "scan.pdf", customerName = "Bright Bakery" }: Given) {
  const { db } = server.services;
  const { practiceId } = who;
  const jobId = await insertJob(server, who, { customerName, files: [{ name: fileName }] });
  const [file] = await db.select({ id: jobFiles.id }).from(jobFiles).where(eq(jobFiles.jobId, jobId));
  const ref = { practiceId, jobId, fileId: file?.id ?? "" };
  await db.transaction((tx) =>
    storePages(
      tx,
      ref,
      texts.map((text, index) => aPage(text, index + 1)),
    ),
  );
  return ref;
}

async function search(who: SignedIn, query: Record<string, string>): Promise<PageSearchResult> {
  return (await who.get(`/api/search/pages?${new URLSearchParams(query)}`)).json();
}

test("a page is found by a word on it, with the word marked in the snippet and on the page", async () => {
  const anna = await signIn(server);
  const { jobId, fileId } = await read(anna, { texts: ["Terms and conditions", "Invoice from Kestrel Plumbing"] });

  expect(await search(anna, { q: "kestrel" })).toMatchObject({
    hits: [
      {
        jobId,
        fileId,
        page: 2,
        fileName: "scan.pdf",
        customerName: "Bright Bakery",
        snippet: [
          { text: "Invoice from", isHit: false },
          { text: "Kestrel", isHit: true },
          { text: "Plumbing", isHit: false },
        ],
        boxes: [[130, 60, 165, 70]],
        width: 595,
        height: 842,
        picturePath: `/api/jobs/${jobId}/files/${fileId}/pages/2.webp`,
      },
    ],
    next: null,
    correction: null,
  });
});

test("pages of another practice are never found", async () => {
  const [anna, stranger] = [await signIn(server), await signIn(server)];
  await read(anna, { texts: ["Invoice from Kestrel"] });

  expect((await search(stranger, { q: "kestrel" })).hits).toEqual([]);
});
