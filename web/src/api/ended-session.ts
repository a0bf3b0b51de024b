import type { User } from "@sheaf/contracts/accounts.ts";
import type { QueryClient } from "@tanstack/react-query";
import { useEffect, useSyncExternalStore } from "react";
import { createListeners, createValue } from "../ui/listeners.ts";
import { hasUnsavedWork } from "../ui/unsaved-work.ts";
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
  api.get("/api/user").catch(noteEndReason);
}

/** Stores the reason if the response contains one. */
export function noteEndReason(refusal: unknown): void {
  if (refusal instanceof ApiError && refusal.code === "session-ended") storeEndReason(refusal.sentence);
}

/**
 * Returns the user for whom the page stays after the server reported that nobody is signed in: null when no work would
 * be lost.
 */
export function keepWhileWorking(client: QueryClient): User | null {
  const user = client.getQueryData<User | null>(userKey) ?? null;
  if (!user || !hasUnsavedWork()) return null;
  waiting.set(true);
  return user;
}

/** Called when the user has signed in again or left the page. */
export function stopWaiting(): void {
  waiting.set(false);
}

/** Why the last session of this browser ended; kept over a reload, until the sign-in page has shown it. */
const endReasonKey = "whySessionEnded";
let why: string | undefined;
const endReasonListeners = createListeners();

/** @param sentence from the server, or from the action that ended the session */
export function storeEndReason(sentence: string): void {
  why = sentence;
  sessionStorage.setItem(endReasonKey, sentence);
  endReasonListeners.notify();
}

/**
 * Returns the reason for showing it; undefined when no session was ended. It is shown once: it is forgotten when the
 * component unmounts.
 */
export function useEndReason(): string | undefined {
  const shown = useSyncExternalStore(
    endReasonListeners.subscribe,
    () => why ?? sessionStorage.getItem(endReasonKey) ?? undefined,
    () => undefined,
  );
  useEffect(() => {
    if (shown === undefined) return;
    why = shown;
    sessionStorage.removeItem(endReasonKey);
  }, [shown]);
  useEffect(() => forgetEndReason, []);
  return shown;
}

function forgetEndReason(): void {
  why = undefined;
  sessionStorage.removeItem(endReasonKey);
}
