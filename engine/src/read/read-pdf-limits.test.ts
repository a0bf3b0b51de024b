import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { workFolder } from "../pdf/testing.ts";
import type { WorkLimits } from "../sandbox/watchdog.ts";
import { type ReadPdfOptions, type ReadRequest, readPdf } from "./read-pdf.ts";
import { unreadPage } from "./unread-page.ts";
import { WorkClock } from "./work-clock.ts";

const MB = 1024 * 1024;

/** A clock that shows a time. */
function clockAt(ms: number): WorkClock {
  const clock = new WorkClock();
  clock.ms = () => ms;
  return clock;
}

interface Asked {
  pages: string;
  limits: WorkLimits;
  secondMs: number;
}

/**
 * Reads a file of pages without text.
 * @param answerOf what is written for pages; null when their reader fails
 */
async function asked(
  pages: number,
  options: Partial<ReadPdfOptions> = {},
  answerOf: (request: ReadRequest) => string | null = linesFor,
) {
  const dir = await workFolder();
  const requests: Asked[] = [];
  const ask = async (request: ReadRequest, limits: WorkLimits, outPath: string) => {
    const { first, end, secondMs } = request;
    requests.push({ pages: `${first}-${end}`, limits, secondMs });
    const answer = answerOf(request);
    if (answer === null) return null;
    writeFileSync(outPath, answer);
    return { pages };
  };
  const usual = { ask, clock: clockAt(0), newPath: () => join(dir, "result"), file: "pages.pdf", languages: ["eng"] };
  const rest = { first: 1, width: 1, deadlineMs: undefined, hasSecondReader: false, signal: undefined };
  const sources: string[] = [];
  for await (const { page, source } of readPdf({ ...usual, ...rest, ...options })) sources.push(`${page} ${source}`);
  return { requests, sources };
}

/** Pages that are unread, or blank once their pictures were looked at. */
function linesFor({ first, end, languages }: ReadRequest): string {
  const isPicture = languages.length > 0;
  const lines = Array.from({ length: end - first }, (_, at) => {
    const reading = { ...unreadPage(first + at + 1), ...(isPicture ? { source: "blank" } : {}) };
    return JSON.stringify({ reading, isFinal: isPicture });
  });
  return `${lines.join("\n")}\n`;
}
const timesOf = ({ requests }: { requests: Asked[] }) =>
  requests.map(({ pages, limits }) => `${pages} ${limits.timeMs}`);

test("a request has time and room for its pages", async () => {
  const { requests, sources } = await asked(3);
  // A file of three pages may take 15 + 3 × 3 seconds.
  expect(timesOf({ requests })).toEqual(["0-0 20000", "0-3 21500", "0-1 24000", "1-2 24000", "2-3 24000"]);
  expect(requests[0]?.limits).toMatchObject({ memoryBytes: 700 * MB, patientMs: 300_000, scratchBytes: 16 * MB });
  expect(requests[1]?.limits.scratchBytes).toBe(28 * MB);
  expect(sources).toEqual(["1 blank", "2 blank", "3 blank"]);
});

test.each([
  [1, 18_000],
  [34, 80_000],
  [35, 80_000],
])("a picture of a file of %i pages has the time of the file, 80 seconds at most", async (pages, timeMs) => {
  const { requests } = await asked(pages);
  expect(requests.at(-1)?.limits.timeMs).toBe(timeMs);
});

test("what is left of the time limits a request, and a file has two minutes at most", async () => {
  expect(timesOf(await asked(1, { clock: clockAt(17_000) }))).toEqual(["0-0 20000", "0-1 1000", "0-1 1000"]);
  expect(timesOf(await asked(1, { clock: clockAt(18_000) }))).toEqual(["0-0 20000"]);
  expect(timesOf(await asked(1, { clock: clockAt(17_999) }))).toHaveLength(3);
  expect(timesOf(await asked(1, { deadlineMs: 5_000 }))).toEqual(["0-0 20000", "0-1 5000", "0-1 5000"]);
  expect(timesOf(await asked(100, { clock: clockAt(119_000), first: 100 }))).toEqual([
    "0-0 20000",
    "99-100 1000",
    "99-100 1000",
  ]);
  expect((await asked(100, { clock: clockAt(120_000), first: 100 })).requests).toHaveLength(1);
});

