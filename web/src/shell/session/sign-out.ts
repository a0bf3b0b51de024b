import { useSignOut } from "../../api/accounts.ts";
import { forgetChosenPlan } from "../../api/billing.ts";
import { forgetHeldPayment } from "../../api/claims.ts";
import { stopWaiting } from "../../api/ended-session.ts";
import { useDraft } from "../../components/draft/draft-provider.tsx";
import { forgetWork } from "../../ui/typed-work.ts";

/**
 * Signing out on purpose also forgets the plan and the files that were chosen; a session that merely ended keeps it.
 */
export function useSignOutAndForget() {
  const { mutate, isPending } = useSignOut();
  const { discard } = useDraft();
  function forget() {
    discard();
    forgetChosenPlan();
    forgetHeldPayment();
    forgetWork();
    stopWaiting();
  }
  return { leave: () => mutate(undefined, { onSuccess: forget }), leaving: isPending };
}
