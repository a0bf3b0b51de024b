import type { User } from "@sheaf/contracts/accounts.ts";
import type { QueryClient } from "@tanstack/react-query";
import { useSyncExternalStore } from "react";
import { createListeners } from "../ui/listeners.ts";
import { holdsWork } from "../ui/typed-work.ts";

const userKey = ["/api/user"];

let waiting = false;
const { tell, subscribe } = createListeners();

function put(next: boolean): void {
  if (waiting === next) return;
  waiting = next;
  tell();
}

/** The session has ended, but the page stays as it is until somebody signs in again. */
export const useWaitingForSignIn = () => useSyncExternalStore(subscribe, () => waiting);

/** A call was refused because nobody is signed in any more. A page that holds work keeps its user, and so its contents. */
export function endSession(client: QueryClient): void {
  client.setQueryData<User | null>(userKey, keepWhileWorking(client));
}

/** Who the page goes on for after the server said that nobody is signed in: null when nothing would be lost. */
export function keepWhileWorking(client: QueryClient): User | null {
  const user = client.getQueryData<User | null>(userKey) ?? null;
  if (!user || !holdsWork()) return null;
  put(true);
  return user;
}

/** Signed in again, or gone. */
export function stopWaiting(): void {
  put(false);
}
