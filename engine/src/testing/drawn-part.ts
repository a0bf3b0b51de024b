import { execFile } from "node:child_process";
import { promisify } from "node:util";

const run = promisify(execFile);

/** Returns the part of a PDF's first page that is not white, from 0 to 1. */
export async function drawnPart(path: string): Promise<number> {
  const options = ["-gray", "-r", "20", "-singlefile", path];
  const { stdout } = await run("pdftoppm", options, { encoding: "buffer", maxBuffer: 2 ** 26 });
  const [header = "", width, height] = /^P5\s+(\d+)\s+(\d+)\s+255\s/.exec(stdout.toString("latin1")) ?? [];
  const pixels = stdout.subarray(header.length);
  return pixels.filter((shade) => shade < 250).length / (Number(width) * Number(height));
}
