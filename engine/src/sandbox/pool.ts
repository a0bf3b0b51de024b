import type { SandboxedProcess } from "./sandboxed-process.ts";
import {
  areAllBusyLong,
  emptySlot,
  findFreeSlot,
  mayStartWork,
  msUntilAllBusyLong,
  nextPractice,
  type Slot,
} from "./slots.ts";

/** Files that one sandboxed process serves at most: what LibreOffice and WebAssembly leave behind grows with each. */
const filesPerProcess = 50;
/** How long a sandboxed process goes on with its practice's waiting files while another practice waits for it. */
const drainMs = 5_000;
/** How long a sandboxed process stays with a practice that has nothing more, before a fresh one takes its place. */
const idleMs = 2_000;
/** A successor is started when so many of a sandboxed process's files are left. */
const nearlyDone = 5;
/**
 * Fresh sandboxed processes that died before any work, one after the other, until no more are started ahead of need.
 */
const mostFalseStarts = 3;

export interface PoolOptions {
  /**
   * Throws nothing: a sandboxed process that cannot be started is broken.
   * @param isAlone for a file that may take more memory than usual
   */
  startSandboxedProcess(isAlone?: boolean): SandboxedProcess;
  /** What a fresh sandboxed process does before it is needed, while nobody waits; resolves even when it fails. */
  warm(child: SandboxedProcess): Promise<void>;
  /**
   * Sandboxed processes at work at once; one more for a practice that has none, while all others are at one file for
   * long.
   */
  size: number;
  /**
   * Starts sandboxed processes before they are needed. Without it a sandboxed process starts with its first file, and
   * nothing is left idle.
   */
  ahead: boolean;
}

export interface PoolRunOptions {
  /** Wants a sandboxed process that has served nobody, not even this practice. */
  fresh?: boolean;
  /** Nothing more comes soon: sandboxed processes without work end while this is done. */
  isLast?: boolean;
  /**
   * Wants a sandboxed process with more memory that has served nobody, while this pool has no other sandboxed process.
   */
  isAlone?: boolean;
  signal?: AbortSignal;
}

export interface Pool {
  /**
   * Waits for a sandboxed process of this practice and lends it for one piece of work. Practices take turns.
   * @throws the signal's reason, when it is aborted while waiting; whatever `work` throws
   */
  run<Result>(
    practiceId: string,
    work: (child: SandboxedProcess) => Promise<Result>,
    options?: PoolRunOptions,
  ): Promise<Result>;
  /** Whether anybody waits for a sandboxed process. */
  isWanted(): boolean;
  /** Kills every sandboxed process; resolves when nothing is left. Waiting work is rejected. */
  close(): Promise<void>;
}

interface Waiting extends PoolRunOptions {
  practiceId: string;
  run(child: SandboxedProcess): Promise<void>;
  refuse(reason: unknown): void;
}

