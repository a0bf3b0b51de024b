import type { SandboxedProcess } from "./sandboxed-process.ts";

/** A sandboxed process that has worked on one file for this long may hang until its time limit. */
const longMs = 3_000;

/**
 * A slot for one working sandboxed process. Once it has served a practice, the process stays with that practice until
 * it ends.
 */
export interface Slot {
  child: SandboxedProcess | null;
  practiceId: string;
  since: number;
  /** When its current or last file was started. */
  begun: number;
  served: number;
  busy: boolean;
  idle: NodeJS.Timeout | undefined;
}

export const emptySlot: Slot = {
  child: null,
  practiceId: "",
  since: 0,
  begun: 0,
  served: 0,
  busy: false,
  idle: undefined,
};

const isBusyLong = (slot: Slot): boolean => slot.busy && performance.now() - slot.begun >= longMs;

/**
 * Returns whether a practice may start one more sandboxed process. All slots but one are available to every practice.
 * The last is for a practice without a process, while all other slots have worked on one file for a long time, so that
 * no practice waits for hanging files of another.
 */
export function mayStartWork(slots: Slot[], practiceId: string): boolean {
  const busy = slots.filter((slot) => slot.busy);
  if (busy.length < slots.length - 1) return true;
  return busy.length < slots.length && busy.every((slot) => slot.practiceId !== practiceId && isBusyLong(slot));
}

/** Returns the waiting practice whose turn is next. Practices that already have a long-running file come last. */
export function nextPractice(slots: Slot[], waiting: string[]): string | undefined {
  const able = waiting.filter((practiceId) => mayStartWork(slots, practiceId));
  const hasBusyLong = (practiceId: string) => slots.some((slot) => slot.practiceId === practiceId && isBusyLong(slot));
  return able.find((practiceId) => !hasBusyLong(practiceId)) ?? able[0];
}

/**
 * Returns the slot for the next work. An idle sandboxed process is replaced before the number of processes exceeds the
 * number of regular slots.
 */
export function findFreeSlot(slots: Slot[]): Slot | undefined {
  const empty = slots.filter((slot) => !slot.child);
  const idle = slots.find((slot) => slot.child && !slot.busy);
  return empty.length > 1 ? empty[0] : (idle ?? empty[0]);
}

/**
 * Returns whether all slots but the last have worked on one file for a long time, so that the last one may be needed.
 */
export function areAllBusyLong(slots: Slot[]): boolean {
  return slots.filter(isBusyLong).length >= slots.length - 1;
}

/**
 * Returns the milliseconds until `areAllBusyLong` becomes true; 0 when it is true already, or when more than time is
 * needed.
 */
export function msUntilAllBusyLong(slots: Slot[]): number {
  const busy = slots.filter((slot) => slot.busy);
  if (busy.length !== slots.length - 1) return 0;
  return Math.ceil(Math.max(...busy.map((slot) => slot.begun)) + longMs - performance.now());
}
