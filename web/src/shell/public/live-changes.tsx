import { lazy, Suspense } from "react";
import { useUser } from "../../api/accounts.ts";

const FollowChanges = lazy(async () => ({ default: (await import("./follow-changes.tsx")).FollowChanges }));

/** Follows changes on pages outside the app's frame for a signed-in user. */
export function LiveChanges() {
  const { data: user } = useUser();
  return <Suspense fallback={null}>{user && <FollowChanges />}</Suspense>;
}
