import type { Cell } from "./cell.ts";
import { areAllLong, emptySlot, freeSlot, mayWork, msUntilLong, type Slot, turn } from "./slots.ts";

/** Files that one cell serves at most: what LibreOffice and WebAssembly leave behind grows with each. */
const filesPerCell = 50;
/** How long a cell goes on with its practice's waiting files while another practice waits for it. */
const drainMs = 5_000;
/** How long a cell stays with a practice that has nothing more, before a fresh one takes its place. */
const idleMs = 2_000;
/** A successor is started when so many of a cell's files are left. */
const nearlyDone = 5;
/** Fresh cells that died before any work, one after the other, until no more are started ahead of need. */
const mostFalseStarts = 3;

export interface PoolOptions {
  /**
   * Throws nothing: a cell that cannot be started is broken.
   * @param isAlone for a file that may take more memory than usual
   */
  startCell(isAlone?: boolean): Cell;
  /** What a fresh cell does before it is needed, while nobody waits; resolves even when it fails. */
  warm(cell: Cell): Promise<void>;
  /** Cells at work at once; one more for a practice that has none, while all others are at one file for long. */
  size: number;
  /** Starts cells before they are needed. Without it a cell starts with its first file, and nothing is left idle. */
  ahead: boolean;
}

export interface LoanOptions {
  /** Wants a cell that has served nobody, not even this practice. */
  fresh?: boolean;
  /** Nothing more comes soon: cells without work end while this is done. */
  isLast?: boolean;
  /** Wants a cell with more memory that has served nobody, while this pool has no other cell. */
  isAlone?: boolean;
  signal?: AbortSignal;
}

export interface Pool {
  /**
   * Waits for a cell of this practice and lends it for one piece of work. Practices take turns.
   * @throws the signal's reason, when it is aborted while waiting; whatever `work` throws
   */
  lend<Result>(practiceId: string, work: (cell: Cell) => Promise<Result>, options?: LoanOptions): Promise<Result>;
  /** Whether anybody waits for a cell. */
  isWanted(): boolean;
  /** Kills every cell; resolves when nothing is left. Waiting work is rejected. */
  close(): Promise<void>;
}

interface Waiting extends LoanOptions {
  practiceId: string;
  run(cell: Cell): Promise<void>;
  refuse(reason: unknown): void;
}

