import type { Fact } from "@sheaf/contracts/reading.ts";
import type { Engine } from "@sheaf/engine/engine-api.ts";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { openPractice } from "../../../testing/jobs/practice.ts";
import { readingEngine } from "../../../testing/jobs/reading-engine.ts";
import { readingTests } from "../../../testing/jobs/reading-tests.ts";
import { startTestServer, type TestServer } from "../../../testing/server.ts";

let server: TestServer;
let anna: ReturnType<typeof readingTests>;

beforeAll(async () => {
  server = await startTestServer();
  anna = readingTests(server, await openPractice(server, "growth"));
});
afterAll(() => server.close());
beforeEach(async () => {
  await anna.choose({ readPages: true, waitForReading: true, namePdfsByFacts: true });
});

const box = [0, 0, 1, 1] as const;
const separate = { separatePdfs: "true" };

/** An engine whose files state their facts: "date=2026-10-14 supplier=Screwfix total=48.20". */
function factEngine(): Engine {
  const engine = readingEngine();
  return {
    ...engine,
    async *read(...given) {
      for await (const page of engine.read(...given))
        yield { ...page, facts: factsIn(page.words.map(({ text }) => text)) };
    },
  };
}

const factsIn = (words: string[]): Fact[] =>
  words.flatMap((word): Fact[] => {
    const [kind, value = ""] = word.split("=");
    if (kind === "total") return [{ kind, value, currency: "GBP", box }];
    return kind === "date" || kind === "supplier" ? [{ kind, value, box }] : [];
  });

async function namesOf(files: [string, string][], fields: Record<string, string> = separate): Promise<string[]> {
  const job = await anna.run(await anna.converted(files, fields), ["read", "assemble"], factEngine());
  expect(job.status).toBe("completed");
  return (await anna.outputRows(job)).map(({ name }) => name);
}

test("separate PDFs are named by the facts of their first page, the others after their files", async () => {
  const names = await namesOf([
    ["IMG_1.txt", "date=2026-10-14 supplier=Screwfix total=48.20|supplier=Other total=1.00"],
    ["IMG_2.txt", "date=2026-10-14 nothing else"],
    ["IMG_3.txt", "a cover|date=2026-10-14 supplier=Screwfix"],
    ["IMG_4.txt", "date=2026-10-14 supplier=Screwfix total=48.20"],
    ["IMG_5.txt", "unreadable"],
    ["IMG_6.txt", "supplier=A/B:C total=1048.20"],
  ]);
  expect(names).toEqual([
    "2026-10-14 Screwfix £48.20.pdf",
    "IMG_2.pdf",
    "IMG_3.pdf",
    "2026-10-14 Screwfix £48.20 (2).pdf",
    "IMG_5.pdf",
    "A-B-C £1,048.20.pdf",
  ]);
});

test("the names are those of downloads", async () => {
  const file: [string, string] = ["IMG_1.txt", "date=2026-10-14 supplier=Screwfix total=48.20"];
  const job = await anna.run(
    await anna.converted([file, ["b.txt", "b"]], separate),
    ["read", "assemble"],
    factEngine(),
  );
  const [output] = job.outputs;
  expect(output?.name).toBe("2026-10-14 Screwfix £48.20.pdf");
  const download = await anna.get(`/api/jobs/${job.id}/outputs/${output?.id}`);
  expect(download.headers["content-disposition"]).toContain(encodeURIComponent("2026-10-14 Screwfix £48.20.pdf"));
});

test.each([
  ["the practice does not want it", { namePdfsByFacts: false }],
  ["its PDFs do not wait for reading", { waitForReading: false }],
  ["its pages are not read", { readPages: false }],
])("separate PDFs keep the names of their files where %s", async (_, choices) => {
  await anna.choose(choices);
  expect(
    await namesOf([
      ["a.txt", "supplier=Screwfix"],
      ["b.txt", "total=1.00"],
    ]),
  ).toEqual(["a.pdf", "b.pdf"]);
});

test("a single PDF keeps the customer's name", async () => {
  const [name] = await namesOf([["a.txt", "supplier=Screwfix"]], {});
  expect(name).not.toContain("Screwfix");
});

test("a stored reading that is gone leaves the names of the files", async () => {
  const job = await anna.run(
    await anna.converted(
      [
        ["a.txt", "supplier=Screwfix"],
        ["b.txt", "b"],
      ],
      separate,
    ),
    ["read"],
    factEngine(),
  );
  await server.services.storage.delete(await anna.readingKeys());
  const made = await anna.run(job, ["assemble"]);
  expect(made.status).toBe("completed");
  expect((await anna.outputRows(made)).map(({ name }) => name)).toEqual(["a.pdf", "b.pdf"]);
});
