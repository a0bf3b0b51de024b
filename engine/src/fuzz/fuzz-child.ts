/**
 * Converts one damaged file after the other and prints a line of JSON before and after each. Started by `run-fuzz.ts`,
 * which detects from outside when a file hangs or crashes this process.
 */
import { readFileSync } from "node:fs";
import { mkdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { convertInSandbox } from "../convert.ts";
import { ConvertError, type ScratchFile } from "../converter.ts";
import { detect } from "../detect/detect.ts";
import { readDrawing } from "../drawing/drawing.ts";
import type { Office } from "../office/office.ts";
import { assemble } from "../pdf/assemble.ts";
import { checkA4 } from "../pdf/check.ts";
import { openContainer } from "../unpack/containers.ts";
import { writeItems } from "../unpack/write-items.ts";
import { mutate } from "./mutate.ts";
import { randomFrom } from "./random.ts";
import { readSeeds } from "./seeds.ts";

const [seed = 1, firstCase = 0, folder = "."] = [Number(process.argv[2]), Number(process.argv[3]), process.argv[4]];
const seeds = await readSeeds();
const others = seeds.map(({ bytes }) => bytes);
const say = (line: object) => process.stdout.write(`${JSON.stringify(line)}\n`);
console.log = console.error; // standard output carries the answers

/** Files for LibreOffice are only detected here; all others are parsed in this process. */
const office = new Proxy({} as Office, {
  get() {
    throw new Error("A file for LibreOffice was not rejected");
  },
});

async function convert(input: ScratchFile): Promise<void> {
  if (await unpack(input)) return;
  const detected = await detect(input);
  if (detected.kind === "drawing") readDrawing(readFileSync(input.path), detected.drawing);
  if (detected.kind !== "pdf" && detected.kind !== "image") return;
  const outPath = join(folder, "out.pdf");
  const workDir = join(folder, "work");
  const { pages } = await convertInSandbox(input, { outPath, workDir, office });
  await checkA4(outPath, pages);
  const allPath = join(folder, "all.pdf");
  const source = { path: outPath, title: input.name };
  const all = await assemble({ sources: [source, source], title: "Twice", outPath: allPath });
  if (all.pages !== pages * 2) throw new Error(`${pages} pages twice became ${all.pages}`);
}

/** Unpacks all items of a container; returns false for other files. */
async function unpack(input: ScratchFile): Promise<boolean> {
  const container = await openContainer(input);
  const count = container?.items.length ?? 0;
  container?.close();
  const outPath = join(folder, "items");
  for (let first = 0; first < count; first++) await writeItems(input, { first, isSingle: true, outPath });
  return container !== null;
}

for (let number = firstCase; ; number++) {
  const random = randomFrom(seed * 1_000_003 + number);
  const { name, bytes } = random.pick(seeds);
  const path = join(folder, "in");
  const changed = mutate(bytes, random, others);
  await writeFile(path, changed);
  await mkdir(join(folder, "work"), { recursive: true });
  say({ began: number, name });
  try {
    await convert({ path, name, sizeBytes: changed.length });
    say({ ended: number, outcome: "converted" });
  } catch (error) {
    if (error instanceof ConvertError) say({ ended: number, outcome: error.reason });
    else say({ ended: number, outcome: "broken", detail: error instanceof Error ? error.stack : String(error) });
  }
  await rm(join(folder, "work"), { recursive: true, force: true });
}
