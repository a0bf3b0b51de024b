import type { Examination } from "@sheaf/contracts/admin/health.ts";
import type { MailTestResult } from "@sheaf/contracts/admin/installation-settings.ts";
import type { SetUpDone, SetUpFacts, SetUpInput, SetUpMailTest, SetUpState } from "@sheaf/contracts/set-up.ts";
import { queryOptions, useMutation } from "@tanstack/react-query";
import { api, read } from "./client.ts";

export const setUpQuery = queryOptions({ queryKey: ["/api/set-up"], queryFn: read<SetUpState>() });

/** What the form begins with. Fails where the code is wrong. */
export const setUpFactsQuery = (code: string) =>
  queryOptions({
    queryKey: ["/api/set-up/check", code],
    queryFn: () => api.post<SetUpFacts>("/api/set-up/check", { code }),
    enabled: code !== "",
  });

export const setUpHealthQuery = (code: string) =>
  queryOptions({
    queryKey: ["/api/set-up/health", code],
    queryFn: () => api.post<Examination[]>("/api/set-up/health", { code }),
  });

/** Sends one email and stores nothing. */
export const testSetUpMail = (input: SetUpMailTest) => api.post<MailTestResult>("/api/set-up/test-email", input);

/** Afterwards somebody is signed in: the own practice's owner by a cookie, a service's operator in the portal. */
export function useFinishSetUp() {
  return useMutation({
    mutationFn: async (input: SetUpInput) => {
      // What keeps the portal's session is the portal's: public pages do not carry it.
      const { keepAdmin } = await import("./admin/session.ts");
      const done = await api.post<SetUpDone>("/api/set-up", input);
      if (done.portal) keepAdmin(done.portal);
      return done;
    },
  });
}
