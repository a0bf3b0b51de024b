import type { Notification } from "@sheaf/contracts/notifications.ts";
import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { api } from "./client.ts";

export const notificationsQuery = queryOptions({
  queryKey: ["/api/notifications"],
  queryFn: async ({ signal }) => {
    const { body: told, headers } = await api.part<Notification>("/api/notifications", signal);
    return { told, unseen: Number(headers.get("x-unseen-count")) };
  },
});

/** New notifications stay marked on screen until the list is read again; they only stop being counted. */
export function useMarkSeen() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (until: string) => api.post<void>("/api/notifications/seen", { until }),
    onSuccess: () => queryClient.setQueryData(notificationsQuery.queryKey, (now) => now && { ...now, unseen: 0 }),
  });
}
