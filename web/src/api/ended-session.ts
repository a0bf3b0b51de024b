import type { User } from "@sheaf/contracts/accounts.ts";
import type { QueryClient } from "@tanstack/react-query";
import { useEffect, useSyncExternalStore } from "react";
import { createListeners, createValue } from "../ui/listeners.ts";
import { holdsWork } from "../ui/typed-work.ts";
import { ApiError, api } from "./client.ts";

const userKey = ["/api/user"];

/** True while the session has ended but the page stays as it is until the user signs in again. */
const waiting = createValue(false);
export const useWaitingForSignIn = waiting.useValue;

/**
 * Called when a request was refused because the session has ended. A page with unsaved work keeps its user, and so its
 * contents. Only the response of /api/user contains the reason, so it is requested for that alone.
 */
export function endSession(client: QueryClient): void {
  client.setQueryData<User | null>(userKey, keepWhileWorking(client));
  api.get("/api/user").catch(noteWhyEnded);
}

/** Stores the reason if the response contains one. */
export function noteWhyEnded(refusal: unknown): void {
  if (refusal instanceof ApiError && refusal.code === "session-ended") tellWhyEnded(refusal.sentence);
}

/**
 * Returns the user for whom the page stays after the server reported that nobody is signed in: null when no work would
 * be lost.
 */
export function keepWhileWorking(client: QueryClient): User | null {
  const user = client.getQueryData<User | null>(userKey) ?? null;
  if (!user || !holdsWork()) return null;
  waiting.set(true);
  return user;
}

/** Called when the user has signed in again or left the page. */
export function stopWaiting(): void {
  waiting.set(false);
}

/** Why the last session of this browser ended; kept over a reload, until the sign-in page has shown it. */
const whyKey = "whySessionEnded";
let why: string | undefined;
const whyListeners = createListeners();

/** @param sentence from the server, or from the action that ended the session */
export function tellWhyEnded(sentence: string): void {
  why = sentence;
  sessionStorage.setItem(whyKey, sentence);
  whyListeners.tell();
}

/**
 * Returns the reason for showing it; undefined when no session was ended. It is shown once: it is forgotten when the
 * component unmounts.
 */
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
