import type {
  CompanyInput,
  InstallationSettings,
  KindInput,
  MailSettingsInput,
  MailTestInput,
  MailTestResult,
} from "@sheaf/contracts/admin/installation-settings.ts";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { installationQuery } from "../installation.ts";
import { adminApi, adminQuery } from "./client.ts";

/** No event announces changes by other administrators, so the settings are read again whenever they are opened. */
export const installationSettingsQuery = adminQuery<InstallationSettings>("/api/admin/settings");

interface SectionInputs {
  kind: KindInput;
  company: CompanyInput;
  mail: MailSettingsInput;
}

/** Saves one section and updates everything in this browser that depends on it. */
export function useSaveSection() {
  const queryClient = useQueryClient();
  return async <Section extends keyof SectionInputs>(
    section: Section,
    input: SectionInputs[Section],
  ): Promise<void> => {
    const saved = await adminApi.put<InstallationSettings>(`/api/admin/settings/${section}`, input);
    queryClient.setQueryData(installationSettingsQuery.queryKey, saved);
    await queryClient.invalidateQueries({ queryKey: installationQuery.queryKey });
  };
}

export function useChangeKind() {
  const queryClient = useQueryClient();
  const save = useSaveSection();
  return useMutation({
    mutationFn: (input: KindInput) => save("kind", input),
    // Numbers, practices and what the portal shows depend on it.
    onSuccess: () => queryClient.invalidateQueries(),
    meta: { done: "Kind of installation changed" },
  });
}

export const sendMailTest = (input: MailTestInput) =>
  adminApi.post<MailTestResult>("/api/admin/settings/test-email", input);
