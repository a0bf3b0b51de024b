import { MutationCache, QueryCache, QueryClient } from "@tanstack/react-query";
import { showDone, showFailure } from "../ui/toast.tsx";
import { ApiError, read, sentenceOf } from "./client.ts";

declare module "@tanstack/react-query" {
  interface Register {
    /** Titles of the toasts that a call ends with; a call without one says nothing. */
    mutationMeta: { done?: string; failed?: string };
  }
}

/** Data never goes stale by itself: the event stream says what changed. Nothing is retried unless a query says so. */
export function createQueryClient(): QueryClient {
  const client: QueryClient = new QueryClient({
    queryCache: new QueryCache({ onError: forgetEndedSession }),
    mutationCache: new MutationCache({
      onSuccess: (_data, _input, _context, mutation) => {
        if (mutation.meta?.done) showDone(mutation.meta.done);
      },
      onError: (error, _input, _context, mutation) => {
        forgetEndedSession(error);
        if (mutation.meta?.failed) showFailure(mutation.meta.failed, sentenceOf(error));
      },
    }),
    defaultOptions: {
      queries: {
        queryFn: read(),
        retry: false,
        staleTime: Number.POSITIVE_INFINITY,
        refetchOnWindowFocus: false,
        refetchOnReconnect: false,
        refetchInterval: false,
        networkMode: "always",
      },
      mutations: { retry: false, networkMode: "always" },
    },
  });
  /** A wrong password is a 401 too, but no session has ended by it. */
  function forgetEndedSession(error: Error) {
    if (!(error instanceof ApiError) || error.status !== 401 || error.code === "wrong-credentials") return;
    client.setQueryData(["/api/user"], null);
  }
  return client;
}
