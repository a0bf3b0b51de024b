import type { User } from "@sheaf/contracts/accounts.ts";
import type { QueryClient } from "@tanstack/react-query";
import { useEffect, useSyncExternalStore } from "react";
import { createListeners, createValue } from "../ui/listeners.ts";
import { holdsWork } from "../ui/typed-work.ts";
import { ApiError, api } from "./client.ts";

const userKey = ["/api/user"];

/** The session has ended, but the page stays as it is until somebody signs in again. */
const waiting = createValue(false);
export const useWaitingForSignIn = waiting.useValue;

/**
 * A call was refused because nobody is signed in any more. A page that holds work keeps its user, and so its contents.
 * Only the question who is signed in is answered with the reason, so it is asked for that alone.
 */
export function endSession(client: QueryClient): void {
  client.setQueryData<User | null>(userKey, keepWhileWorking(client));
  api.get("/api/user").catch(noteWhyEnded);
}

/** Keeps the reason if the refusal tells one. */
export function noteWhyEnded(refusal: unknown): void {
  if (refusal instanceof ApiError && refusal.code === "session-ended") tellWhyEnded(refusal.sentence);
}

/** Who the page goes on for after the server said that nobody is signed in: null when nothing would be lost. */
export function keepWhileWorking(client: QueryClient): User | null {
  const user = client.getQueryData<User | null>(userKey) ?? null;
  if (!user || !holdsWork()) return null;
  waiting.set(true);
  return user;
}

/** Signed in again, or gone. */
export function stopWaiting(): void {
  waiting.set(false);
}

/** Why the last session of this browser was ended; kept over a reload, until the sign-in page has shown it. */
const whyKey = "whySessionEnded";
let why: string | undefined;
const whyListeners = createListeners();

/** @param sentence as the server, or the act that ended the session, says it */
export function tellWhyEnded(sentence: string): void {
  why = sentence;
  sessionStorage.setItem(whyKey, sentence);
  whyListeners.tell();
}

/** For a place that shows it: undefined when nobody ended a session. Shown once: gone when that place is left. */
export function useWhyEnded(): string | undefined {
  const shown = useSyncExternalStore(
    whyListeners.subscribe,
    () => why ?? sessionStorage.getItem(whyKey) ?? undefined,
    () => undefined,
  );
  useEffect(() => {
    if (shown === undefined) return;
    why = shown;
    sessionStorage.removeItem(whyKey);
  }, [shown]);
  useEffect(() => forgetWhyEnded, []);
  return shown;
}

function forgetWhyEnded(): void {
  why = undefined;
  sessionStorage.removeItem(whyKey);
}
