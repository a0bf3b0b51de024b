import { chmod, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { type MacroCanary, macroCanaries } from "../../fixtures/macro-canaries.ts";
import { openEngine } from "./engine.ts";
import { findOffice } from "./office/find-office.ts";
import { openOffice } from "./office/open-office.ts";
import { type MacroTraps, setMacroTraps } from "./testing/macro-traps.ts";
import { textOf } from "./testing/pdf-words.ts";

/** What the macros do when they may run is shown by `macros-allowed.slow.test.ts`. */
let dir: string;
let traps: MacroTraps;
let canaries: MacroCanary[];

beforeAll(async () => {
  traps = await setMacroTraps();
  canaries = await macroCanaries(traps.target);
  dir = await mkdtemp(join(tmpdir(), "sheaf-macros-"));
  await chmod(dir, 0o711); // so that root can give each sandboxed process a user of its own
  for (const { name, bytes } of canaries) await writeFile(join(dir, name), bytes);
});
afterAll(async () => {
  await traps?.close();
  await rm(dir, { recursive: true, force: true, maxRetries: 3 });
});

test("documents with macros of every kind print as saved, with a note, and no macro writes, starts or connects", async () => {
  const cacheDir = inject("engineCacheDir");
  const engine = await openEngine({ scratchDir: join(dir, "scratch"), cacheDir, children: 1, ahead: false });
  try {
    for (const { name, word } of canaries) {
      const outPath = join(dir, `${name}.pdf`);
      const result = await engine.convertFile({ path: join(dir, name), name }, outPath, { practiceId: "anna" });
      const warnings = [{ code: "macros-not-run", text: "Its macros were not run." }];
      expect(result, name).toMatchObject({ outcome: "converted", pages: 1, warnings });
      const text = await textOf(outPath);
      expect(text, name).toContain(word);
      expect(text, name).not.toMatch(/pwned|#NAME/);
    }
    expect(await traps.sprung()).toEqual([]);
  } finally {
    await engine.close();
  }
}, 180_000);

test("LibreOffice's own settings keep macros from running in a document that still has them, without a sandbox", async () => {
  const office = openOffice(findOffice(), await mkdtemp(join(dir, "office-")), "en-GB");
  for (const { name } of canaries) await office.toPdf(join(dir, name), join(dir, `${name}.unprotected.pdf`));
  expect(await traps.sprung()).toEqual([]);
}, 180_000);
