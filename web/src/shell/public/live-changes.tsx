import { lazy, Suspense } from "react";
import { useUser } from "../../api/accounts.ts";

const FollowChanges = lazy(async () => ({ default: (await import("./follow-changes.tsx")).FollowChanges }));

/** For pages outside the app's shell: whoever is signed in sees changes without reloading there as well. */
export function LiveChanges() {
  const { data: user } = useUser();
  return <Suspense fallback={null}>{user && <FollowChanges />}</Suspense>;
}
