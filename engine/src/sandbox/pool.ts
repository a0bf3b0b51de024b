import { openIdleProcesses } from "./idle-processes.ts";
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

/**
 * Maximum number of files that one sandboxed process converts: the memory that LibreOffice and WebAssembly do not
 * release grows with each file.
 */
const filesPerProcess = 50;
/** How long a sandboxed process continues with the waiting files of its practice while another practice waits. */
const drainMs = 5_000;
/** How long an idle sandboxed process keeps its slot before another one is started for it. */
const idleMs = 2_000;
/** A successor is started when a sandboxed process may take only this many further files. */
const nearlyDone = 5;
/** After this number of consecutive new processes that exited before any work, none are started ahead of need. */
const maxFailedStarts = 3;

export interface PoolOptions {
  /**
   * Never throws: a sandboxed process that cannot be started is returned as broken.
   * @param isAlone for a file that may use more memory than usual
   */
  startSandboxedProcess(isAlone?: boolean): SandboxedProcess;
  /** Warms up a new sandboxed process while no file waits; resolves even on failure. */
  warm(child: SandboxedProcess): Promise<void>;
  /**
   * Maximum number of working sandboxed processes. One more is allowed for a practice that has none, while all others
   * have worked on one file for a long time.
   */
  size: number;
  /**
   * Whether sandboxed processes are started before they are needed, and kept for their practices when others need the
   * slots. Otherwise each starts with its first file, and none is kept idle.
   */
  ahead: boolean;
  /** Returns whether the machine has memory to keep one more idle sandboxed process; it has when left out. */
  hasRoom?: () => boolean;
}

export interface PoolRunOptions {
  /** Requires a sandboxed process that has had no file yet, not even of this practice. */
  fresh?: boolean;
  /** No further work is expected soon: idle sandboxed processes are ended while this work runs. */
  isLast?: boolean;
  /** Requires a new sandboxed process with more memory, and no other in this pool meanwhile. */
  isAlone?: boolean;
  /** Converts a file: a sandboxed process converts a limited number. */
  isConversion?: boolean;
  signal?: AbortSignal;
}

export interface Pool {
  /**
   * Waits for a sandboxed process for this practice and calls `work` with it. Practices take turns.
   * @throws the signal's reason when it is aborted while waiting, or any error of `work`
   */
  run<Result>(
    practiceId: string,
    work: (child: SandboxedProcess) => Promise<Result>,
    options?: PoolRunOptions,
  ): Promise<Result>;
  /** Returns whether any work waits for a sandboxed process. */
  hasWaitingWork(): boolean;
  /** Returns for how many milliseconds no work has run or waited; 0 while some does. */
  idleMs(): number;
  /** Kills all sandboxed processes and rejects waiting work; resolves when all have been removed. */
  close(): Promise<void>;
}

interface Waiting extends PoolRunOptions {
  practiceId: string;
  run(child: SandboxedProcess): Promise<void>;
  refuse(reason: unknown): void;
}

