import { execFile } from "node:child_process";
import { copyFile, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { findOffice } from "./office/find-office.ts";
import { hostileCorpus, readHostile, wrongInOutput } from "./testing/hostile-corpus.ts";
import { setTraps, type Traps } from "./testing/hostile-traps.ts";

const run = promisify(execFile);
const { files } = readHostile();
const file = (start: string) => {
  const found = files.find(({ name }) => name.startsWith(start));
  if (!found) throw new Error(`There is no hostile file ${start}.`);
  return found;
};

/**
 * The same files without any protection. The harm that the other suites check for must occur here, or those suites
 * prove nothing.
 */
describe.skipIf(files.length === 0)(
  "without any protection (skipped when ../shared/corpus-hostile is not there)",
  () => {
    let dir: string;
    let traps: Traps;

    beforeAll(async () => {
      traps = await setTraps();
      dir = await mkdtemp(join(tmpdir(), "sheaf-unprotected-"));
    }, 600_000);
    afterAll(async () => {
      await traps?.close();
      await rm(dir, { recursive: true, force: true });
    });

    /** Converts a file with the installed LibreOffice in its default configuration. */
    async function convert(name: string): Promise<string> {
      const program = join(findOffice()?.programDir ?? "", "soffice");
      const profile = `-env:UserInstallation=${pathToFileURL(join(dir, "profile")).href}`;
      const where = ["--convert-to", "pdf", "--outdir", dir, join(hostileCorpus, name)];
      await run(program, [profile, "--headless", ...where], { env: { ...process.env, HOME: dir } });
      return join(dir, name.replace(/\.\w+$/, ".pdf"));
    }

    test("a linked picture causes a network request", async () => {
      await convert(file("ssrf-01").name);
      expect(await traps.sprung()).not.toEqual([]);
    });

    test("a linked file of this machine is printed", async () => {
      const wanted = file("lfi-01");
      expect(await wrongInOutput(await convert(wanted.name), wanted, [])).toContain("it shows the magenta picture");
    });

    test("a value of the environment gets into the PDF", async () => {
      const wanted = file("ssrf-34");
      const wrong = await wrongInOutput(await convert(wanted.name), wanted, []);
      expect([...wrong, ...(await traps.sprung())].join("\n")).toMatch(/ENVCANARY/);
    });

    test("a script is kept in a PDF that is passed on unchanged", async () => {
      const wanted = file("pdf-01");
      const copy = join(dir, wanted.name);
      await copyFile(join(hostileCorpus, wanted.name), copy);
      const wrong = await wrongInOutput(copy, wanted, []);
      expect(wrong.some((found) => /JavaScript|OpenAction/.test(found))).toBe(true);
    });
  },
);
