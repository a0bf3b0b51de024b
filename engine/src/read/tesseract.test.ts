import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { type RecogniseOptions, recognise } from "./tesseract.ts";

let folder: string;

/** Puts a program in the place of Tesseract. */
function install(script: string): void {
  const path = join(folder, "tesseract");
  writeFileSync(path, `#!/bin/sh\n${script}\n`);
  chmodSync(path, 0o755);
}

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "sheaf-tesseract-"));
  vi.stubEnv("PATH", `${folder}:/usr/bin:/bin`);
});
afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true, force: true });
});

const picture = { pixels: Uint8Array.from([65, 66, 67, 68, 69, 70]), width: 3, height: 2 };
const read = (options: Partial<RecogniseOptions> = {}) =>
  recognise(picture, { languages: ["eng"], mode: "words", ...options });

test("Tesseract is given the picture on its standard input, and uses one thread", async () => {
  install('cat; printf " %s" "$OMP_THREAD_LIMIT"');
  expect(await read()).toBe("P5 3 2 255\nABCDEF 1");
});

test.each<[string, Partial<RecogniseOptions>, string]>([
  ["words", {}, "- - --dpi 300 -l eng --oem 1 --psm 3 -c tessedit_create_hocr=1"],
  [
    "words of two languages",
    { languages: ["eng", "deu"] },
    "- - --dpi 300 -l eng+deu --oem 1 --psm 3 -c tessedit_create_hocr=1",
  ],
  ["a column", { layout: "column", dpi: 149.6 }, "- - --dpi 150 -l eng --oem 1 --psm 4 -c tessedit_create_hocr=1"],
  ["a block", { layout: "block" }, "- - --dpi 300 -l eng --oem 1 --psm 6 -c tessedit_create_hocr=1"],
  ["words anywhere", { layout: "sparse" }, "- - --dpi 300 -l eng --oem 1 --psm 11 -c tessedit_create_hocr=1"],
  ["the orientation", { mode: "orientation" }, "- - --dpi 300 -l osd --psm 0"],
])("Tesseract is asked for %s", async (_, options, words) => {
  install('cat > /dev/null; printf "%s" "$*"');
  expect(await read(options)).toBe(words);
});

test("a failure is an error for words, and no answer for the orientation", async () => {
  install("cat > /dev/null; echo some; exit 3");
  await expect(read()).rejects.toThrow("Tesseract ended with 3");
  expect(await read({ mode: "orientation" })).toBe("");
  install("kill -9 $$");
  await expect(read()).rejects.toThrow("Tesseract ended with SIGKILL");
});

test("an answer of more than 16 MB ends Tesseract", async () => {
  install("cat > /dev/null; exec head -c 16777216 /dev/zero");
  expect((await read()).length).toBe(16_777_216);
  install("cat > /dev/null; exec cat /dev/zero");
  await expect(read()).rejects.toThrow("SIGKILL");
});

test("Tesseract that is not installed is an error", async () => {
  vi.stubEnv("PATH", folder);
  await expect(read()).rejects.toThrow("ENOENT");
});
