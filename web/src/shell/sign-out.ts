import { useSignOut } from "../api/accounts.ts";
import { useDraft } from "../components/upload/draft-provider.tsx";

/** Signing out on purpose also forgets what was chosen for an upload; a session that merely ended keeps it. */
export function useLeave() {
  const { mutate, isPending } = useSignOut();
  const { discard } = useDraft();
  return { leave: () => mutate(undefined, { onSuccess: discard }), leaving: isPending };
}
