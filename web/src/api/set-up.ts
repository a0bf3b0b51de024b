import type { SetUpFacts, SetUpState } from "@sheaf/contracts/set-up.ts";
import { queryOptions } from "@tanstack/react-query";
import { api, read } from "./client.ts";

export const setUpQuery = queryOptions({ queryKey: ["/api/set-up"], queryFn: read<SetUpState>() });

/** Initial values of the form. Fails where the code is wrong. */
export const setUpFactsQuery = (code: string) =>
  queryOptions({
    queryKey: ["/api/set-up/check", code],
    queryFn: () => api.post<SetUpFacts>("/api/set-up/check", { code }),
    enabled: code !== "",
  });
