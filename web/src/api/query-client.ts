import type { ProblemCode } from "@sheaf/contracts/problems.ts";
import { MutationCache, QueryCache, QueryClient, type QueryKey } from "@tanstack/react-query";
import { sentenceOf } from "../ui/failure.ts";
import { showDone, showFailure } from "../ui/toast.tsx";
import { refreshMoney } from "./billing.ts";
import { ApiError, read } from "./client.ts";
import { endSession } from "./ended-session.ts";
import { cachePreloadedData } from "./preload.ts";

declare module "@tanstack/react-query" {
  interface Register {
    /**
     * Titles of the toasts that a call ends with; a call without one shows none. `refreshes`: queries that are read
     * again after success, before the call counts as done.
     */
    mutationMeta: { done?: string; failed?: string; refreshes?: readonly QueryKey[] };
    queryMeta: { failed?: string };
  }
}

/**
 * Data never becomes stale by itself: the event stream announces changes. Nothing is retried unless a query says so.
 */
export function createQueryClient(): QueryClient {
  const client: QueryClient = new QueryClient({
    queryCache: new QueryCache({
      onError: (error, query) => {
        forgetEndedSession(error);
        if (query.meta?.failed) showFailure(query.meta.failed, sentenceOf(error));
      },
    }),
    mutationCache: new MutationCache({
      onSuccess: async (_data, _input, _context, { meta }) => {
        if (meta?.done) showDone(meta.done);
        await Promise.all((meta?.refreshes ?? []).map((queryKey) => client.invalidateQueries({ queryKey })));
      },
      onError: (error, _input, _context, mutation) => {
        forgetEndedSession(error);
        if (isOf(periodOver, error)) void refreshMoney(client);
        if (mutation.meta?.failed && !needsCode(error)) showFailure(mutation.meta.failed, sentenceOf(error));
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
  function forgetEndedSession(error: Error) {
    if (error instanceof ApiError && error.status === 401 && !isOf(signingIn, error)) endSession(client);
  }
  cachePreloadedData(client);
  return client;
}

/** The password was right and a code is required: not a failure. */
const needsCode = (error: Error) => error instanceof ApiError && error.code === "two-factor-needed";

/** Refusals of a sign-in: some are a 401, but no session has ended. */
const signingIn: ProblemCode[] = ["wrong-credentials", "two-factor-needed", "wrong-code"];
/** Refusals that show that the page did not know of the end of the period. */
const periodOver: ProblemCode[] = ["subscription-expired", "quota-reached"];

const isOf = (codes: ProblemCode[], error: Error) =>
  error instanceof ApiError && codes.some((code) => code === error.code);
