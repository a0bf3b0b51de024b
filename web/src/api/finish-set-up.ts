import type { Examination } from "@sheaf/contracts/admin/health.ts";
import type { MailTestResult } from "@sheaf/contracts/admin/installation-settings.ts";
import type { SetUpDone, SetUpInput, SetUpMailTest } from "@sheaf/contracts/set-up.ts";
import { queryOptions, useMutation } from "@tanstack/react-query";
import { keepAdmin } from "./admin/session.ts";
import { api } from "./client.ts";

export const setUpHealthQuery = (code: string) =>
  queryOptions({
    queryKey: ["/api/set-up/health", code],
    queryFn: () => api.post<Examination[]>("/api/set-up/health", { code }),
  });

/** Sends one test email and stores nothing. */
export const testSetUpMail = (input: SetUpMailTest) => api.post<MailTestResult>("/api/set-up/test-email", input);

/**
 * Ends set-up. Afterwards a user is signed in: the own practice's owner by a cookie, a service's operator in the
 * portal.
 */
export function useFinishSetUp() {
  return useMutation({
    mutationFn: (input: SetUpInput) => api.post<SetUpDone>("/api/set-up", input),
    onSuccess: ({ portal }) => {
      if (portal) keepAdmin(portal);
    },
  });
}
