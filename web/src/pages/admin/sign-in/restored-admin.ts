import { useEffect } from "react";
import { forgetAdmin, useAdminSession } from "../../../api/admin/session.ts";

/** Who is signed in to the portal. Stored values that cannot be read are taken away. */
export function useRestoredAdmin() {
  const session = useAdminSession();
  useEffect(() => {
    if (!session) forgetAdmin();
  }, [session]);
  return session;
}
