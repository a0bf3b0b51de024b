import type { SandboxedProcess } from "./sandboxed-process.ts";

/** How long an idle sandboxed process is kept for its practice: starting one costs as much as several files. */
const keptMs = 30_000;

/** An idle sandboxed process, which has converted this number of files of its practice. */
export interface IdleProcess {
  child: SandboxedProcess;
  practiceId: string;
  served: number;
}

export interface IdleProcesses {
  /** Keeps a process, in place of the one that has been idle longest when there are too many. */
  add(one: IdleProcess): void;
  /** Removes and returns a process of the practice, the one that became idle last. */
  take(practiceId: string): IdleProcess | undefined;
  has(practiceId: string): boolean;
  /** Retires all. */
  end(): void;
}

/**
 * Keeps idle sandboxed processes for their practices, for half a minute each, while others use the slots.
 * @param most maximum number of processes
 * @param mayKeep whether a process may be kept, by the memory that it holds and the machine has left; otherwise it is
 *   retired when it is added
 * @param retire ends a process
 */
export function openIdleProcesses({
  most,
  mayKeep,
  retire,
}: {
  most: number;
  mayKeep(child: SandboxedProcess): boolean;
  retire(child: SandboxedProcess): void;
}): IdleProcesses {
  const timers = new Map<IdleProcess, NodeJS.Timeout>();
  const last = (practiceId: string) => [...timers.keys()].findLast((one) => one.practiceId === practiceId);
  const remove = (one: IdleProcess) => {
    clearTimeout(timers.get(one));
    timers.delete(one);
  };
  const retireOne = (one: IdleProcess) => {
    remove(one);
    retire(one.child);
  };
  return {
    add(one) {
      if (most === 0 || !mayKeep(one.child)) return retire(one.child);
      const [oldest] = timers.keys();
      if (timers.size >= most && oldest) retireOne(oldest);
      timers.set(one, setTimeout(() => retireOne(one), keptMs).unref());
    },
    take(practiceId) {
      for (let one = last(practiceId); one; one = last(practiceId)) {
        if (!one.child.isBroken()) {
          remove(one);
          return one;
        }
        retireOne(one); // it exceeded a limit or died meanwhile
      }
    },
    has: (practiceId) => last(practiceId) !== undefined,
    end() {
      for (const one of [...timers.keys()]) retireOne(one);
    },
  };
}