test.each([
  [50, ["0-0", "0-50"]],
  [51, ["0-0", "0-50", "50-51"]],
  [101, ["0-0", "0-50", "50-100", "100-101"]],
])("the text layers of %i pages are read fifty at a time", async (pages, batches) => {
  const { requests, sources } = await asked(pages, { languages: [] });
  expect(requests.map((one) => one.pages)).toEqual(batches);
  expect(sources).toHaveLength(pages);
});

test("a batch that fails is read page by page, each with the time of one", async () => {
  const once = (request: ReadRequest) => (request.end - request.first > 1 ? null : linesFor(request));
  const found = await asked(2, { languages: [] }, once);
  expect(timesOf(found)).toEqual(["0-0 20000", "0-2 21000", "0-1 20000", "1-2 20000"]);
  expect(found.sources).toEqual(["1 unread", "2 unread"]);
});

test("a picture that cannot be read leaves what its text layer told", async () => {
  const layersOnly = (request: ReadRequest) => (request.languages.length > 0 ? null : linesFor(request));
  expect((await asked(2, {}, layersOnly)).sources).toEqual(["1 unread", "2 unread"]);
});

test("results larger than their pages may be are not read", async () => {
  const padded = (bytes: number) => (request: ReadRequest) => {
    const text = linesFor({ ...request, languages: ["eng"] });
    return request.end === 0 ? "\n" : text + " ".repeat(bytes - text.length);
  };
  expect((await asked(1, { languages: [] }, padded(4 * MB))).sources).toEqual(["1 blank"]);
  expect((await asked(1, { languages: [] }, padded(4 * MB + 1))).sources).toEqual(["1 unread"]);
});

test.each<[string, number, Partial<ReadPdfOptions>, number[]]>([
  ["without a second reader", 1, { deadlineMs: 60_000 }, [0]],
  ["of a single page", 1, { deadlineMs: 60_000, hasSecondReader: true }, [56_000]],
  ["of a page with much time", 1, { deadlineMs: 500_000, hasSecondReader: true }, [76_000]],
  ["of pages before others", 3, { deadlineMs: 60_000, hasSecondReader: true }, [52_000, 54_000, 56_000]],
  [
    "of pages two of which are read at once",
    4,
    { deadlineMs: 60_000, hasSecondReader: true, width: 2 },
    [52_000, 54_000, 54_000, 56_000],
  ],
  ["of a page with little time", 1, { deadlineMs: 4_000, hasSecondReader: true }, [0]],
  ["of a page with a little more", 1, { deadlineMs: 4_001, hasSecondReader: true }, [1]],
  ["of a page after some work", 1, { deadlineMs: 60_000, hasSecondReader: true, clock: clockAt(10_000) }, [46_000]],
])("the second reading %s may take this long", async (_, pages, options, times) => {
  const { requests } = await asked(pages, options);
  const pictures = requests.slice(2);
  expect(pictures.map(({ secondMs }) => secondMs)).toEqual(times);
});

test("a second reading may overrun its time by five seconds", async () => {
  const picture = async (options: Partial<ReadPdfOptions>) => (await asked(1, options)).requests.at(-1)?.limits.timeMs;
  expect(await picture({ deadlineMs: 60_000, hasSecondReader: true })).toBe(65_000);
  expect(await picture({ deadlineMs: 60_000, hasSecondReader: false })).toBe(60_000);
  expect(await picture({ deadlineMs: 4_000, hasSecondReader: true })).toBe(4_000);
  expect(await picture({ deadlineMs: 4_001, hasSecondReader: true })).toBe(9_001);
});

test("no more pages than wanted are read ahead", async () => {
  const begun: number[] = [];
  const note = (request: ReadRequest) => {
    if (request.languages.length > 0) begun.push(request.first);
    return linesFor(request);
  };
  const dir = await workFolder();
  let path = 0;
  const readings = readPdf({
    ask: async (request, _limits, outPath) => {
      writeFileSync(outPath, note(request));
      return { pages: 6 };
    },
    clock: clockAt(0),
    newPath: () => join(dir, `${path++}`),
    file: "pages.pdf",
    languages: ["eng"],
    first: 1,
    width: 2,
    deadlineMs: undefined,
    hasSecondReader: false,
    signal: undefined,
  });
  await readings.next();
  expect(begun).toEqual([0, 1]);
  await readings.next();
  expect(begun).toEqual([0, 1, 2]);
  await readings.return(undefined);
});
