import type { SandboxedProcess } from "./sandboxed-process.ts";

/**
 * A sandboxed process that has been at one file for so long does not give way soon: it may hang until its time is up.
 */
const longMs = 3_000;

/**
 * One of the places for a sandboxed process at work. The sandboxed process, once it has served a practice, stays with
 * that practice until its end.
 */
export interface Slot {
  child: SandboxedProcess | null;
  practiceId: string;
  since: number;
  /** When its present file, or the last one, was begun. */
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
 * Whether a practice may have one more sandboxed process at work: all slots but one are for everybody. The last is for
 * who has none, as long as all others are at one file for long, so that nobody waits for another practice's files that
 * hang.
 */
export function mayStartWork(slots: Slot[], practiceId: string): boolean {
  const busy = slots.filter((slot) => slot.busy);
  if (busy.length < slots.length - 1) return true;
  return busy.length < slots.length && busy.every((slot) => slot.practiceId !== practiceId && isBusyLong(slot));
}

/** Whose turn it is, of those who wait; who is at a long file already comes after everybody else. */
export function nextPractice(slots: Slot[], waiting: string[]): string | undefined {
  const able = waiting.filter((practiceId) => mayStartWork(slots, practiceId));
  const hasBusyLong = (practiceId: string) => slots.some((slot) => slot.practiceId === practiceId && isBusyLong(slot));
  return able.find((practiceId) => !hasBusyLong(practiceId)) ?? able[0];
}

/**
 * The slot for whoever is next. An idle sandboxed process gives way before there are more sandboxed processes than
 * sandboxed processes at work are allowed.
 */
export function findFreeSlot(slots: Slot[]): Slot | undefined {
  const empty = slots.filter((slot) => !slot.child);
  const idle = slots.find((slot) => slot.child && !slot.busy);
  return empty.length > 1 ? empty[0] : (idle ?? empty[0]);
}

/** Whether all slots but the last are at one file for long, so that somebody may need that one. */
export function areAllBusyLong(slots: Slot[]): boolean {
  return slots.filter(isBusyLong).length >= slots.length - 1;
}

/** Until that is so; 0 when it is so already, or depends on more than time. */
export function msUntilAllBusyLong(slots: Slot[]): number {
  const busy = slots.filter((slot) => slot.busy);
  if (busy.length !== slots.length - 1) return 0;
  return Math.ceil(Math.max(...busy.map((slot) => slot.begun)) + longMs - performance.now());
}
