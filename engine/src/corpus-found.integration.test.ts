import { existsSync, readFileSync } from "node:fs";
import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Refusal, Warning } from "@sheaf/contracts/refusals.ts";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { openEngine } from "./engine.ts";
import type { Engine } from "./engine-api.ts";
import { drawnPart } from "./testing/drawn-part.ts";
import { wordsOfFile } from "./testing/file-words.ts";
import { hasShown, pageSizes, plain, textOf, wordsOf } from "./testing/pdf-words.ts";

const corpus = join(import.meta.dirname, "..", "..", "..", "shared", "corpus-found");

/** The expected outcome of a file: a number of pages with certain words on them, or a refusal. */
type Outcome =
  | {
      pages: number;
      words?: string[];
      /** Every word of the file's cells must be on the pages. */
      isWhole?: boolean;
      /** Texts that must not be on any page. */
      never?: string[];
      /** Codes of warnings that must be given; further warnings are allowed. */
      warnings?: Warning["code"][];
      /** For pictures: the smallest part of the first page that may be not white. */
      drawn?: number;
      /** The expected message on a machine without 2 GiB of free memory for the file. */
      tooLarge?: RegExp;
    }
  | { refused: Refusal; says: RegExp };

/** Real files that were once converted wrongly, or refused although they can be converted. */
const outcomes: Record<string, Outcome> = {
  "15228.xls": { pages: 25, words: ["104,079.17 6,319,704"], never: ["###"] },
  "401d27e0565674c24a017588b8cd61d2.tif": { pages: 1, drawn: 0.3 },
  // needs 1.6 GB
  "42474-2.ppt": { pages: 68, words: ["Logarithmic Number Systems", "FFT simulation"], tooLarge: /Save it as PDF/ },
  "53446.doc": { pages: 9, words: ["LAKELAND ELECTRIC", "Lakegas26.doc 09/28/99 Page 9"], never: ["Lakegas2326"] },
  "64130.xls": { pages: 1, words: ["Dawn Daylight Dusk Dark", "0.5 80.5 2.3 16.4"] },
  "Bug51944.doc": { pages: 3, words: ["By Post and Fax (5555 5555)"] },
  "StringContinueRecords.xls": {
    pages: 8,
    words: ["SQL requests", "delete Test_Pack_Result;"],
    // The author set rows with 900 lines of text to the height of one line.
    warnings: ["words-cut"],
  },
  "Zip-Linux-Directory-Separator.xlsx": { pages: 3, isWhole: true },
  "date_iso.xlsx": { pages: 1, words: ["2021-01-01 2021-01-01 10:10:10 10:10:10"] },
  "default_namespace.ods": { pages: 73, words: ["Birth Date [2050: DOB]", "Vendor Identifier"], never: ["###"] },
  "flower-rgb-contig-02.tif": { pages: 1, drawn: 0.002 },
  "gradient_ls_pt.jpg": { refused: "unsupported", says: /lossless.*Save it as PNG or PDF/ },
  "issue.2362.xlsx": { pages: 159, isWhole: true },
  "issue.3654.xlsx": { pages: 3, words: ["24/03/2022", "20/07/2023"], never: ["###"] },
  "page_1_high_res.webp": { pages: 1, drawn: 0.03, tooLarge: /Save it with fewer pixels/ }, // needs 1.4 GB
  "testRTFBoldPlain.rtf": { pages: 1, words: ["Animal Hospital", "7 pounds"] },
  "unc- oxford.ppt": { pages: 38, words: ["The Distributed National Electronic Resource", "UNC Seminar, Oxford"] },
  "valid.xls": { pages: 17, words: ["Date : 14/12/1998"], never: ["###"] },
};

/** Longer than any conversion may take: the engine's own limits end a file that hangs. */
const patienceMs = 300_000;

describe.skipIf(!existsSync(corpus))(
  "files once converted wrongly (skipped when ../shared/corpus-found is missing)",
  () => {
    let engine: Engine;
    let dir: string;
    beforeAll(async () => {
      dir = await mkdtemp(join(tmpdir(), "sheaf-found-"));
      await chmod(dir, 0o711); // so that root can give each sandboxed process a user of its own
      const cacheDir = inject("engineCacheDir");
      engine = await openEngine({ scratchDir: join(dir, "scratch"), cacheDir, isNice: false });
    });
    afterAll(async () => {
      await engine?.close();
      await rm(dir, { recursive: true, force: true });
    });

    test("every file of the folder has an expected outcome", () => {
      const { files }: { files: { path: string; kind: string }[] } = JSON.parse(
        readFileSync(join(corpus, "MANIFEST.json"), "utf8"),
      );
      const found = files.filter(({ kind }) => kind !== "slow").map(({ path }) => path);
      expect(Object.keys(outcomes).sort()).toEqual(found.sort());
    });

    test.concurrent.each(Object.entries(outcomes))("%s", { timeout: patienceMs }, async (name, expected) => {
      const outPath = join(dir, `${name}.pdf`);
      const result = await engine.convertFile({ path: join(corpus, name), name }, outPath, { practiceId: "corpus" });
      if ("refused" in expected) {
        expect(result).toMatchObject({ outcome: "rejected", reason: expected.refused });
        expect(result).toHaveProperty("text", expect.stringMatching(expected.says));
        return;
      }
      if (expected.tooLarge && result.outcome === "rejected") {
        expect(result).toMatchObject({ reason: "too-large", text: expect.stringMatching(expected.tooLarge) });
        return;
      }
      const { pages, words = [], isWhole = false, never = [], warnings = [], drawn } = expected;
      expect(result).toMatchObject({ outcome: "converted", pages });
      expect(await pageSizes(outPath)).toEqual(Array.from({ length: pages }, () => "A4"));
      const text = await textOf(outPath);
      const isThere = (one: string) => text.includes(plain(one));
      expect(words.filter((one) => !isThere(one))).toEqual([]);
      expect(never.filter(isThere)).toEqual([]);
      if (isWhole) {
        const all = await wordsOf(outPath);
        expect([...wordsOfFile(join(corpus, name)).words.keys()].filter((word) => !hasShown(all, word))).toEqual([]);
      }
      const codes = "warnings" in result ? result.warnings.map(({ code }) => code) : [];
      expect(codes).toEqual(expect.arrayContaining(warnings));
      if (drawn !== undefined) expect(await drawnPart(outPath)).toBeGreaterThan(drawn);
    });
  },
);