/** Sandboxed processes for practices: no two practices ever meet in one. */
export function openPool({ startSandboxedProcess, warm, size, ahead }: PoolOptions): Pool {
  const slots: Slot[] = Array.from({ length: size + 1 }, () => ({ ...emptySlot }));
  /** By practice; the practice whose turn it is comes first. */
  const queues = new Map<string, Waiting[]>();
  let fresh: SandboxedProcess[] = [];
  const warmed = new WeakSet<SandboxedProcess>();
  const ending = new Set<Promise<void>>();
  let falseStarts = 0;
  /** For a sandboxed process alone, in the order in which they came. */
  let forAlone: Waiting[] = [];
  let alone: SandboxedProcess | undefined;
  let isAlone = false;
  /** Those who waited while somebody had a sandboxed process alone: they go before the next one who wants that. */
  let beforeNextAlone = new Set<Waiting>();
  let closed = false;
  let lookAgain: NodeJS.Timeout | undefined;

  function retire(child: SandboxedProcess): void {
    const gone = child.end().finally(() => ending.delete(gone));
    ending.add(gone);
  }

  /** Ends a slot's sandboxed process; what comes next in this slot is a fresh one. */
  function vacate(slot: Slot): void {
    clearTimeout(slot.idle);
    if (slot.child) retire(slot.child);
    Object.assign(slot, emptySlot);
  }

  function freshChild(): SandboxedProcess {
    fresh = fresh.filter((child) => !child.isBroken() || void retire(child));
    return fresh.shift() ?? startSandboxedProcess();
  }

  function freshWanted(): number {
    if (!ahead || closed || falseStarts >= mostFalseStarts || isAloneNext()) return 0;
    const serving = slots.filter((slot) => slot.child).length;
    // The place more took the successor: never are there more sandboxed processes than places and one.
    if (serving > size) return 0;
    const isSettled = (practiceId: string) => slots.some((slot) => slot.child && slot.practiceId === practiceId);
    const successorNeeded =
      areAllBusyLong(slots) ||
      [...queues.keys()].some((practiceId) => !isSettled(practiceId)) ||
      slots.some((slot) => slot.served >= filesPerProcess - nearlyDone) ||
      !slots.some((slot) => slot.busy);
    return Math.max(size - serving, successorNeeded ? 1 : 0);
  }

  function refill(): void {
    while (fresh.length < freshWanted()) {
      const child = startSandboxedProcess();
      if (child.isBroken()) {
        retire(child); // the machine has no room for one now, and would have none for the next
        break;
      }
      fresh.push(child);
    }
    warmAtLeisure();
  }

  /** While files wait, processors are short: a sandboxed process then loads what its file needs, and no more. */
  function warmAtLeisure(): void {
    if (queues.size > 0) return;
    for (const child of fresh) {
      if (warmed.has(child)) continue;
      warmed.add(child);
      warm(child).then(() => {
        if (!child.isBroken()) falseStarts = 0;
        if (!child.isBroken() || !fresh.includes(child)) return; // ended by us, or lent
        falseStarts += 1;
        fresh = fresh.filter((other) => other !== child);
        retire(child);
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
    if (slot.busy || !slot.child || slot.child.isBroken() || !first || first.fresh) return false;
    if (slot.served >= filesPerProcess || !mayStartWork(slots, practiceId)) return false;
    const wantedByOthers = [...queues.keys()].some((other) => other !== practiceId && mayStartWork(slots, other));
    return !wantedByOthers || performance.now() - slot.since < drainMs;
  }

  /** Then no other work is begun, so that what is under way comes to its end. */
  const isAloneNext = () => isAlone || (forAlone.length > 0 && beforeNextAlone.size === 0);

  async function serveAlone(work: Waiting): Promise<void> {
    isAlone = true;
    for (const slot of slots) vacate(slot);
    for (const child of fresh.splice(0)) retire(child);
    await Promise.all(ending);
    if (closed) return work.refuse(new Error("The engine was closed."));
    alone = startSandboxedProcess(true);
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
    for (let slot = findFreeSlot(slots); slot; slot = findFreeSlot(slots)) {
      const practiceId = nextPractice(slots, [...queues.keys()]);
      const work = practiceId === undefined ? undefined : next(practiceId);
      if (!work) break;
      vacate(slot);
      Object.assign(slot, { child: freshChild(), practiceId: work.practiceId, since: performance.now() });
      serve(slot, work);
    }
    refill();
    clearTimeout(lookAgain);
    const ms = msUntilAllBusyLong(slots);
    if (ms > 0) lookAgain = setTimeout(dispatch, ms).unref();
  }
  function serve(slot: Slot, work: Waiting): void {
    const { child } = slot;
    if (!child) return;
    clearTimeout(slot.idle);
    slot.busy = true;
    slot.begun = performance.now();
    slot.served += 1;
    if (work.isLast) for (const idle of slots.filter((other) => !other.busy)) vacate(idle);
    work.run(child).then(() => {
      slot.busy = false;
      if (closed) return;
      if (child.isBroken() || slot.served >= filesPerProcess) vacate(slot);
      dispatch();
      if (slot.busy || !slot.child || !ahead) return;
      slot.idle = setTimeout(() => {
        vacate(slot);
        refill();
      }, idleMs);
      slot.idle.unref();
    });
  }

  refill();
  return {
    run(practiceId, work, options = {}) {
      return new Promise((resolve, reject) => {
        const { signal } = options;
        if (closed) return reject(new Error("The engine is closed."));
        if (signal?.aborted) return reject(signal.reason);
        const entry: Waiting = {
          ...options,
          practiceId,
          refuse: reject,
          run: (child) => {
            signal?.removeEventListener("abort", withdraw);
            return work(child).then(resolve, reject);
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
      for (const child of fresh.splice(0)) retire(child);
      await Promise.all(ending);
    },
  };
}