/** Opens a pool of sandboxed processes. A process never serves two practices. */
export function openPool({ startSandboxedProcess, warm, size, ahead, hasRoom = () => true }: PoolOptions): Pool {
  const slots: Slot[] = Array.from({ length: size + 1 }, () => ({ ...emptySlot }));
  const idleProcesses = openIdleProcesses({ most: ahead ? size + 2 : 0, mayKeep: hasRoom, retire });
  /** Waiting work by practice, the practice whose turn is next first. */
  const queues = new Map<string, Waiting[]>();
  let fresh: SandboxedProcess[] = [];
  const warmed = new WeakSet<SandboxedProcess>();
  const ending = new Set<Promise<void>>();
  let failedStarts = 0;
  /** Work that needs to run alone, in order of arrival. */
  let forAlone: Waiting[] = [];
  let alone: SandboxedProcess | undefined;
  let isAlone = false;
  /** Work that waited while other work ran alone. It runs before the next work that needs to run alone. */
  let beforeNextAlone = new Set<Waiting>();
  let closed = false;
  let checkTimer: NodeJS.Timeout | undefined;
  let lastWorked = Number.NEGATIVE_INFINITY;

  function retire(child: SandboxedProcess): void {
    const gone = child.end().finally(() => ending.delete(gone));
    ending.add(gone);
  }

  /** Ends a slot's sandboxed process; the slot's next work gets another one. */
  function vacate(slot: Slot): void {
    clearTimeout(slot.idle);
    if (slot.child) retire(slot.child);
    Object.assign(slot, emptySlot);
  }

  /** Like `vacate`, but keeps an idle process for its practice for a while. */
  function free(slot: Slot): void {
    const { child, practiceId, served } = slot;
    if (child && !child.isBroken() && served < filesPerProcess) {
      idleProcesses.add({ child, practiceId, served });
      slot.child = null;
    }
    vacate(slot);
  }

  function freshChild(): SandboxedProcess {
    fresh = fresh.filter((child) => !child.isBroken() || void retire(child));
    return fresh.shift() ?? startSandboxedProcess();
  }

  function freshWanted(): number {
    if (!ahead || closed || failedStarts >= maxFailedStarts || isAloneNext()) return 0;
    const serving = slots.filter((slot) => slot.child).length;
    // The additional slot has used the successor: no more than `size` and one ever work or are spare.
    if (serving > size) return 0;
    const isSettled = (practiceId: string) =>
      idleProcesses.has(practiceId) || slots.some((slot) => slot.child && slot.practiceId === practiceId);
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
        retire(child); // the machine has no room for a process now, and so would have none for the next
        break;
      }
      fresh.push(child);
    }
    warmWhenIdle();
  }

  /**
   * Warms up new processes when no file waits. Otherwise processors are busy, and a process should only load what its
   * file needs.
   */
  function warmWhenIdle(): void {
    if (queues.size > 0) return;
    for (const child of fresh) {
      if (warmed.has(child)) continue;
      warmed.add(child);
      warm(child).then(() => {
        if (!child.isBroken()) failedStarts = 0;
        if (!child.isBroken() || !fresh.includes(child)) return; // ended by the pool, or in use
        failedStarts += 1;
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
    if (queue && queue.length > 0) queues.set(practiceId, queue); // moves the practice to the end of the queue
    return first;
  }

  function mayContinue(slot: Slot): boolean {
    const { practiceId } = slot;
    const first = queues.get(practiceId)?.[0];
    if (slot.busy || !slot.child || slot.child.isBroken() || !first || first.fresh) return false;
    if (slot.served >= filesPerProcess || !mayStartWork(slots, practiceId)) return false;
    const wantedByOthers = [...queues.keys()].some((other) => other !== practiceId && mayStartWork(slots, other));
    return !wantedByOthers || performance.now() - slot.since < drainMs;
  }

  /** Whether the next work must run alone. Then no other work starts, so that running work comes to its end. */
  const isAloneNext = () => isAlone || (forAlone.length > 0 && beforeNextAlone.size === 0);

  async function serveAlone(work: Waiting): Promise<void> {
    isAlone = true;
    for (const slot of slots) vacate(slot);
    idleProcesses.end();
    for (const child of fresh.splice(0)) retire(child);
    await Promise.all(ending);
    if (closed) return work.refuse(new Error("The engine was closed."));
    alone = startSandboxedProcess(true);
    await work.run(alone);
    lastWorked = performance.now();
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
      const work = mayContinue(slot) ? next(slot.practiceId) : undefined;
      if (work) serve(slot, work);
    }
    for (let slot = findFreeSlot(slots); slot; slot = findFreeSlot(slots)) {
      const practiceId = nextPractice(slots, [...queues.keys()]);
      const work = practiceId === undefined ? undefined : next(practiceId);
      if (!work) break;
      const { practiceId: owner, fresh: mustBeNew } = work;
      // Before the slot's own process joins the others: where practices take turns, this one has been idle longest.
      const kept = mustBeNew ? undefined : idleProcesses.take(owner);
      free(slot);
      const { child, served } = kept ?? { child: freshChild(), served: 0 };
      Object.assign(slot, { child, served, practiceId: owner, since: performance.now() });
      serve(slot, work);
    }
    refill();
    clearTimeout(checkTimer);
    const ms = msUntilAllBusyLong(slots);
    if (ms > 0) checkTimer = setTimeout(dispatch, ms).unref();
  }
  function serve(slot: Slot, work: Waiting): void {
    const { child } = slot;
    if (!child) return;
    clearTimeout(slot.idle);
    slot.busy = true;
    slot.begun = performance.now();
    if (work.isConversion) slot.served += 1;
    if (work.isLast) {
      for (const idle of slots.filter((other) => !other.busy)) vacate(idle);
      idleProcesses.end();
    }
    work.run(child).then(() => {
      slot.busy = false;
      lastWorked = performance.now();
      if (closed) return;
      if (child.isBroken() || slot.served >= filesPerProcess) vacate(slot);
      dispatch();
      if (slot.busy || !slot.child || !ahead) return;
      slot.idle = setTimeout(() => {
        free(slot);
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
    hasWaitingWork: () => queues.size > 0 || isAloneNext(),
    idleMs: () =>
      queues.size > 0 || isAloneNext() || slots.some(({ busy }) => busy) ? 0 : performance.now() - lastWorked,
    async close() {
      closed = true;
      for (const waiting of [...queues.values(), forAlone].flat()) waiting.refuse(new Error("The engine was closed."));
      queues.clear();
      forAlone = [];
      if (alone) retire(alone);
      for (const slot of slots) vacate(slot);
      idleProcesses.end();
      for (const child of fresh.splice(0)) retire(child);
      await Promise.all(ending);
    },
  };
}
