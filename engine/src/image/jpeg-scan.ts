import type { ScanPlan } from "./jpeg-coding.ts";
import { walkModule } from "./jpeg-walk/module.ts";

/** The exports of jpeg-walk/walk.as; addresses and lengths are in bytes of its memory. */
interface Walk {
  memory: { buffer: ArrayBuffer };
  handOver: { value: number };
  source: { value: number };
  sourceBytes: { value: number };
  addCodes(index: number): number;
  addPair(index: number, dc: number, ac: number): void;
  addTurn(index: number, pair: number, dc: number, ac: number, isLast: boolean): void;
  begin(blocks: number, blocksPerStretch: number, isAlone: boolean): void;
  walk(length: number): number;
  taken(): number;
}

const [wantsMore, isWhole] = [0, 1];
let loadedWalk: Walk | undefined;

/**
 * Checks that entropy-coded data is complete, without decoding pixels: as strict as a decoder and many times faster.
 * @param from offset of the coded data
 * @param isAlone follows one position instead of four in parallel: slower, with the same result
 * @returns the offset of the marker after the data; undefined when anything is missing, superfluous or out of order,
 * which may still be harmless
 */
export function walkScan(bytes: Buffer, from: number, plan: ScanPlan, isAlone = false): number | undefined {
  const blocks = plan.units * plan.blocks.length;
  if (!(blocks > 0)) return undefined;
  loadedWalk ??= loadWalk();
  const walk = loadedWalk;
  const memory = new Uint8Array(walk.memory.buffer);
  if (!addTables(walk, memory, plan.blocks)) return undefined;
  walk.begin(blocks, plan.restartInterval ? plan.restartInterval * plan.blocks.length : blocks, isAlone);
  const source = walk.source.value;
  for (let next = from; ; next += walk.taken()) {
    const piece = bytes.subarray(next, next + walk.sourceBytes.value);
    memory.set(piece, source);
    const following = bytes[next + piece.length];
    memory.set(following === undefined ? [0xff, 0xff] : [following], source + piece.length);
    const outcome = walk.walk(following === undefined ? piece.length + 1 : piece.length);
    if (outcome !== wantsMore) return outcome === isWhole ? next + walk.taken() : undefined;
  }
}

/** Blocks with equal codes share their tables, which then fit into the L1 cache. */
function addTables(walk: Walk, memory: Uint8Array, blocks: ScanPlan["blocks"]): boolean {
  const codes = [...new Set(blocks.flatMap(({ dc, ac }) => [dc, ac]))];
  for (const [index, { counts, symbols }] of codes.entries()) {
    memory.set(counts, walk.handOver.value);
    memory.set(symbols, walk.handOver.value + counts.length);
    if (!walk.addCodes(index)) return false;
  }
  const pairs = new Map<string, number>();
  for (const [index, { dc, ac }] of blocks.entries()) {
    const [dcAt, acAt] = [codes.indexOf(dc), codes.indexOf(ac)];
    const key = `${dcAt} ${acAt}`;
    const pair = pairs.get(key) ?? pairs.size;
    if (!pairs.has(key)) walk.addPair(pair, dcAt, acAt);
    pairs.set(key, pair);
    walk.addTurn(index, pair, dcAt, acAt, index === blocks.length - 1);
  }
  return true;
}

const loadWalk = (): Walk =>
  new WebAssembly.Instance(new WebAssembly.Module(Buffer.from(walkModule, "base64"))).exports as Walk;
