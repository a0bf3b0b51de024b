import { useSignOut } from "../../api/accounts.ts";
import { forgetChosenPlan } from "../../api/billing.ts";
import { forgetHeldPayment } from "../../api/claims.ts";
import { stopWaiting } from "../../api/ended-session.ts";
import { useDraftActions } from "../../components/draft/draft-provider.tsx";
import { forgetWork } from "../../ui/unsaved-work.ts";

/** Signing out deliberately also discards the chosen plan and files; a session that ended keeps them. */
export function useSignOutAndForget() {
  const { mutate, isPending } = useSignOut();
  const { discard } = useDraftActions();
  function forget() {
    discard();
    forgetChosenPlan();
    forgetHeldPayment();
    forgetWork();
    stopWaiting();
  }
  return { leave: () => mutate(undefined, { onSuccess: forget }), leaving: isPending };
}
