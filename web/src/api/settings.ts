import type { ProfileInput, User } from "@sheaf/contracts/accounts.ts";
import type { ReadingLanguages, Settings, SettingsChange } from "@sheaf/contracts/settings.ts";
import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { userQuery } from "./accounts.ts";
import { api, read } from "./client.ts";

/** The practice's settings together with the user's own. */
export const settingsQuery = queryOptions({ queryKey: ["/api/settings"], queryFn: read<Settings>() });

/** Languages besides English that the installation can read. */
export const readingLanguagesQuery = queryOptions({
  queryKey: ["/api/settings/reading-languages"],
  queryFn: read<ReadingLanguages>(),
});

/** Everything that one press of Save Changes sends; unchanged parts are left out. */
export interface Changes {
  settings?: SettingsChange | undefined;
  profile?: ProfileInput | undefined;
}

export function useSaveSettings() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async ({ settings, profile }: Changes) => {
      if (profile) queryClient.setQueryData(userQuery.queryKey, await api.put<User>("/api/profile", profile));
      if (settings) {
        queryClient.setQueryData(settingsQuery.queryKey, await api.put<Settings>("/api/settings", settings));
      }
    },
    onSuccess: () => queryClient.invalidateQueries({ queryKey: userQuery.queryKey }),
    meta: { done: "Settings updated", failed: "Update failed" },
  });
}
