import type { Installation } from "@sheaf/contracts/installation.ts";
import { queryOptions, useQuery } from "@tanstack/react-query";
import { read } from "./client.ts";

/**
 * Reads the installation's facts from the page itself (server/src/app/pages/page.ts), so that nothing on it has to wait
 * or move.
 */
function fromPage(): Installation | undefined {
  if (typeof document === "undefined") return undefined;
  const text = document.getElementById("installation")?.textContent;
  return text ? (JSON.parse(text) as Installation) : undefined;
}

export const installationQuery = queryOptions({
  queryKey: ["/api/installation"],
  queryFn: read<Installation>(),
  initialData: fromPage,
});

export const useInstallation = () => useQuery(installationQuery).data;

/**
 * Returns whether the installation is for one practice, the operator's own: no plans, no payments, and members join by
 * invitation.
 */
export const useOwnPractice = (): boolean => useInstallation()?.kind === "practice";