/** Cells for practices: no two practices ever meet in one. */
export function openPool({ startCell, warm, size, ahead }: PoolOptions): Pool {
  const slots: Slot[] = Array.from({ length: size + 1 }, () => ({ ...emptySlot }));
  /** By practice; the practice whose turn it is comes first. */
  const queues = new Map<string, Waiting[]>();
  let fresh: Cell[] = [];
  const warmed = new WeakSet<Cell>();
  const ending = new Set<Promise<void>>();
  let falseStarts = 0;
  /** For a cell alone, in the order in which they came. */
  let forAlone: Waiting[] = [];
  let alone: Cell | undefined;
  let isAlone = false;
  /** Those who waited while somebody had a cell alone: they go before the next one who wants that. */
  let beforeNextAlone = new Set<Waiting>();
  let closed = false;
  let lookAgain: NodeJS.Timeout | undefined;

  function retire(cell: Cell): void {
    const gone = cell.end().finally(() => ending.delete(gone));
    ending.add(gone);
  }

  /** Ends a slot's cell; what comes next in this slot is a fresh one. */
  function vacate(slot: Slot): void {
    clearTimeout(slot.idle);
    if (slot.cell) retire(slot.cell);
    Object.assign(slot, emptySlot);
  }

  function freshCell(): Cell {
    fresh = fresh.filter((cell) => !cell.isBroken() || void retire(cell));
    return fresh.shift() ?? startCell();
  }

  function freshWanted(): number {
    if (!ahead || closed || falseStarts >= mostFalseStarts || isAloneNext()) return 0;
    const serving = slots.filter((slot) => slot.cell).length;
    // The place more took the successor: never are there more cells than places and one.
    if (serving > size) return 0;
    const isSettled = (practiceId: string) => slots.some((slot) => slot.cell && slot.practiceId === practiceId);
    const successorNeeded =
      areAllLong(slots) ||
      [...queues.keys()].some((practiceId) => !isSettled(practiceId)) ||
      slots.some((slot) => slot.served >= filesPerCell - nearlyDone) ||
      !slots.some((slot) => slot.busy);
    return Math.max(size - serving, successorNeeded ? 1 : 0);
  }

  function refill(): void {
    while (fresh.length < freshWanted()) {
      const cell = startCell();
      if (cell.isBroken()) {
        retire(cell); // the machine has no room for one now, and would have none for the next
        break;
      }
      fresh.push(cell);
    }
    warmAtLeisure();
  }

  /** While files wait, processors are short: a cell then loads what its file needs, and no more. */
  function warmAtLeisure(): void {
    if (queues.size > 0) return;
    for (const cell of fresh) {
      if (warmed.has(cell)) continue;
      warmed.add(cell);
      warm(cell).then(() => {
        if (!cell.isBroken()) falseStarts = 0;
        if (!cell.isBroken() || !fresh.includes(cell)) return; // ended by us, or lent
        falseStarts += 1;
        fresh = fresh.filter((other) => other !== cell);
        retire(cell);
        refill();
      });
    }
  }

  function next(practiceId: string): Waiting | undefined {
    const queue = queues.get(practiceId);
    const first = queue?.shift();
    queues.delete(practiceId);
    if (first) beforeNextAlone.delete(first);
    if (queue && queue.length > 0) queues.set(practiceId, queue); // to the end: the others' turn
    return first;
  }

  function mayGoOn(slot: Slot): boolean {
    const { practiceId } = slot;
    const first = queues.get(practiceId)?.[0];
    if (slot.busy || !slot.cell || slot.cell.isBroken() || !first || first.fresh) return false;
    if (slot.served >= filesPerCell || !mayWork(slots, practiceId)) return false;
    const wantedByOthers = [...queues.keys()].some((other) => other !== practiceId && mayWork(slots, other));
    return !wantedByOthers || performance.now() - slot.since < drainMs;
  }

  /** Then no other work is begun, so that what is under way comes to its end. */
  const isAloneNext = () => isAlone || (forAlone.length > 0 && beforeNextAlone.size === 0);

  async function serveAlone(work: Waiting): Promise<void> {
    isAlone = true;
    for (const slot of slots) vacate(slot);
    for (const cell of fresh.splice(0)) retire(cell);
    await Promise.all(ending);
    if (closed) return work.refuse(new Error("The engine was closed."));
    alone = startCell(true);
    await work.run(alone);
    retire(alone);
    await Promise.all(ending);
    alone = undefined;
    isAlone = false;
    beforeNextAlone = new Set([...queues.values()].flat());
    if (!closed) dispatch();
  }

  function dispatch(): void {
    if (isAloneNext()) {
      const isQuiet = !isAlone && slots.every(({ busy }) => !busy);
      const work = isQuiet ? forAlone.shift() : undefined;
      if (work) serveAlone(work);
      return;
    }
    for (const slot of slots) {
      const work = mayGoOn(slot) ? next(slot.practiceId) : undefined;
      if (work) serve(slot, work);
    }
    for (let slot = freeSlot(slots); slot; slot = freeSlot(slots)) {
      const practiceId = turn(slots, [...queues.keys()]);
      const work = practiceId === undefined ? undefined : next(practiceId);
      if (!work) break;
      vacate(slot);
      Object.assign(slot, { cell: freshCell(), practiceId: work.practiceId, since: performance.now() });
      serve(slot, work);
    }
    refill();
    clearTimeout(lookAgain);
    const ms = msUntilLong(slots);
    if (ms > 0) lookAgain = setTimeout(dispatch, ms).unref();
  }
  function serve(slot: Slot, work: Waiting): void {
    const { cell } = slot;
    if (!cell) return;
    clearTimeout(slot.idle);
    slot.busy = true;
    slot.begun = performance.now();
    slot.served += 1;
    if (work.isLast) for (const idle of slots.filter((other) => !other.busy)) vacate(idle);
    work.run(cell).then(() => {
      slot.busy = false;
      if (closed) return;
      if (cell.isBroken() || slot.served >= filesPerCell) vacate(slot);
      dispatch();
      if (slot.busy || !slot.cell || !ahead) return;
      slot.idle = setTimeout(() => {
        vacate(slot);
        refill();
      }, idleMs);
      slot.idle.unref();
    });
  }

  refill();
  return {
    lend(practiceId, work, options = {}) {
      return new Promise((resolve, reject) => {
        const { signal } = options;
        if (closed) return reject(new Error("The engine is closed."));
        if (signal?.aborted) return reject(signal.reason);
        const entry: Waiting = {
          ...options,
          practiceId,
          refuse: reject,
          run: (cell) => {
            signal?.removeEventListener("abort", withdraw);
            return work(cell).then(resolve, reject);
          },
        };
        const withdraw = () => {
          beforeNextAlone.delete(entry);
          forAlone = forAlone.filter((other) => other !== entry);
          const others = queues.get(practiceId)?.filter((other) => other !== entry) ?? [];
          if (others.length > 0) queues.set(practiceId, others);
          else queues.delete(practiceId);
          reject(signal?.reason);
          dispatch();
        };
        signal?.addEventListener("abort", withdraw, { once: true });
        if (options.isAlone) forAlone.push(entry);
        else queues.set(practiceId, [...(queues.get(practiceId) ?? []), entry]);
        dispatch();
      });
    },
    isWanted: () => queues.size > 0 || isAloneNext(),
    async close() {
      closed = true;
      clearTimeout(lookAgain);
      for (const waiting of [...queues.values(), forAlone].flat()) waiting.refuse(new Error("The engine was closed."));
      queues.clear();
      forAlone = [];
      if (alone) retire(alone);
      for (const slot of slots) vacate(slot);
      for (const cell of fresh.splice(0)) retire(cell);
      await Promise.all(ending);
    },
  };
}
