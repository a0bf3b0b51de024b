import { useEffect } from "react";
import { forgetAdmin, useAdminSession } from "../../../api/admin/session.ts";

/** Returns the stored sign-in to the portal. Stored values that cannot be parsed are removed. */
export function useRestoredAdmin() {
  const session = useAdminSession();
  useEffect(() => {
    if (!session) forgetAdmin();
  }, [session]);
  return session;
}
